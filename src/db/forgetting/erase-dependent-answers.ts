import type { SessionId, WorkspaceId } from '../../domain/ids.ts'
import { eraseAnswersFromSessions } from '../answers/answers.ts'
import type { Db } from '../engine/database.ts'
import { dropDerived } from './forget-derived.ts'

/**
 * Removes the words of answers that were made with what is remembered of these sessions. They were said in later
 * sessions, so what was made of those goes as well and is made anew; and with it the answers made with that.
 */
export async function eraseDependentAnswers(
  db: Db,
  workspaceId: WorkspaceId,
  sessionIds: readonly SessionId[],
  now: Date,
): Promise<void> {
  const seen = new Set(sessionIds)
  let wave = sessionIds
  while (wave.length > 0) {
    const told = await listSessionsTold(db, workspaceId, wave)
    await eraseAnswersFromSessions(db, workspaceId, wave)
    wave = told.filter((id) => !seen.has(id))
    await dropDerived(db, workspaceId, wave, now)
    for (const id of wave) seen.add(id)
  }
}

/** Talks in which an answer was given that was made with what is remembered of one of these. */
async function listSessionsTold(
  db: Db,
  workspaceId: WorkspaceId,
  sessionIds: readonly SessionId[],
): Promise<SessionId[]> {
  const rows = await db.query<{ id: SessionId }>(
    `select distinct session_id as id from answers
      where workspace_id = $1 and source_session_ids && $2::text[] and session_id is not null
        and answer is not null`,
    [workspaceId, sessionIds],
  )
  return rows.map((row) => row.id)
}
