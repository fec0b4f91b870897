import { entryOf, entryText, entryTime } from './entry-fields.ts'
import { type ImportedMemory, sentenceAt } from './imported-memory.ts'

/* Zep stores facts as edges of a graph. A fact is a sentence (`fact`; `content` of an older kind) with the times from and
 * until which it is true; `name` is only the relation, and the sentence only of an edge without one. Nothing names the
 * user: the graph is theirs. */

/** True if an entry looks like a fact or an edge of Zep. */
export function isZep(value: unknown): boolean {
  const entry = entryOf(value)
  if (entry === null) return false
  const isEdge = ['source_node_uuid', 'source_node_name', 'valid_at', 'invalid_at'].some((name) =>
    Object.hasOwn(entry, name),
  )
  return (
    entryText(entry, 'fact') !== null || (isEdge && entryText(entry, 'content', 'name') !== null)
  )
}

/** A fact or an edge of Zep, or a fact that is only a text; null if it is none. */
export function readZep(value: unknown, position: number): ImportedMemory | null {
  if (typeof value === 'string')
    return value.trim() === '' ? null : sentenceAt(position, value.trim())
  const entry = entryOf(value)
  const text = entry && entryText(entry, 'fact', 'content', 'name')
  if (!entry || !text) return null
  const createdAt = entryTime(entry, 'created_at')
  return {
    ...sentenceAt(position, text),
    saidAt: createdAt ?? entryTime(entry, 'valid_at'),
    validFrom: entryTime(entry, 'valid_at') ?? createdAt,
    validTo: entryTime(entry, 'invalid_at', 'expired_at'),
  }
}
