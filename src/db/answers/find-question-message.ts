import type { ChatRef } from '../../domain/chat.ts'
import type { SessionId, WorkspaceId } from '../../domain/ids.ts'
import type { Author } from '../../domain/message.ts'
import type { Db } from '../engine/database.ts'

/** A message as it may be answered to its own author. */
export type QuestionMessage = {
  readonly author: Author
  readonly sentAt: Date
  readonly text: string
  readonly replyTo: string | null
  readonly quote: string | null
  readonly topic: string | null
  readonly sessionId: SessionId | null
  /** The author opted out of memory. */
  readonly isOptedOut: boolean
}

type Row = Omit<QuestionMessage, 'author'> & Author

/**
 * The text of a message to the bot, or null if it was deleted. Also for authors who opted out, whose messages are
 * hidden from others: they ask, and they are answered.
 */
export async function findQuestionMessage(
  db: Db,
  workspaceId: WorkspaceId,
  chat: ChatRef,
  messageId: string,
): Promise<QuestionMessage | null> {
  const rows = await db.query<Row>(
    `select p.external_id as "externalId", p.name, p.username, m.is_bot as "isBot",
            m.sent_at as "sentAt", m.text, m.reply_to as "replyTo", m.quote, m.topic,
            m.session_id as "sessionId", p.memory_opt_out as "isOptedOut"
       from messages m
       join chats c on c.workspace_id = m.workspace_id and c.id = m.chat_id
       join people p on p.workspace_id = m.workspace_id and p.id = m.author_id
      where m.workspace_id = $1 and c.channel = $2 and c.external_id = $3 and m.external_id = $4
        and m.deleted_at is null`,
    [workspaceId, chat.channel, chat.externalId, messageId],
  )
  const row = rows[0]
  if (row === undefined) return null
  const { externalId, name, username, isBot, ...said } = row
  return { ...said, author: { externalId, name, username, isBot } }
}
