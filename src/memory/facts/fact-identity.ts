import { createHash } from 'node:crypto'
import type { StatedFact } from '../../domain/fact.ts'
import { subjectKeyOf } from '../../text/facts/compare-facts.ts'

/**
 * A hash that is the same for the same statement of the same message: read again, it is stored once. Of an entered fact,
 * for the same statement of the same person; with `isDated`, at the same time.
 */
export function identityOf(
  { about, attribute, key, value, ends, messageIds, saidBy, saidAt }: StatedFact,
  { isDated = false }: { readonly isDated?: boolean } = {},
): string {
  const origin = messageIds[0] ?? `person ${saidBy}`
  const date = isDated ? [saidAt.toISOString()] : []
  const parts = [origin, subjectKeyOf(about), attribute, key, value, ends, ...date]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
}
