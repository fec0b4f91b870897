import { shareReads } from '../db/engine/share-reads.ts'
import { listChatsWithoutFacts } from '../db/facts/fact-lines.ts'
import { listFacts } from '../db/facts/find-facts.ts'
import { listByIds, type Place } from '../db/messages/find-messages.ts'
import type { WorkspaceId } from '../domain/ids.ts'
import { groupMemory, memoryScope } from '../domain/memory.ts'
import type { Message } from '../domain/message.ts'
import { type Question, shownTo } from '../domain/question.ts'
import { workspaceScope } from '../domain/scope.ts'
import { STEPS } from '../engine/context/recall-deps.ts'
import { embedQuery } from '../engine/recall/embed-query.ts'
import { factsSource } from '../engine/recall/facts.ts'
import type { SearchDeps } from '../engine/views/search.ts'
import type { MemoryDeps } from '../memory/deps.ts'
import { readQuery } from '../text/query/read-query.ts'
import { memoryJobs } from '../upkeep/memory-jobs.ts'

/* Facts of an evaluation: read by the job of upkeep, found by the source of recall. */

const MAX_CHATS = 1_000

/** Reads the quiet conversations of all chats for facts; returns how many are stored. */
export async function readAllFacts(workspaceId: WorkspaceId, deps: MemoryDeps): Promise<number> {
  const { facts } = memoryJobs(deps)
  const scope = workspaceScope(workspaceId)
  const quietBefore = new Date(deps.now().getTime() - deps.settings.idleMs)
  const chats = await deps.database.within(scope, (db) =>
    listChatsWithoutFacts(db, workspaceId, quietBefore, MAX_CHATS),
  )
  const never = new AbortController().signal
  for (const chatId of chats) await facts({ key: String(chatId), workspaceId, chatId }, never)
  const { total } = await deps.database.within(scope, (db) =>
    listFacts(db, workspaceId, {
      ...{ people: null, chatId: null, statuses: ['active'], terms: [], attribute: null, at: null },
      ...{ limit: 1, offset: 0 },
    }),
  )
  return total
}

/** The messages of a group that the facts found for a question rest on, of the best fact first. */
export async function findThroughFacts(
  place: Place,
  { text, askedAt }: { readonly text: string; readonly askedAt: Date },
  { database, embedder }: SearchDeps,
): Promise<Message[]> {
  const { workspaceId, chatId, topic } = place
  const memory = groupMemory(chatId, topic)
  const read = shareReads(database, memoryScope(workspaceId, memory))
  const vector = await embedQuery(text, workspaceId, { read, embedder })
  const question: Question = {
    ...{ workspaceId, memory, text, askedAt, chat: null, personId: null, askerName: null },
    ...{ searchText: null, messageId: null, replyTo: null, quote: null, isTopicUnsure: false },
    ...{ isNow: true, budgetTokens: 3_000, seesSharedFiles: false },
  }
  const search = {
    ...{ question, query: readQuery(text), shown: shownTo(question), vector, steps: STEPS },
    ...{ onCounted: () => undefined, onMissing: () => undefined },
  }
  return read(async (db) => {
    const found = await factsSource.find(db, search)
    const ids = found.flatMap(({ piece }) => (piece.kind === 'fact' ? piece.fact.messageIds : []))
    const messages = await listByIds(db, workspaceId, chatId, ids)
    const byId = new Map(messages.map((message) => [message.id, message]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  })
}
