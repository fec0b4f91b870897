import type { Media } from '../../domain/message.ts'
import type { Db } from '../engine/database.ts'
import type { Place } from './find-messages.ts'

/** The media of some messages of a thread, by the channel's ids. */
export async function listMedia(
  db: Db,
  { workspaceId, chatId, topic }: Place,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Media[]>> {
  if (externalIds.length === 0) return new Map()
  const rows = await db.query<{ id: string; media: readonly Media[] }>(
    `select external_id as id, media from messages
      where workspace_id = $1 and chat_id = $2 and topic is not distinct from $3
        and external_id = any($4::text[]) and deleted_at is null and media <> '[]'`,
    [workspaceId, chatId, topic, externalIds],
  )
  return new Map(rows.map(({ id, media }) => [id, media]))
}
