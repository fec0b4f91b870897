import type { BotRef } from '../../domain/channels/bot.ts'
import type { WorkspaceId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'

/* A reminder is a send of the outbox that is due later. Its text is that of the message that asked for it, read when it is
 * sent: what is deleted or forgotten before reminds of nothing. */

export type PendingReminder = {
  readonly id: number
  readonly cause: string
  readonly messageId: string
  readonly person: string | null
  readonly dueAt: Date
}

/** The reminders of a chat that are still to be sent, the next one first. */
export async function listReminders(
  db: Db,
  workspaceId: WorkspaceId,
  { channel, bot }: BotRef,
  { chat, limit }: { readonly chat: string; readonly limit: number },
): Promise<PendingReminder[]> {
  return db.query<PendingReminder>(
    `select id, cause, message_id as "messageId", person, not_before as "dueAt" from outbox
      where workspace_id = $1 and channel = $2 and bot = $3 and chat = $4
        and kind = 'reminder' and state = 'due'
      order by not_before, id limit $5`,
    [workspaceId, channel, bot, chat, limit],
  )
}
