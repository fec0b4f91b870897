import { changeSend, type SendChange } from '../../db/channels/outbox.ts'
import type { Send } from '../../domain/channels/send.ts'
import { type BotDeps, inWorkspace } from '../deps.ts'

/** Updates the state of a send; false if it is in none of the allowed source states. */
export function recordSend(
  { id }: Pick<Send, 'id'>,
  change: SendChange,
  deps: Pick<BotDeps, 'database' | 'principal' | 'now'>,
): Promise<boolean> {
  return inWorkspace(deps, (db, workspaceId) => changeSend(db, workspaceId, id, change, deps.now()))
}
