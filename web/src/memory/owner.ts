import type { GroupMemory } from '../../../src/api/memory/group-memory.ts'
import type { PersonMemory } from '../../../src/api/memory/people.ts'
import { visibleText } from '../lib/visible-text.ts'

/** The owner of a memory: a person, by channel:id, or a group, by its thread id. */
export type Owner = { readonly kind: 'person' | 'group'; readonly id: string }

/** The part of a memory that people and groups share. */
export type MemoryContent = Omit<PersonMemory, 'person' | 'opted_out'>
export type SessionSummary = MemoryContent['sessions'][number]
export type OwnerMemory = PersonMemory | GroupMemory

// A person and a group may have the same id; no channel name contains `=`.
const GROUP = 'chat='

/** Parses the owner from a part of the route. */
export function readOwner(part: string | undefined): Owner | null {
  if (part === undefined || part === '') return null
  return part.startsWith(GROUP)
    ? { kind: 'group', id: part.slice(GROUP.length) }
    : { kind: 'person', id: part }
}

/** The part of the route for an owner. */
export function writeOwner({ kind, id }: Owner): string {
  return kind === 'group' ? `${GROUP}${id}` : id
}

/** The API path of a memory. */
export function memoryPath({ kind, id }: Owner): string {
  const resource = kind === 'group' ? 'chats' : 'people'
  return `/api/${resource}/${encodeURIComponent(id)}/memory`
}

/** The best known name of a person. */
export function nameOf(person: {
  readonly name: string | null
  readonly username?: string | null
  readonly id: string
}): string {
  return person.name ?? person.username ?? person.id
}

/** Parses comma-separated tags, without duplicates. */
export function readTags(typed: string): string[] {
  return [...new Set(typed.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== '')
}

/** A name as part of a file name: letters and digits of any script, else hyphens. */
export function fileNameOf(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-+|-+$/g, '') || 'person'
}

const MAX_CONFIRMATION_LENGTH = 60

/** The text to type for a confirmation: the name, or the id if the name cannot be typed. */
export function confirmationText(name: string, id: string): string {
  const plain = name.trim()
  return plain !== '' && plain.length <= MAX_CONFIRMATION_LENGTH && visibleText(plain) === plain
    ? plain
    : id
}

/** Tags without a topic summary, the most frequent first. */
export function unbuiltTags({ sessions, topics }: MemoryContent): string[] {
  const built = new Set(topics.map(({ slug }) => slug))
  const counts = new Map<string, number>()
  for (const tag of sessions.flatMap(({ tags }) => tags)) {
    if (!built.has(tag)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  }
  return [...counts].toSorted((a, b) => b[1] - a[1]).map(([tag]) => tag)
}
