import type { ChatRef } from '../../domain/chat.ts'
import type { MessageId, WorkspaceId } from '../../domain/ids.ts'
import type { Reaction } from '../../domain/message.ts'
import type { Db } from '../engine/database.ts'

/** Replaces the reactions of a message; null if it has these already, is unknown or deleted. */
export async function updateReactions(
  db: Db,
  workspaceId: WorkspaceId,
  { channel, externalId, messageId }: ChatRef & { readonly messageId: string },
  reactions: readonly Reaction[],
): Promise<MessageId | null> {
  const rows = await db.query<{ id: MessageId }>(
    `update messages m set reactions = $5::text::jsonb
       from chats c
      where m.workspace_id = $1 and c.workspace_id = $1 and c.channel = $2 and c.external_id = $3
        and m.chat_id = c.id and m.external_id = $4 and m.deleted_at is null
        and m.reactions is distinct from $5::text::jsonb
     returning m.id`,
    [
      workspaceId,
      channel,
      externalId,
      messageId,
      reactions.length === 0 ? null : JSON.stringify(reactions),
    ],
  )
  return rows[0]?.id ?? null
}
