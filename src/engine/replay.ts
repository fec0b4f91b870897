import type { Recovered } from '../db/journal.ts'
import type { Edit } from '../db/messages.ts'
import { isAppError } from '../domain/errors.ts'
import type { WorkspaceId } from '../domain/ids.ts'
import type { Delivery } from '../domain/message.ts'
import { keepDeletion, keepEdit } from './amend.ts'
import type { Target } from './may-write.ts'
import { keepDelivery, type ReceiveDeps } from './receive.ts'

/** What the journal holds: the same three things that can happen to messages. */
type Entry = { readonly workspaceId: WorkspaceId } & (
  | { readonly op: 'receive'; readonly delivery: Delivery }
  | { readonly op: 'edit'; readonly target: Target; readonly edit: Edit }
  | { readonly op: 'delete'; readonly target: Target }
)

/**
 * Applies again what earlier runs acknowledged, in order. What is in the database already changes
 * nothing. An entry that fails here failed for its sender too, so it was never acknowledged: it is
 * counted and passed over, since one bad entry must not keep Earshot from starting.
 */
export async function replay({ entries, torn }: Recovered, deps: ReceiveDeps): Promise<void> {
  let failed = 0
  for (const entry of entries) {
    try {
      await apply(revive(entry), deps)
    } catch (error) {
      // A database that is away says nothing about the entry: better not to start than to lose it.
      if (isAppError(error, 'database_stalled', 'database_unavailable', 'write_not_made'))
        throw error
      failed += 1
    }
  }
  if (entries.length + torn === 0) return
  deps.record({ name: 'journal.replayed', entries: entries.length, torn, failed })
}

async function apply(entry: Entry, deps: ReceiveDeps): Promise<void> {
  const { workspaceId } = entry
  switch (entry.op) {
    case 'receive':
      await keepDelivery(workspaceId, entry.delivery, deps)
      return
    case 'edit':
      await keepEdit(workspaceId, entry.target, entry.edit, deps)
      return
    case 'delete':
      await keepDeletion(workspaceId, entry.target, deps)
      return
  }
}

/** Moments went through JSON as text. The journal is our own, so its shape is known. */
function revive(entry: unknown): Entry {
  const moments = new Set(['sentAt', 'editedAt'])
  return JSON.parse(JSON.stringify(entry), (key, value) =>
    moments.has(key) && typeof value === 'string' ? new Date(value) : value,
  )
}
