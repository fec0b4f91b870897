import type { SessionId, WorkspaceId } from '../../domain/ids.ts'
import { eraseAnswersFromSessions } from '../answers/answers.ts'
import type { Db } from '../engine/database.ts'
import { dropDerived } from './forget-derived.ts'

/**
 * Erases the text of answers that were made with the memory of these sessions. They were given in later sessions, so
 * everything derived from those is dropped and rebuilt too, and so on for the answers made with that.
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
    const dependents = await listSessionsUsing(db, workspaceId, wave)
    await eraseAnswersFromSessions(db, workspaceId, wave)
    wave = dependents.filter((id) => !seen.has(id))
    await dropDerived(db, workspaceId, wave, now)
    for (const id of wave) seen.add(id)
  }
}

/** Sessions with an answer that was made with the memory of one of these. */
async function listSessionsUsing(
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
