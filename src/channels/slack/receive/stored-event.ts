import { z } from 'zod'
import type { Fields } from '../../../text/fields.ts'

/* What is stored of an event until it is read: its own part of what Slack sent, without Slack's tokens. */

const Stored = z.object({
  /** An event, a pressed button, or a slash command. */
  kind: z.enum(['event', 'press', 'command']),
  /** When it was received. */
  at: z.iso.datetime(),
  /** Workspaces, organisations and users that it was sent for; empty if unknown. */
  for: z.array(z.string()),
  /** Read from the history after an absence. */
  isHistory: z.boolean(),
  body: z.record(z.string(), z.unknown()),
})

export type StoredEvent = Readonly<z.output<typeof Stored>> & { readonly body: Fields }

/** Reads a stored event; null for something else, which only a damaged database contains. */
export function readStoredEvent(payload: string): StoredEvent | null {
  const read = Stored.safeParse(JSON.parse(payload))
  return read.success ? read.data : null
}
