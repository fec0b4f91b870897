import { findChatById } from '../db/messages/chats.ts'
import { type ListedPerson, listPeoplePage, type PeoplePage } from '../db/messages/list-people.ts'
import { listNamesOf } from '../db/messages/people-links.ts'
import { isStale } from '../db/sessions/memory-owners.ts'
import {
  listRememberedSessions,
  type RememberedSessionRow,
} from '../db/sessions/remembered-sessions.ts'
import { findRolling, type RollingSummary } from '../db/sessions/rolling-summaries.ts'
import { listAllTopicSummaries, type TopicSummary } from '../db/sessions/topic-summaries.ts'
import { type MemoryOwner, memoryScope, personMemory } from '../domain/memory.ts'
import { mayActAs, type Principal } from '../domain/principal.ts'
import { workspaceScope } from '../domain/scope.ts'
import type { MemoryDeps } from './deps.ts'
import { findWho, type Who } from './resolve-person.ts'

/** The memory of one owner. */
export type Remembered = {
  readonly recent: RollingSummary | null
  readonly history: RollingSummary | null
  readonly topics: readonly TopicSummary[]
  readonly sessions: readonly RememberedSessionRow[]
  /** True while the memory is stale and about to be rebuilt. */
  readonly isStale: boolean
}

export type SeenPerson = Remembered & { readonly who: Who }
export type SeenGroup = Remembered & { readonly title: string | null }

/** Sessions listed at most. */
const MAX_SEEN = 200

const NOTHING: Remembered = {
  recent: null,
  history: null,
  topics: [],
  sessions: [],
  isStale: false,
}

/** The memory of a person. */
export async function seePerson(
  principal: Principal,
  person: string,
  deps: MemoryDeps,
): Promise<SeenPerson> {
  const { workspaceId } = principal
  const who = await deps.database.within(workspaceScope(workspaceId), (db) =>
    findWho(db, principal, person),
  )
  return { who, ...(await seeOwned(principal, personMemory(who.selfId), deps)) }
}

/** The same for a group the engine resolved for the caller; empty for null. */
export async function seeGroup(
  principal: Principal,
  owner: MemoryOwner | null,
  deps: MemoryDeps,
): Promise<SeenGroup> {
  const { workspaceId } = principal
  if (owner === null) return { title: null, ...NOTHING }
  const { chatId } = owner
  const chat =
    chatId &&
    (await deps.database.within(workspaceScope(workspaceId), (db) =>
      findChatById(db, workspaceId, chatId),
    ))
  return { title: chat?.title ?? null, ...(await seeOwned(principal, owner, deps)) }
}

async function seeOwned(
  { workspaceId }: Principal,
  owner: MemoryOwner,
  { database }: MemoryDeps,
): Promise<Remembered> {
  // A session's start is in its own row, which belongs to the chat it took place in or to another account
  // of the person: outside the owner's scope.
  const sessions = await database.within(workspaceScope(workspaceId), (db) =>
    listRememberedSessions(db, workspaceId, owner, MAX_SEEN),
  )
  return database.within(memoryScope(workspaceId, owner), async (db) => ({
    recent: await findRolling(db, workspaceId, owner, 'recent'),
    history: await findRolling(db, workspaceId, owner, 'history'),
    topics: await listAllTopicSummaries(db, workspaceId, owner),
    sessions,
    isStale: await isStale(db, workspaceId, owner.key),
  }))
}

/** People by name; a member sees only themselves. */
export async function listRememberedPeople(
  principal: Principal,
  page: Omit<PeoplePage, 'only'>,
  { database }: MemoryDeps,
): Promise<ListedPerson[]> {
  const { workspaceId, personId } = principal
  return database.within(workspaceScope(workspaceId), async (db) => {
    if (mayActAs(principal.role, 'staff')) {
      return listPeoplePage(db, workspaceId, { ...page, only: null })
    }
    if (personId === null) return []
    const { selfId } = await findWho(db, principal, 'me')
    const only = await listNamesOf(db, workspaceId, selfId)
    return listPeoplePage(db, workspaceId, { ...page, only })
  })
}
