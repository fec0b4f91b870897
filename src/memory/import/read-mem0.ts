import { entryOf, entryText, entryTime } from './entry-fields.ts'
import { type ImportedMemory, sentenceAt } from './imported-memory.ts'

/* mem0 lists memories as an array, or under `results` or `memories`: the sentence is `memory` (`text` or `content` in some
 * versions), its user `user_id`. One that is only an agent's or a run's has no user. */

/** True if an entry looks like a memory of mem0. */
export function isMem0(value: unknown): boolean {
  const entry = entryOf(value)
  if (entry === null || Object.hasOwn(entry, 'fact')) return false
  return entryText(entry, 'memory', 'text', 'content') !== null
}

/** An entry of an export of mem0; null if it is none. */
export function readMem0(value: unknown, position: number): ImportedMemory | null {
  const entry = entryOf(value)
  const text = entry && entryText(entry, 'memory', 'text', 'content')
  if (!entry || !text) return null
  const saidAt = entryTime(entry, 'created_at', 'updated_at')
  return {
    ...sentenceAt(position, text),
    person: entryText(entry, 'user_id'),
    ...{ saidAt, validFrom: saidAt, validTo: entryTime(entry, 'expiration_date') },
  }
}
