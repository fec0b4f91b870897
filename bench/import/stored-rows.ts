import { createHash } from 'node:crypto'
import type { Database } from '../../src/db/engine/database.ts'

/* What an import left behind, in a form that can be compared: without ids and sessions, which are made
 * by chance and differ from one run to the next. */

export type Rows = {
  readonly messages: number
  readonly links: number
  readonly replyLinks: number
  /** Of all messages with all their fields, and of all links. */
  readonly digest: string
}

/** Counts and sums up what is stored. */
export async function readRows(database: Database): Promise<Rows> {
  return database.asOwner(async (db) => {
    const messages = await db.query<{ row: string }>(
      `select concat_ws('|', c.external_id, m.external_id, p.external_id, m.sent_at, m.text, m.reply_to,
                        m.topic, m.media, m.reactions, m.edited_at, m.kind) as row
         from messages m join chats c on c.id = m.chat_id join people p on p.id = m.author_id
        order by c.external_id, m.position, m.external_id`,
    )
    const links = await db.query<{ row: string }>(
      `select concat_ws('|', c.external_id, f.external_id, t.external_id,
                        round(l.probability::numeric, 4)) as row
         from message_links l join chats c on c.id = l.chat_id
         join messages f on f.id = l.from_id join messages t on t.id = l.to_id
        order by 1`,
    )
    const counts = await db.query<{ n: number }>(
      `select count(*)::int as n from message_links l
         join messages f on f.id = l.from_id join messages t on t.id = l.to_id
        where f.reply_to = t.external_id and f.chat_id = t.chat_id`,
    )
    const hash = createHash('sha256')
    for (const { row } of [...messages, ...links]) hash.update(`${row}\n`)
    return {
      messages: messages.length,
      links: links.length,
      replyLinks: counts[0]?.n ?? 0,
      digest: hash.digest('hex').slice(0, 16),
    }
  })
}

/** The counts alone, for a database too large to be read whole. */
export async function countRows(database: Database): Promise<Omit<Rows, 'digest'>> {
  return database.asOwner(async (db) => {
    const rows = await db.query<Omit<Rows, 'digest'>>(
      `select (select count(*)::int from messages) as messages,
              (select count(*)::int from message_links) as links,
              (select count(*)::int from message_links l
                 join messages f on f.workspace_id = l.workspace_id and f.id = l.from_id
                 join messages t on t.workspace_id = l.workspace_id and t.id = l.to_id
                where f.reply_to = t.external_id) as "replyLinks"`,
    )
    const [counted] = rows
    if (counted === undefined) throw new Error('Nothing was counted')
    return counted
  })
}
