import { createDatabase } from '../../src/db/engine/database.ts'
import { openEmbedded } from '../../src/db/engine/embedded/open-embedded.ts'
import { migrate } from '../../src/db/engine/migrate.ts'
import { DEFAULT_WORKSPACE } from '../../src/domain/ids.ts'

const CHUNK = 5_000
const PEOPLE = 40

// Two to sixty words out of 2,000, as chats are: most short, every seventeenth long.
const TEXT = `
  (select string_agg('word' || abs(hashint8(n * 37 + k)) % 2000, ' ')
     from generate_series(1, case when n % 17 = 0 then 60 else 2 + n % 14 end) k)`
// With its terms, or upkeep would be at work on all of it while the browser scrolls.
const MESSAGES = `
  insert into messages (workspace_id, chat_id, external_id, author_id, sent_at, position, text, session_id,
                        is_bot, raw, terms, term_count)
  select '${DEFAULT_WORKSPACE}', 1, n, 1 + abs(hashint8(n)) % ${PEOPLE},
         $3::timestamptz - interval '1 minute' * ($4::bigint - n), n, t, 's', false, '{}',
         to_tsvector('simple', t), 8
    from (select n, ${TEXT} as t from generate_series($1::bigint, $2::bigint) n) x`
// Three links a message: one it is fairly sure of, to one of the last twelve, and two doubts.
const LINKS = `
  insert into message_links (workspace_id, chat_id, from_id, to_id, probability, draft, reason)
  select '${DEFAULT_WORKSPACE}', 1, m.id, m.id - back, p, p, 'p1 and p2 in conversation with each other'
    from messages m,
         lateral (values (1 + abs(hashint8(m.id)) % 12, 0.4 + m.id % 6 * 0.1), (14, 0.1), (15, 0.05)) v(back, p)
   where m.id between $1 and $2 and m.id > 15 and m.id % 9 > 0`

/** Makes the database of a data directory with one chat of so many messages in it, and leaves it. */
export async function fillDirectory(dataDir: string, size: number, now: Date): Promise<void> {
  const { driver, lock } = await openEmbedded(dataDir)
  const database = createDatabase(driver)
  await migrate(database)
  await database.asOwner(async (db) => {
    await db.query(
      `insert into chats (workspace_id, channel, external_id, kind, title)
       values ($1, 'api', 'bench', 'group', 'A long chat')`,
      [DEFAULT_WORKSPACE],
    )
    await db.query(
      `insert into people (workspace_id, channel, external_id, name)
       select $1, 'api', n, 'p' || n from generate_series(1, ${PEOPLE}) n`,
      [DEFAULT_WORKSPACE],
    )
  })
  for (let from = 1; from <= size; from += CHUNK) {
    const to = Math.min(size, from + CHUNK - 1)
    await database.asOwner(async (db) => {
      await db.query(MESSAGES, [from, to, now.toISOString(), size + 1])
      await db.query(LINKS, [from, to])
    })
  }
  await database.execute('analyze')
  await database.checkpoint()
  await database.close()
  await lock.release()
}
