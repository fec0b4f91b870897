import type { AnswerId, PersonId, SessionId, WorkspaceId } from '../../domain/ids.ts'
import type { StoredTurn } from '../../domain/session.ts'
import type { Db } from '../engine/database.ts'

/**
 * Stores the question as the session's next turn, before any model is asked: a crash must not lose it. The counter's
 * row lock makes numbers unique and gapless, from 1.
 */
export async function openTurn(
  db: Db,
  workspaceId: WorkspaceId,
  sessionId: SessionId,
  turn: {
    readonly question: string
    readonly askedAt: Date
    readonly askedBy: PersonId | null
    /** The channel's id of the message that asked. */
    readonly messageId: string | null
  },
): Promise<number> {
  const rows = await db.query<{ number: number }>(
    `with counted as (
       update sessions
          set turn_count = turn_count + 1,
              last_message_at = greatest(last_message_at, $4::timestamptz),
              last_seen_at = greatest(last_seen_at, $4::timestamptz), hidden_since = null
        where workspace_id = $1 and id = $2
       returning turn_count)
     insert into turns (workspace_id, session_id, number, question, created_at, asked_by, message_id)
     select $1, $2, turn_count, $3, $4::timestamptz, $5::bigint, $6 from counted
     returning number`,
    [
      workspaceId,
      sessionId,
      turn.question,
      turn.askedAt.toISOString(),
      turn.askedBy,
      turn.messageId,
    ],
  )
  return (rows[0] as { number: number }).number
}

/** Adds the answer to its turn. */
export async function closeTurn(
  db: Db,
  workspaceId: WorkspaceId,
  turn: {
    readonly sessionId: SessionId
    readonly number: number
    readonly answer: string
    readonly answerId: AnswerId
    readonly guardrailScore: number | null
    readonly retrievalAttempts: number
    readonly rewrittenQuery: string | null
    readonly provider: string
    readonly model: string
    readonly sources: readonly string[]
    readonly reasoningSteps: readonly string[]
  },
): Promise<void> {
  await db.write(
    `update turns
        set answer = $4, answer_id = $5, provider = $6, model = $7, sources = $8::jsonb,
            reasoning_steps = $9::jsonb, guardrail_score = $10, retrieval_attempts = $11,
            rewritten_query = $12
      where workspace_id = $1 and session_id = $2 and number = $3`,
    [
      workspaceId,
      turn.sessionId,
      turn.number,
      turn.answer,
      turn.answerId,
      turn.provider,
      turn.model,
      JSON.stringify(turn.sources),
      JSON.stringify(turn.reasoningSteps),
      turn.guardrailScore,
      turn.retrievalAttempts,
      turn.rewrittenQuery,
    ],
    1,
  )
}

/** The newest answered turns of a session, and of those it continues; oldest first. */
export async function listTurns(
  db: Db,
  workspaceId: WorkspaceId,
  sessionId: SessionId,
  limit: number,
): Promise<StoredTurn[]> {
  const rows = await db.query<StoredTurn>(
    `select session_id as "sessionId", number, answer_id as "answerId", asked_by as "askedBy",
            question, answer from turns
      where workspace_id = $1 and answer is not null and session_id in (
              select s.id from sessions s, sessions x
               where x.workspace_id = $1 and x.id = $2 and s.workspace_id = $1
                 and (s.id = x.id or s.id = x.root_id or s.root_id = coalesce(x.root_id, x.id)))
      order by created_at desc, number desc
      limit $3`,
    [workspaceId, sessionId, limit],
  )
  return rows.reverse()
}
