import { createHash } from 'node:crypto'
import type { StatedFact } from '../../domain/fact.ts'
import { subjectKeyOf } from '../../text/facts/compare-facts.ts'

/** A hash that is the same for the same statement of the same message: read again, it is stored once. */
export function identityOf({ about, attribute, key, value, ends, messageIds }: StatedFact): string {
  const parts = [messageIds[0], subjectKeyOf(about), attribute, key, value, ends]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
}
