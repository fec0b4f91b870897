import type { GroupMemory } from '../../../src/api/memory/group-memory.ts'
import type { PersonMemory } from '../../../src/api/memory/people.ts'
import { visibleText } from '../lib/visible-text.ts'

/** Whose memory is looked at: a person's, by channel:id, or a group's, by its thread. */
export type Owner = { readonly kind: 'person' | 'group'; readonly id: string }

/** What is remembered of either. */
export type MemoryContent = Omit<PersonMemory, 'person' | 'opted_out'>
export type SessionSummary = MemoryContent['sessions'][number]
export type OwnerMemory = PersonMemory | GroupMemory

// A person and a group may have the same id on their channel; no channel has this in its name.
const GROUP = 'chat='

/** Reads the part of the address that says whose memory it is. */
export function readOwner(part: string | undefined): Owner | null {
  if (part === undefined || part === '') return null
  return part.startsWith(GROUP)
    ? { kind: 'group', id: part.slice(GROUP.length) }
    : { kind: 'person', id: part }
}

/** The same the other way. */
export function writeOwner({ kind, id }: Owner): string {
  return kind === 'group' ? `${GROUP}${id}` : id
}

/** Where the API has it. */
export function memoryPath({ kind, id }: Owner): string {
  const room = kind === 'group' ? 'chats' : 'people'
  return `/api/${room}/${encodeURIComponent(id)}/memory`
}

/** What somebody is called, as well as we know. */
export function nameOf(person: {
  readonly name: string | null
  readonly username?: string | null
  readonly id: string
}): string {
  return person.name ?? person.username ?? person.id
}

/** Tags as they are typed, each once, without empty ones. */
export function readTags(typed: string): string[] {
  return [...new Set(typed.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== '')
}

/** What a name becomes in the name of a file: letters and digits of any script, else hyphens. */
export function fileNameOf(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-+|-+$/g, '') || 'person'
}

const MAX_CONFIRMATION_LENGTH = 60

/** What somebody is asked to type to confirm: the name, or the id where the name cannot be typed. */
export function confirmationText(name: string, id: string): string {
  const plain = name.trim()
  return plain !== '' && plain.length <= MAX_CONFIRMATION_LENGTH && visibleText(plain) === plain
    ? plain
    : id
}

/** The tags of sessions that no topic has been built for yet, the most frequent first. */
export function unbuiltTags({ sessions, topics }: MemoryContent): string[] {
  const built = new Set(topics.map(({ slug }) => slug))
  const counts = new Map<string, number>()
  for (const tag of sessions.flatMap(({ tags }) => tags)) {
    if (!built.has(tag)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  }
  return [...counts].toSorted((a, b) => b[1] - a[1]).map(([tag]) => tag)
}
