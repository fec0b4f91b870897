import type { BotRef } from '../../domain/channels/bot.ts'
import type { WorkspaceId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'

export type NewestMessage = {
  readonly chat: string
  readonly topic: string | null
  readonly messageId: string
  readonly sentAt: Date
}

/** The newest stored message of each thread of the chats that a bot is in, from which its history is read on. */
export async function listNewestMessages(
  db: Db,
  workspaceId: WorkspaceId,
  { channel, bot }: BotRef,
): Promise<NewestMessage[]> {
  return db.query<NewestMessage>(
    `select distinct on (c.id, m.topic) c.external_id as chat, m.topic, m.external_id as "messageId",
            m.sent_at as "sentAt"
       from bot_chats b
       join chats c on c.workspace_id = $1 and c.channel = b.channel and c.external_id = b.chat
       join messages m on m.workspace_id = $1 and m.chat_id = c.id
      where b.workspace_id = $1 and b.channel = $2 and b.bot = $3
        and coalesce(b.status, 'member') not in ('left', 'kicked')
      order by c.id, m.topic, m.sent_at desc, m.position desc`,
    [workspaceId, channel, bot],
  )
}
