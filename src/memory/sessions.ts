import type { Db } from '../db/engine/database.ts'
import { findIdentity } from '../db/messages/people.ts'
import type { ClosedSession } from '../db/sessions/session-life.ts'
import {
  closeSession,
  findOpenSession,
  noteVisibility,
  recordSeen,
} from '../db/sessions/session-life.ts'
import { findSession } from '../db/sessions/sessions.ts'
import { AppError } from '../domain/errors.ts'
import type { EngineEvent } from '../domain/events.ts'
import type { SessionId, WorkspaceId } from '../domain/ids.ts'
import { mayActAs, type Principal } from '../domain/principal.ts'
import { workspaceScope } from '../domain/scope.ts'
import type { Session } from '../domain/session.ts'
import type { MemoryDeps } from './deps.ts'

/* A web page reports that it is open, that it was hidden, that a new session begins. What it cannot report
 * (the lid was closed) shows by silence: upkeep/plan-memory.ts. */

export type SessionStatus = { readonly sessionId: SessionId; readonly isOpen: boolean }

/** Records that a session's page is open. */
export async function heartbeat(
  principal: Principal,
  id: SessionId,
  { database, now }: MemoryDeps,
): Promise<SessionStatus> {
  return withOwnSession(principal, id, database, async (db, workspaceId, session) => ({
    sessionId: session.id,
    isOpen: await recordSeen(db, workspaceId, session.id, now()),
  }))
}

/** Records that a session's page was hidden, or is shown again. */
export async function changeVisibility(
  principal: Principal,
  id: SessionId,
  isVisible: boolean,
  { database, now }: MemoryDeps,
): Promise<SessionStatus> {
  return withOwnSession(principal, id, database, async (db, workspaceId, session) => ({
    sessionId: session.id,
    isOpen: await noteVisibility(db, workspaceId, session.id, { isVisible, now: now() }),
  }))
}

/** Closes a session now, if it is open. For staff. */
export async function closeNow(
  principal: Principal,
  id: SessionId,
  { database, now, record }: MemoryDeps,
): Promise<SessionStatus> {
  if (!mayActAs(principal.role, 'staff')) {
    throw new AppError('forbidden', 'Only staff may end a session. Start a new session instead.')
  }
  const closed = await withOwnSession(principal, id, database, (db, workspaceId, session) =>
    closeSession(db, workspaceId, session.id, { reason: 'staff', now: now() }),
  )
  if (closed !== null) record(closedEvent(principal.workspaceId, closed))
  return { sessionId: id, isOpen: false }
}

/** The event of a closed session. */
export function closedEvent(workspaceId: WorkspaceId, session: ClosedSession): EngineEvent {
  return {
    name: 'session.closed',
    workspaceId,
    sessionId: session.id,
    personId: session.personId,
    reason: session.reason,
    durationMs: session.endedAt.getTime() - session.startedAt.getTime(),
    lastSeenAt: session.lastSeenAt.toISOString(),
  }
}

/** Does something with a session of the principal, in one transaction; fails if it is not theirs. */
export async function withOwnSession<T>(
  principal: Principal,
  id: SessionId,
  database: MemoryDeps['database'],
  work: (db: Db, workspaceId: WorkspaceId, session: Session) => Promise<T>,
): Promise<T> {
  const { workspaceId } = principal
  return database.within(workspaceScope(workspaceId), async (db) => {
    const session = await findSession(db, workspaceId, id)
    if (session === null || !(await isTheirs(db, principal, session))) {
      throw new AppError('session_not_found', `No session "${id}" is known to you. Check the id.`)
    }
    // A page may not know yet that its session was closed and the next one opened.
    const open = await findOpenSession(db, workspaceId, id)
    return work(db, workspaceId, { ...session, id: open?.id ?? id })
  })
}

async function isTheirs(db: Db, { workspaceId, role, personId }: Principal, session: Session) {
  if (mayActAs(role, 'staff')) return true
  if (personId === null || session.personId === null) return false
  if (personId === session.personId) return true
  const [self, other] = [
    await findIdentity(db, workspaceId, personId),
    await findIdentity(db, workspaceId, session.personId),
  ]
  return self !== null && self.selfId === other?.selfId
}
