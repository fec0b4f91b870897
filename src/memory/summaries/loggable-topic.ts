import { createHash } from 'node:crypto'

/** Hex digits of a digest: enough to tell the topics of a workspace apart. */
const DIGITS = 12

/** A topic as it may be logged: its slug if staff registered it, else a digest, as a slug may repeat a message. */
export function loggableTopic(slug: string, registered: ReadonlySet<string>): string {
  if (registered.has(slug)) return slug
  return `#${createHash('sha256').update(slug).digest('hex').slice(0, DIGITS)}`
}
