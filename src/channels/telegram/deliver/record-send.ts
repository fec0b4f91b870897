import { changeSend, type SendChange } from '../../../db/channels/outbox.ts'
import type { Send } from '../../../domain/send.ts'
import { type BotDeps, inWorkspace } from '../deps.ts'

/** Notes how far a send has come; false if it is in none of the states it may come from. */
export function recordSend(
  { id }: Pick<Send, 'id'>,
  change: SendChange,
  deps: Pick<BotDeps, 'database' | 'principal' | 'now'>,
): Promise<boolean> {
  return inWorkspace(deps, (db, workspaceId) => changeSend(db, workspaceId, id, change, deps.now()))
}
