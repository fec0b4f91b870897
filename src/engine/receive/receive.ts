import type { WorkspaceId } from '../../domain/ids.ts'
import type { Delivery } from '../../domain/message.ts'
import { workspaceScope } from '../../domain/scope.ts'
import type { ReceiveDeps } from './deps.ts'
import { normalise } from './ingest/normalise.ts'
import { storeDelivery } from './ingest/store-delivery.ts'
import { relink } from './relink.ts'

export type Received = {
  readonly stored: number
  readonly duplicates: number
  /** Where ids are foreign: the ids under which messages were already stored, if any. */
  readonly knownAs?: Readonly<Record<string, string>>
}

/**
 * Receives messages. When this resolves they are stored, in their session and linked, and may be
 * acknowledged; a second delivery changes nothing. No model is called on this path.
 */
export async function receive(
  workspaceId: WorkspaceId,
  delivery: Delivery,
  deps: ReceiveDeps,
): Promise<Received> {
  const clean = normalise(delivery, deps.now())
  const keep = () => storeReceived(workspaceId, clean, deps)
  if (deps.journal === null) return keep()
  return deps.journal.record({ op: 'receive', workspaceId, delivery: clean }, keep)
}

/** Stores and links a validated delivery: shared by `receive` and the journal's replay. */
export async function storeReceived(
  workspaceId: WorkspaceId,
  delivery: Delivery,
  deps: ReceiveDeps,
): Promise<Received> {
  const started = performance.now()
  return deps.database.within(workspaceScope(workspaceId), async (db) => {
    const done = await storeDelivery(db, workspaceId, delivery, deps)
    const { chatId, messages, duplicates, knownAs } = done
    const { links, started: ids } = await relink(db, workspaceId, [...messages, ...done.renamed])
    const stored = messages.length
    const ms = performance.now() - started
    deps.record({ name: 'messages.received', workspaceId, chatId, stored, duplicates, links, ms })
    if (ids.length > 0) deps.record({ name: 'conversations.started', workspaceId, chatId, ids })
    const aliases = knownAs.size === 0 ? {} : { knownAs: Object.fromEntries(knownAs) }
    return { stored, duplicates, ...aliases }
  })
}
