import { findAnswer } from '../../db/answers/answers.ts'
import { listUsage, type Usage } from '../../db/answers/usage.ts'
import type { Database, Db } from '../../db/engine/database.ts'
import { listStoredFacts } from '../../db/facts/find-facts.ts'
import { findChatById } from '../../db/messages/chats.ts'
import { listByIds } from '../../db/messages/find-messages.ts'
import { listChunksByIds } from '../../db/search/search-chunks.ts'
import { listSessionsOf } from '../../db/sessions/find-sessions.ts'
import { formatThreadId } from '../../domain/chat.ts'
import { AppError } from '../../domain/errors.ts'
import type { Fact } from '../../domain/fact.ts'
import type {
  AnswerId,
  ChunkId,
  FactId,
  MessageId,
  SessionId,
  WorkspaceId,
} from '../../domain/ids.ts'
import type { SessionSummary } from '../../domain/memory.ts'
import type { Message } from '../../domain/message.ts'
import type { Chunk } from '../../domain/piece.ts'
import { mayActAs, type Principal } from '../../domain/principal.ts'
import { workspaceScope } from '../../domain/scope.ts'
import type { AnswerRecord } from '../../domain/trace.ts'

export type Explained = {
  readonly record: AnswerRecord & {
    /** The prompt, as long as it is stored. */
    readonly prompt: string | null
    /** The channel's id of the message that asked; null if it was none. */
    readonly messageId: string | null
  }
  /** Where it was asked. */
  readonly threadId: string | null
  /** The messages the trace names, in their current version; deleted ones are missing. */
  readonly messages: ReadonlyMap<MessageId, Message>
  /** The same for chunks of files; replaced or removed ones are missing. */
  readonly chunks: ReadonlyMap<ChunkId, Chunk>
  /** The same for session summaries. */
  readonly talks: ReadonlyMap<SessionId, SessionSummary>
  /** The same for facts. */
  readonly facts: ReadonlyMap<FactId, Fact>
  /** How often the pieces were cited and rated, where the answer was asked. */
  readonly usage: readonly Usage[]
}

/** The trace of an answer. A member may read only those of its own answers. */
export async function explain(
  principal: Principal,
  id: AnswerId,
  database: Database,
): Promise<Explained> {
  const { workspaceId } = principal
  return database.within(workspaceScope(workspaceId), async (db) => {
    const record = await findAnswer(db, workspaceId, id)
    const isOwn = principal.personId !== null && record?.personId === principal.personId
    if (record === null || !(isOwn || mayActAs(principal.role, 'staff'))) {
      throw new AppError(
        'answer_not_found',
        `No answer "${id}" is known. Its id is in the reply as answer_id.`,
      )
    }
    return describeRecord(db, workspaceId, record)
  })
}

/** A trace with what it names, as it is today. */
export async function describeRecord(
  db: Db,
  workspaceId: WorkspaceId,
  record: Explained['record'],
): Promise<Explained> {
  const { items } = record.trace
  const ids = items.flatMap((item) => item.messageId ?? [])
  const messages =
    record.chatId === null ? [] : await listByIds(db, workspaceId, record.chatId, ids)
  const chunks = await listChunksByIds(
    db,
    workspaceId,
    // Traces of earlier versions name messages only.
    items.flatMap((item) => item.chunkId ?? []),
  )
  const talks = await listSessionsOf(
    db,
    workspaceId,
    items.flatMap((item) => item.sessionId ?? []),
  )
  const facts = await listStoredFacts(
    db,
    workspaceId,
    items.flatMap((item) => item.fact?.id ?? []),
  )
  const byId = new Map(messages.map((message) => [message.id, message]))
  const chat = record.chatId === null ? null : await findChatById(db, workspaceId, record.chatId)
  const threadId = chat && formatThreadId({ ...chat, topic: null })
  const { chatId, personId } = record
  const reader = chatId === null ? personId : null
  const audience = { workspaceId, chatId, personId: reader, seesShared: true }
  const usage = await listUsage(db, audience, {
    messages: ids,
    chunks: items.flatMap((item) => item.chunkId ?? []),
  })
  return { record, threadId, messages: byId, chunks, talks, facts, usage }
}
