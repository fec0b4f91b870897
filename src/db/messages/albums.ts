import type { ChatRef } from '../../domain/chat.ts'
import type { MessageId, WorkspaceId } from '../../domain/ids.ts'
import type { Media } from '../../domain/message.ts'
import type { Db } from '../engine/database.ts'

/* The pictures of an album are stored as one message, under the id of the first. */

type Album = {
  readonly id: MessageId
  readonly externalId: string
  readonly text: string
  readonly media: readonly Media[]
}

/** The largest difference between Telegram's dates of the pictures of one album. */
const SPREAD_MS = 60_000

/** The message that an album is stored as, or null; `near` is when one of its pictures was sent. */
export async function findAlbum(
  db: Db,
  workspaceId: WorkspaceId,
  chat: ChatRef,
  { album, near }: { readonly album: string; readonly near: Date },
): Promise<Album | null> {
  const rows = await db.query<Album>(
    `select m.id, m.external_id as "externalId", m.text, m.media
       from messages m join chats c on c.workspace_id = m.workspace_id and c.id = m.chat_id
      where m.workspace_id = $1 and c.channel = $2 and c.external_id = $3 and m.deleted_at is null
        and m.kind = 'message' and m.sent_at between $4 and $5 and m.media @> $6::jsonb
      order by m.position limit 1`,
    [
      workspaceId,
      chat.channel,
      chat.externalId,
      new Date(near.getTime() - SPREAD_MS).toISOString(),
      new Date(near.getTime() + SPREAD_MS).toISOString(),
      JSON.stringify([{ album }]),
    ],
  )
  return rows[0] ?? null
}

/** Adds pictures that arrived late to the message of their album. */
export async function addToAlbum(
  db: Db,
  workspaceId: WorkspaceId,
  { id, media }: Pick<Album, 'id' | 'media'>,
  late: readonly Media[],
): Promise<void> {
  const known = new Set(media.map(({ fileId }) => fileId))
  const all = [...media, ...late.filter(({ fileId }) => !known.has(fileId))]
  await db.write(
    'update messages set media = $3::jsonb where workspace_id = $1 and id = $2',
    [workspaceId, id, JSON.stringify(all)],
    1,
  )
}
