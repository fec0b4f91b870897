import type { Db } from '../../db/engine/database.ts'
import { lockChatRow } from '../../db/messages/chats.ts'
import {
  continueSession,
  findOpenSession,
  type OpenSession,
} from '../../db/sessions/session-life.ts'
import { findSession, saveSessions } from '../../db/sessions/sessions.ts'
import { listTurns, openTurn } from '../../db/sessions/turns.ts'
import { AppError } from '../../domain/errors.ts'
import type { SessionId } from '../../domain/ids.ts'
import type { ActiveTopic } from '../../domain/memory.ts'
import { audienceOf, type Question } from '../../domain/question.ts'
import { audienceScope } from '../../domain/scope.ts'
import type { StoredTurn } from '../../domain/session.ts'
import type { AnswerDeps, AnswerRequest } from './deps.ts'

/** A question that has its place in a session, and the turns before it. */
export type StartedTurn = {
  readonly sessionId: SessionId
  readonly number: number
  readonly earlier: readonly StoredTurn[]
  /** The session's topics, as far as they are known. */
  readonly topics: readonly ActiveTopic[]
}

/**
 * Stores the question as its session's next turn; a session that the asker may not see does not exist. A
 * closed session is not reopened: the question opens the next one. Null, and nothing is written, where no
 * session was named.
 */
export async function startTurn(
  question: Question,
  { sessionId, window }: AnswerRequest,
  { database, newId }: AnswerDeps,
): Promise<StartedTurn | null> {
  if (sessionId === null) return null
  const { workspaceId, askedAt, messageId, chat } = question
  const scope = audienceScope(workspaceId, audienceOf(question))
  return database.within(scope, async (db) => {
    if (chat !== null) await lockChatRow(db, workspaceId, chat.id)
    const session = await openSession(db, question, sessionId, newId)
    const earlier = await listTurns(db, workspaceId, session.id, window)
    const asked = { question: question.text, askedAt, askedBy: question.personId, messageId }
    const number = await openTurn(db, workspaceId, session.id, asked)
    return { sessionId: session.id, number, earlier, topics: session.topics }
  })
}

/** The turns before a question that is not stored; null where no session was named or none is there. Writes nothing. */
export async function readEarlierTurns(
  question: Question,
  { sessionId, window }: AnswerRequest,
  { database }: AnswerDeps,
): Promise<StartedTurn | null> {
  if (sessionId === null) return null
  const { workspaceId } = question
  const scope = audienceScope(workspaceId, audienceOf(question))
  return database.within(scope, async (db) => {
    if ((await findSession(db, workspaceId, sessionId)) === null) return null
    const open = await findOpenSession(db, workspaceId, sessionId)
    const earlier = await listTurns(db, workspaceId, open?.id ?? sessionId, window)
    return { sessionId, number: 0, earlier, topics: open?.topics ?? [] }
  })
}

async function openSession(
  db: Db,
  question: Question,
  id: SessionId,
  newId: () => string,
): Promise<OpenSession> {
  const { workspaceId, askedAt } = question
  const open = await findOpenSession(db, workspaceId, id)
  if (open !== null) return open
  if ((await findSession(db, workspaceId, id)) === null) {
    await beginSession(db, question, id)
    return { id, topics: [] }
  }
  await continueSession(db, workspaceId, id, { id: newId() as SessionId, now: askedAt })
  const next = await findOpenSession(db, workspaceId, id)
  if (next === null) throw noSession(id)
  return next
}

async function beginSession(db: Db, question: Question, id: SessionId): Promise<void> {
  const { workspaceId, chat, personId, askedAt } = question
  const session = {
    id,
    chatId: chat?.id ?? null,
    topic: chat?.topic ?? null,
    personId,
    startedAt: askedAt,
    lastMessageAt: askedAt,
    endedAt: null,
    closeReason: null,
  }
  try {
    await saveSessions(db, workspaceId, [session])
  } catch (error) {
    // The id belongs to a session outside this scope: row-level security refuses to touch that row.
    throw isRefused(error) ? noSession(id) : error
  }
}

function noSession(id: SessionId): AppError {
  return new AppError(
    'session_not_found',
    `No session "${id}" of yours is in this chat. Omit session_id to start a new one.`,
  )
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && /row-level security/.test(error.message)
}
