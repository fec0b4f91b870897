import type { Db } from '../../db/engine/database.ts'
import { listChatNames } from '../../db/facts/fact-lines.ts'
import { type ChatRow, findChat } from '../../db/messages/chats.ts'
import { findPerson, type PersonRow } from '../../db/messages/people.ts'
import { parseThreadId } from '../../domain/chat.ts'
import type { NamedPerson } from '../../domain/fact.ts'
import type { WorkspaceId } from '../../domain/ids.ts'
import { groupMemory, type MemoryOwner, personMemory } from '../../domain/memory.ts'
import type { Principal } from '../../domain/principal.ts'
import type { MemoryDeps } from '../deps.ts'
import { knownChat } from '../facts/manage-facts.ts'
import { findWho, parsePersonRef, type Who } from '../resolve-person.ts'
import type { ImportedMemory, MemorySkipReason } from './imported-memory.ts'

/** A memory with the person it belongs to. */
export type OwnedMemory = {
  readonly memory: ImportedMemory
  readonly saidBy: NamedPerson
  /** The people whose names it may mean. */
  readonly people: readonly NamedPerson[]
  /** Names of others, where they are hidden. */
  readonly hidden: readonly string[]
}

export type AssignedMemories = {
  readonly owners: readonly {
    readonly owner: MemoryOwner
    readonly memories: readonly OwnedMemory[]
  }[]
  readonly skipped: readonly { readonly position: number; readonly reason: MemorySkipReason }[]
}

/** Users of other programs without a channel are people of the API. */
const OWN_CHANNEL = 'api'

type Target = { readonly person: string | null; readonly threadId: string | null }

/**
 * To whom each memory belongs: the named person, or whom the file names. A file of several users is not all of one
 * person: of it the named person gets what is theirs.
 */
export async function assignMemories(
  db: Db,
  principal: Principal,
  memories: readonly ImportedMemory[],
  { person, threadId }: Target,
  deps: MemoryDeps,
): Promise<AssignedMemories> {
  const { workspaceId } = principal
  const who = person === null ? null : await findWho(db, principal, person)
  const named =
    threadId === null
      ? null
      : await groupOf(db, workspaceId, threadId, await knownChat(db, workspaceId, threadId))
  const groups = threadId === null ? await groupsOf(db, workspaceId, memories) : NO_GROUPS
  const users = new Set(memories.flatMap((memory) => memory.person ?? []))
  const people = new Map<string | null, Found>()
  for (const user of [null, ...users]) {
    people.set(user, await findUser(db, principal, user, { who, isOnly: users.size <= 1 }))
  }
  const skipped: { position: number; reason: MemorySkipReason }[] = []
  const owners = new Map<string, { owner: MemoryOwner; memories: OwnedMemory[] }>()
  for (const memory of memories) {
    const found = people.get(memory.person) ?? { reason: 'person_unknown' as const }
    // What a person said in a group that is known here belongs there; given to another person, it is private.
    const isTheirs = !('reason' in found) && isNamed(found.who, memory.person ?? '')
    const group = named ?? (isTheirs ? (groups.get(memory.threadId ?? '') ?? null) : null)
    const isOfGroup = memory.stated?.about.kind === 'group' && group === null
    if ('reason' in found || isOfGroup) {
      const reason = 'reason' in found ? found.reason : 'about_group'
      skipped.push({ position: memory.position, reason })
      continue
    }
    const { id, name, username, externalId, selfId } = found.who
    const owner = group === null ? personMemory(selfId) : group.owner
    const saidBy = { id, username, name: name ?? username ?? externalId }
    const others = (group?.names ?? []).filter((one) => one.id !== id)
    const hidden = deps.settings.hideNames
      ? [...others.map((one) => one.name), ...(await deps.guessNames(memory.text))]
      : []
    const owned = { memory, saidBy, people: [saidBy, ...others] }
    const entry = owners.get(owner.key) ?? { owner, memories: [] }
    entry.memories.push({ ...owned, hidden: hidden.filter((one) => one !== saidBy.name) })
    owners.set(owner.key, entry)
  }
  return { owners: [...owners.values()], skipped }
}

type Group = { readonly owner: MemoryOwner; readonly names: readonly NamedPerson[] }

const NO_GROUPS: ReadonlyMap<string, Group> = new Map()

/** The memory of a group; null for a private chat, whose memory is that of its person. */
async function groupOf(
  db: Db,
  workspaceId: WorkspaceId,
  threadId: string,
  { id, kind }: Pick<ChatRow, 'id' | 'kind'>,
): Promise<Group | null> {
  if (kind !== 'group') return null
  const names = await listChatNames(db, workspaceId, id)
  return { owner: groupMemory(id, parseThreadId(threadId).topic), names }
}

/** The groups that the entries of our own export name and that are known here. */
async function groupsOf(
  db: Db,
  workspaceId: WorkspaceId,
  memories: readonly ImportedMemory[],
): Promise<ReadonlyMap<string, Group>> {
  const found = new Map<string, Group>()
  for (const threadId of new Set(memories.flatMap((memory) => memory.threadId ?? []))) {
    const chat = await findChat(db, workspaceId, parseThreadId(threadId))
    const group = chat === null ? null : await groupOf(db, workspaceId, threadId, chat)
    if (group !== null) found.set(threadId, group)
  }
  return found
}

type Found = { readonly who: Who } | { readonly reason: MemorySkipReason }

async function findUser(
  db: Db,
  principal: Principal,
  user: string | null,
  { who, isOnly }: { readonly who: Who | null; readonly isOnly: boolean },
): Promise<Found> {
  if (who !== null) {
    if (user !== null && !isOnly && !isNamed(who, user)) return { reason: 'other_person' }
    return who.isOptedOut ? { reason: 'opted_out' } : { who }
  }
  if (user === null) return { reason: 'no_person' }
  const { channel, externalId } = parsePersonRef(user) ?? {
    channel: OWN_CHANNEL,
    externalId: user,
  }
  const known = await findPerson(db, principal.workspaceId, channel, externalId)
  if (known === null) return { reason: 'person_unknown' }
  const found = await findWho(db, principal, String(known.id))
  return found.isOptedOut ? { reason: 'opted_out' } : { who: found }
}

function isNamed({ channel, externalId }: PersonRow, user: string): boolean {
  return user === externalId || user === `${channel}:${externalId}`
}
