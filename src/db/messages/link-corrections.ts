import type { ChatId, CorrectionId, MessageId, PersonId, WorkspaceId } from '../../domain/ids.ts'
import type { LinkCorrection } from '../../domain/link.ts'
import { HIDDEN_NAME } from '../../domain/message.ts'
import { bumpVersion } from '../engine/data-versions.ts'
import type { Db } from '../engine/database.ts'
import { IS_HIDDEN, inTopic, type Place, placeParams } from './find-messages.ts'

/** The newest corrections that are loaded for one stretch of a chat, or listed for a thread. */
const MAX_LOADED = 1_000

/** A correction with the channel's ids of its messages, and its author. */
export type ListedCorrection = LinkCorrection & {
  readonly externalId: string
  readonly otherExternalId: string | null
  /** Null for an operator whose key stands for no person. */
  readonly author: string | null
}

/** The statement of a correction; "together" with the later message first. */
export type Statement = Pick<LinkCorrection, 'kind' | 'messageId' | 'otherId'>

type CorrectionColumns = {
  readonly [K in keyof LinkCorrection]: readonly LinkCorrection[K][] | null
}

/**
 * SQL: the corrections of the messages in the relation `m`, as JSON columns (see message-window.ts); null in a chat
 * without any, which is checked first: most chats have none. $1 and $2 are workspace and chat.
 */
export const correctionsOf = (m: string) => `
  (case when exists (select 1 from link_corrections c where c.workspace_id = $1 and c.chat_id = $2) then
     (select json_build_object('id', array_agg(x.id), 'kind', array_agg(x.kind),
                               'messageId', array_agg(x.message_id), 'otherId', array_agg(x.other_id),
                               'createdAt', array_agg(x.created_at))
        from (select c.id, c.kind, c.message_id, c.other_id, c.created_at from link_corrections c
               where c.workspace_id = $1 and c.chat_id = $2
                 and (c.message_id = any(array(select ${m}.id from ${m}))
                   or c.other_id = any(array(select ${m}.id from ${m})))
               order by c.created_at desc, c.id desc limit ${MAX_LOADED}) x) end)`

/** Parses the result of `correctionsOf`. */
export function toCorrections(json: string | null): LinkCorrection[] {
  const columns = JSON.parse(json ?? '{}') as Partial<CorrectionColumns>
  return (columns.id ?? []).map((id, i) => ({
    id,
    kind: columns.kind?.[i] as LinkCorrection['kind'],
    messageId: columns.messageId?.[i] as MessageId,
    otherId: columns.otherId?.[i] ?? null,
    createdAt: new Date(columns.createdAt?.[i] as unknown as string),
  }))
}

/**
 * Stores a correction, in place of the opposite one of the same two messages. The same one again changes nothing,
 * unless a newer one concerns these messages: then it is stored again, and takes effect.
 */
export async function saveCorrection(
  db: Db,
  { workspaceId, chatId }: Omit<Place, 'topic'>,
  { kind, messageId, otherId }: Statement,
  by: { readonly personId: PersonId | null; readonly at: Date },
): Promise<{ readonly id: CorrectionId; readonly isNew: boolean }> {
  const opposite = kind === 'together' ? 'apart' : 'together'
  await db.query(
    `delete from link_corrections
      where workspace_id = $1 and kind = $2
        and ((message_id = $3 and other_id = $4) or (message_id = $4 and other_id = $3))`,
    [workspaceId, opposite, messageId, otherId],
  )
  const known = await db.query<{ id: CorrectionId; isNewest: boolean }>(
    `select c.id, not exists (
              select 1 from link_corrections n
               where n.workspace_id = c.workspace_id
                 and (n.message_id in (c.message_id, c.other_id) or n.other_id in (c.message_id, c.other_id))
                 and (n.created_at, n.id) > (c.created_at, c.id)) as "isNewest"
       from link_corrections c
      where c.workspace_id = $1 and c.kind = $2 and c.message_id = $3
        and c.other_id is not distinct from $4`,
    [workspaceId, kind, messageId, otherId],
  )
  const [existing] = known
  if (existing?.isNewest === true) return { id: existing.id, isNew: false }
  if (existing !== undefined) await deleteCorrection(db, workspaceId, existing.id)
  const rows = await db.query<{ id: CorrectionId }>(
    `insert into link_corrections (workspace_id, chat_id, kind, message_id, other_id, person_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [workspaceId, chatId, kind, messageId, otherId, by.personId, by.at.toISOString()],
  )
  return { id: rows[0]?.id as CorrectionId, isNew: true }
}

/** The corrections of a thread, newest first; with `ids`, those of these messages alone. */
export async function listCorrections(
  db: Db,
  place: Place,
  ids: readonly MessageId[] | null = null,
): Promise<ListedCorrection[]> {
  const rows = await db.query<ListedCorrection & { readonly isHidden: boolean | null }>(
    `select c.id, c.kind, c.message_id as "messageId", c.other_id as "otherId",
            c.created_at as "createdAt", m.external_id as "externalId",
            o.external_id as "otherExternalId",
            coalesce(p.name, p.username, p.external_id) as author, ${IS_HIDDEN} as "isHidden"
       from link_corrections c
       join messages m on m.workspace_id = c.workspace_id and m.id = c.message_id
       left join messages o on o.workspace_id = c.workspace_id and o.id = c.other_id
       left join people p on p.workspace_id = c.workspace_id and p.id = c.person_id
      where c.workspace_id = $1 and c.chat_id = $2 and m.topic is not distinct from $3
        and ($4::bigint[] is null or c.message_id = any($4::bigint[]))
      order by c.created_at desc, c.id desc limit ${MAX_LOADED}`,
    [...placeParams(place), ids],
  )
  return rows.map(({ isHidden, ...row }) => ({
    ...row,
    author: isHidden ? HIDDEN_NAME : row.author,
  }))
}

/** The messages that corrections of a thread concern, in the order of the chat. */
export async function listCorrectedIds(db: Db, place: Place): Promise<MessageId[]> {
  const rows = await db.query<{ id: MessageId }>(
    `select m.id from messages m
      where ${inTopic(place)} and m.id = any(array(
              select c.message_id from link_corrections c where c.workspace_id = $1 and c.chat_id = $2
               union
              select c.other_id from link_corrections c where c.workspace_id = $1 and c.chat_id = $2))
      order by m.sent_at, m.position, m.id`,
    placeParams(place),
  )
  return rows.map(({ id }) => id)
}

/** The message that a correction concerns, and its thread; null for an unknown id. */
export async function findCorrected(
  db: Db,
  workspaceId: WorkspaceId,
  id: CorrectionId,
): Promise<{ readonly place: Place; readonly messageId: MessageId } | null> {
  const rows = await db.query<Omit<Place, 'workspaceId'> & { readonly messageId: MessageId }>(
    `select c.chat_id as "chatId", m.topic, c.message_id as "messageId"
       from link_corrections c
       join messages m on m.workspace_id = c.workspace_id and m.id = c.message_id
      where c.workspace_id = $1 and c.id = $2`,
    [workspaceId, id],
  )
  const [found] = rows
  if (found === undefined) return null
  const { messageId, ...where } = found
  return { place: { workspaceId, ...where }, messageId }
}

/** Deletes a correction. */
export async function deleteCorrection(
  db: Db,
  workspaceId: WorkspaceId,
  id: CorrectionId,
): Promise<void> {
  await db.query('delete from link_corrections where workspace_id = $1 and id = $2', [
    workspaceId,
    id,
  ])
}

/** Deletes the corrections made by these people; cached contexts of those chats become stale. */
export async function deleteCorrectionsBy(
  db: Db,
  workspaceId: WorkspaceId,
  people: readonly PersonId[],
): Promise<void> {
  const rows = await db.query<{ chatId: ChatId }>(
    `delete from link_corrections where workspace_id = $1 and person_id = any($2::bigint[])
     returning chat_id as "chatId"`,
    [workspaceId, people],
  )
  for (const chatId of new Set(rows.map((row) => row.chatId))) {
    await bumpVersion(db, workspaceId, { chatId, personId: null })
  }
}
