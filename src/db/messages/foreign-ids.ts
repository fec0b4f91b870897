import type { ChatId, WorkspaceId } from '../../domain/ids.ts'
import { type MessageKind, positionOf } from '../../domain/message.ts'
import type { Db } from '../engine/database.ts'

/* Chats that hold messages under ids which are not the channel's: an exporter made them. When the channel itself
 * reports such a message, it gets its true id. See ingest/join-ids.ts. */

/** A stored message, for comparison with one under another id. */
export type Twin = {
  readonly externalId: string
  readonly author: string
  readonly sentAt: Date
  readonly kind: MessageKind
  readonly text: string
  readonly replyTo: string | null
  readonly isEdited: boolean
  readonly isDeleted: boolean
}

/** The author of a message, and when it was sent. */
type ForeignMessage = { readonly author: string; readonly sentAt: Date }

const COLUMNS = `m.external_id as "externalId", p.external_id as author, m.sent_at as "sentAt", m.kind,
  m.text, m.reply_to as "replyTo", m.edited_at is not null as "isEdited", m.deleted_at is not null as "isDeleted"`

/** Ids derived from content (import/content-ids.ts), also behind the name of the chat they came from. */
const IS_FOREIGN = `m.external_id ~ '(^|:)c[A-Za-z0-9_-]{20}$'`

/** True if the chat has, or had, messages under foreign ids. */
export async function hasForeignIds(
  db: Db,
  workspaceId: WorkspaceId,
  chatId: ChatId,
): Promise<boolean> {
  const rows = await db.query<{ found: boolean }>(
    `select settings ? 'foreignIds' as found from chats where workspace_id = $1 and id = $2`,
    [workspaceId, chatId],
  )
  return rows[0]?.found ?? false
}

/** Records that the chat has messages under foreign ids. */
export async function saveForeignIds(
  db: Db,
  workspaceId: WorkspaceId,
  chatId: ChatId,
): Promise<void> {
  await db.query(
    `update chats set settings = settings || '{"foreignIds": "yes"}'
      where workspace_id = $1 and id = $2 and not settings ? 'foreignIds'`,
    [workspaceId, chatId],
  )
}

/** Messages of the same authors at the same moments, under other ids than these; deleted ones too. */
export async function listTwins(
  db: Db,
  { workspaceId, chatId }: { readonly workspaceId: WorkspaceId; readonly chatId: ChatId },
  said: readonly ForeignMessage[],
  { not, onlyForeign }: { readonly not: readonly string[]; readonly onlyForeign: boolean },
): Promise<Twin[]> {
  return db.query<Twin>(
    `select ${COLUMNS}
       from (select distinct * from unnest($3::text[], $4::timestamptz[]) as s(author, sent_at)) s
       join chats c on c.workspace_id = $1 and c.id = $2
       join people p on p.workspace_id = $1 and p.channel = c.channel and p.external_id = s.author
       join messages m on m.workspace_id = $1 and m.chat_id = $2 and m.author_id = p.id
                      and m.sent_at = s.sent_at
      where m.external_id <> all($5::text[]) ${onlyForeign ? `and ${IS_FOREIGN}` : ''}
      order by m.sent_at, m.position, m.id`,
    [
      workspaceId,
      chatId,
      said.map(({ author }) => author),
      said.map(({ sentAt }) => sentAt.toISOString()),
      not,
    ],
  )
}

/** Messages under foreign ids that were sent at these moments, by any author. */
export async function listForeignAt(
  db: Db,
  { workspaceId, chatId }: { readonly workspaceId: WorkspaceId; readonly chatId: ChatId },
  moments: readonly Date[],
): Promise<Twin[]> {
  return db.query<Twin>(
    `select ${COLUMNS}
       from messages m join people p on p.workspace_id = m.workspace_id and p.id = m.author_id
      where m.workspace_id = $1 and m.chat_id = $2 and m.topic is null and m.deleted_at is null
        and m.kind = 'message' and m.sent_at = any($3::timestamptz[]) and ${IS_FOREIGN}
      order by m.sent_at, m.position, m.id`,
    [workspaceId, chatId, moments.map((moment) => moment.toISOString())],
  )
}

/** Gives messages their true ids, also in the reply_to of their replies. */
export async function renameMessages(
  db: Db,
  { workspaceId, chatId }: { readonly workspaceId: WorkspaceId; readonly chatId: ChatId },
  names: readonly { readonly from: string; readonly to: string }[],
): Promise<void> {
  if (names.length === 0) return
  const from = names.map((name) => name.from)
  const to = names.map((name) => name.to)
  await db.write(
    `update messages m set external_id = n.new_id, position = n.position
       from unnest($3::text[], $4::text[], $5::bigint[]) as n(old_id, new_id, position)
      where m.workspace_id = $1 and m.chat_id = $2 and m.external_id = n.old_id`,
    [workspaceId, chatId, from, to, to.map(positionOf)],
    names.length,
  )
  await db.query(
    `update messages m set reply_to = n.new_id
       from unnest($3::text[], $4::text[]) as n(old_id, new_id)
      where m.workspace_id = $1 and m.chat_id = $2 and m.reply_to = n.old_id`,
    [workspaceId, chatId, from, to],
  )
}
