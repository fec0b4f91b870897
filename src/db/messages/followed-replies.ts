import type { MessageId } from '../../domain/ids.ts'
import type { Message } from '../../domain/message.ts'
import type { Db } from '../engine/database.ts'
import {
  COLUMNS,
  fromRow,
  inThread,
  inTopic,
  type Place,
  placeParams,
  type Row,
} from './find-messages.ts'

/* Replies as a look back follows them: without those that a person corrected. */

/** SQL: no correction of the reply `r` leads away from its parent `t`. */
const IS_FOLLOWED = `
  not exists (select 1 from link_corrections c
               where c.workspace_id = $1
                 and ((c.message_id = r.id and not (c.kind = 'together' and c.other_id = t.id))
                   or (c.kind = 'apart' and c.message_id = t.id and c.other_id = r.id)))`

/** The replies to a message, oldest first. */
export async function listFollowedReplies(
  db: Db,
  place: Place,
  parent: Pick<Message, 'id' | 'externalId'>,
  limit: number,
): Promise<Message[]> {
  const rows = await db.query<Row>(
    `select ${COLUMNS}
       from messages m join people p on p.workspace_id = m.workspace_id and p.id = m.author_id
      where ${inTopic(place)} and m.reply_to = $4
        and (select ${IS_FOLLOWED} from (select m.id) r, (select $5::bigint as id) t)
      order by m.sent_at, m.position, m.id limit $6`,
    [...placeParams(place), parent.externalId, parent.id, limit],
  )
  return rows.map(fromRow)
}

/** The messages that these reply to, in the same thread. */
export async function listFollowedParents(
  db: Db,
  place: Place,
  replies: readonly MessageId[],
): Promise<Message[]> {
  const rows = await db.query<Row>(
    `select ${COLUMNS}
       from messages m join people p on p.workspace_id = m.workspace_id and p.id = m.author_id
      where ${inThread(place)}
        and m.external_id = any(array(select r.reply_to from messages r
              where r.workspace_id = $1 and r.chat_id = $2 and r.id = any($4::bigint[])
                and r.reply_to is not null))
        and exists (select 1 from messages r, (select m.id) t
              where r.workspace_id = $1 and r.id = any($4::bigint[]) and r.reply_to = m.external_id
                and ${IS_FOLLOWED})
      order by m.sent_at, m.position, m.id`,
    [...placeParams(place), replies],
  )
  return rows.map(fromRow)
}
