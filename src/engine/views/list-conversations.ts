import {
  type AnsweredTurn,
  type AnswerFilter,
  type AnswerLine,
  listAnsweredTurns,
  listAnswers,
  listConversations,
  type SessionLine,
} from '../../db/answers/list-answers.ts'
import type { Database, Db } from '../../db/engine/database.ts'
import { findOpenSession } from '../../db/sessions/session-life.ts'
import { findMetadata, findSession } from '../../db/sessions/sessions.ts'
import { parseThreadId } from '../../domain/chat.ts'
import { AppError } from '../../domain/errors.ts'
import type { SessionId } from '../../domain/ids.ts'
import type { ActiveTopic } from '../../domain/memory.ts'
import { mayActAs, type Principal } from '../../domain/principal.ts'
import { workspaceScope } from '../../domain/scope.ts'
import type { Session, SessionMetadata } from '../../domain/session.ts'
import { findVisibleChat } from '../access/access.ts'

/* Lists of questions and answers. Staff see all of them, a member its own. */

type Deps = { readonly database: Database }

/** Turns shown of one session; the newest. */
const MAX_TURNS = 200

export type SessionOverview = {
  readonly sessionId: SessionId
  readonly isOpen: boolean
  readonly topics: readonly ActiveTopic[]
  readonly metadata: SessionMetadata | null
  readonly turns: readonly AnsweredTurn[]
}

/** The newest answers and contexts that match, of one chat or of all. */
export async function browseAnswers(
  principal: Principal,
  { threadId, ...filter }: AnswerFilter & { readonly threadId: string | null },
  { database }: Deps,
): Promise<AnswerLine[]> {
  const { workspaceId } = principal
  return database.within(workspaceScope(workspaceId), async (db) => {
    const chat =
      threadId === null ? null : await findVisibleChat(db, principal, parseThreadId(threadId))
    if (isNobody(principal)) return []
    const personId = mayActAs(principal.role, 'staff') ? null : principal.personId
    return listAnswers(db, workspaceId, { ...filter, chatId: chat?.id ?? null, personId })
  })
}

/** The newest sessions of questions and answers. */
export async function browseConversations(
  principal: Principal,
  limit: number,
  { database }: Deps,
): Promise<SessionLine[]> {
  const { workspaceId } = principal
  if (isNobody(principal)) return []
  const personId = mayActAs(principal.role, 'staff') ? null : principal.personId
  return database.within(workspaceScope(workspaceId), (db) =>
    listConversations(db, workspaceId, { personId, limit }),
  )
}

/** The turns of a session, and its topics. */
export async function readConversation(
  principal: Principal,
  id: SessionId,
  { database }: Deps,
): Promise<SessionOverview> {
  const { workspaceId } = principal
  return database.within(workspaceScope(workspaceId), async (db) => {
    await findOwnSession(db, principal, id)
    const open = await findOpenSession(db, workspaceId, id)
    const turns = await listAnsweredTurns(db, workspaceId, id, MAX_TURNS)
    const metadata = await findMetadata(db, workspaceId, id)
    return { sessionId: id, isOpen: open?.id === id, topics: open?.topics ?? [], metadata, turns }
  })
}

/** The session, if it exists and the principal may see it; otherwise fails. */
export async function findOwnSession(
  db: Db,
  principal: Principal,
  id: SessionId,
): Promise<Session> {
  const session = await findSession(db, principal.workspaceId, id)
  const isOwn = principal.personId !== null && session?.personId === principal.personId
  if (session !== null && (isOwn || mayActAs(principal.role, 'staff'))) return session
  throw new AppError('session_not_found', `No session "${id}" is known to you. Check the id.`)
}

/** A member key whose person is gone. */
function isNobody({ role, personId }: Principal): boolean {
  return !mayActAs(role, 'staff') && personId === null
}
