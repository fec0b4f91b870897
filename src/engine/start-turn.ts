import type { Db } from '../db/database.ts'
import { findSession, saveSessions } from '../db/sessions.ts'
import { listTurns, openTurn } from '../db/turns.ts'
import { AppError } from '../domain/errors.ts'
import type { SessionId } from '../domain/ids.ts'
import { audienceOf, type Question } from '../domain/question.ts'
import { audienceScope } from '../domain/scope.ts'
import type { Turn } from '../domain/session.ts'
import type { AnswerDeps, Asked } from './answer.ts'

/** A question that has its place in a session, and what was said there before. */
export type StartedTurn = {
  readonly sessionId: SessionId
  readonly number: number
  readonly earlier: readonly Turn[]
}

/**
 * Keeps the question as its session's next turn; a session the asker may not see does not exist. Null,
 * and nothing is written, where no session was named.
 */
export async function startTurn(
  question: Question,
  { sessionId, window }: Asked,
  { database }: AnswerDeps,
): Promise<StartedTurn | null> {
  if (sessionId === null) return null
  const { workspaceId, askedAt } = question
  const scope = audienceScope(workspaceId, audienceOf(question))
  return database.within(scope, async (db) => {
    await openSession(db, question, sessionId)
    const earlier = await listTurns(db, workspaceId, sessionId, window)
    const number = await openTurn(db, workspaceId, sessionId, { question: question.text, askedAt })
    return { sessionId, number, earlier }
  })
}

async function openSession(db: Db, question: Question, id: SessionId): Promise<void> {
  const { workspaceId, chat, personId, askedAt } = question
  if ((await findSession(db, workspaceId, id)) !== null) return
  const session = {
    id,
    chatId: chat?.id ?? null,
    topic: chat?.topic ?? null,
    personId,
    startedAt: askedAt,
    lastMessageAt: askedAt,
    endedAt: null,
  }
  try {
    await saveSessions(db, workspaceId, [session])
  } catch (error) {
    // The id is taken by a session outside this scope: the database refuses to touch that row.
    if (!isRefused(error)) throw error
    throw new AppError(
      'session_not_found',
      `There is no session "${id}" for you here. Leave session_id out to begin a new one.`,
    )
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && /row-level security/.test(error.message)
}
