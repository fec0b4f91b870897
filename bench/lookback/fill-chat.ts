import type { Database } from '../../src/db/engine/database.ts'
import { DEFAULT_WORKSPACE } from '../../src/domain/ids.ts'
import { withoutIndexes } from '../homes.ts'

const CHUNK = 10_000
const PEOPLE = 40

// A text of 4 to 15 words out of 2,000, the first of them often, every fifth with a name before it.
const TEXT = `
  case when n % 5 = 0 then 'p' || (1 + n % ${PEOPLE}) || ': ' else '' end ||
  (select string_agg('w' || floor(2000 ^ (abs(hashint8(n * 37 + k)) % 1000 / 1000.0)), ' ')
     from generate_series(1, 4 + n % 12) k)`
const MESSAGES = `
  insert into messages (workspace_id, chat_id, external_id, author_id, sent_at, position, text, session_id,
                        is_bot, raw)
  select '${DEFAULT_WORKSPACE}', 1, n, 1 + abs(hashint8(n)) % ${PEOPLE},
         $3::timestamptz - interval '1 minute' * ($4::bigint - n), n, ${TEXT}, 's', false, '{}'
    from generate_series($1::bigint, $2::bigint) n`
// Three links a message, as the engine keeps on average: one it is fairly sure of, and two doubts.
const LINKS = `
  insert into message_links (workspace_id, chat_id, from_id, to_id, probability, draft, reason)
  select '${DEFAULT_WORKSPACE}', 1, m.id, m.id - step * (1 + m.id % 3), 0.6 / step, 0.6 / step, 'p1 and p2 talk about it'
    from messages m, unnest(array[1, 2, 5]) step
   where m.id between $1 and $2 and m.id > 15`

/** Gives the database one chat of so many messages, the last of them sent a minute before `now`. */
export async function fillChat(database: Database, size: number, now: Date): Promise<void> {
  await database.asOwner(async (db) => {
    await db.query(
      `insert into chats (workspace_id, channel, external_id, kind) values ($1, 'api', 'bench', 'group')`,
      [DEFAULT_WORKSPACE],
    )
    await db.query(
      `insert into people (workspace_id, channel, external_id, name)
       select $1, 'api', n, 'p' || n from generate_series(1, ${PEOPLE}) n`,
      [DEFAULT_WORKSPACE],
    )
  })
  await withoutIndexes(database, ['messages_terms'], async () => {
    for (let from = 1; from <= size; from += CHUNK) {
      const to = Math.min(size, from + CHUNK - 1)
      await database.asOwner(async (db) => {
        await db.query(MESSAGES, [from, to, now.toISOString(), size + 1])
        await db.query(LINKS, [from, to])
      })
    }
  })
}
