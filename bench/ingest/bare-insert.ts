import { createDatabase, type Driver } from '../../src/db/engine/database.ts'
import { migrate } from '../../src/db/engine/migrate.ts'
import { DEFAULT_WORKSPACE } from '../../src/domain/ids.ts'
import { type BenchMessage, PEOPLE_COUNT } from './chat-messages.ts'

/* The least that storing a message can cost: one statement for a batch, into the same table with all
 * its indexes, through the same driver. No HTTP, no journal, no check for repeats, no session, no
 * links, no row-level security. */

export type Bare = { insert(chat: number, messages: readonly BenchMessage[]): Promise<void> }

const INSERT = `
  insert into messages (workspace_id, chat_id, external_id, author_id, sent_at, position, text,
                        reply_to, session_id, is_bot, raw)
  select '${DEFAULT_WORKSPACE}', $1, m.external_id, m.author_id, m.sent_at, m.position, m.text,
         m.reply_to, 'bare', false, m.raw
    from unnest($2::text[], $3::bigint[], $4::timestamptz[], $5::bigint[], $6::text[], $7::text[],
                $8::text[])
      as m(external_id, author_id, sent_at, position, text, reply_to, raw)`

/** Migrates an empty database and gives it the chats and people that messages point to. */
export async function prepareBare(driver: Driver, chats: number): Promise<Bare> {
  const database = createDatabase(driver)
  await migrate(database)
  await database.asOwner(async (db) => {
    await db.query(
      `insert into chats (workspace_id, channel, external_id, kind)
       select $1, 'api', n, 'group' from generate_series(1, $2::int) n`,
      [DEFAULT_WORKSPACE, chats],
    )
    await db.query(
      `insert into people (workspace_id, channel, external_id)
       select $1, 'api', n from generate_series(1, $2::int) n`,
      [DEFAULT_WORKSPACE, PEOPLE_COUNT],
    )
  })
  return {
    insert: async (chat, messages) => {
      const { affected } = await driver.connect((connection) =>
        connection.query(INSERT, [
          chat,
          messages.map((m) => m.id),
          messages.map((m) => Number(m.author.id.slice(1))),
          messages.map((m) => m.sent_at),
          messages.map((m) => Number(m.id)),
          messages.map((m) => m.text),
          messages.map((m) => m.reply_to ?? null),
          messages.map((m) => JSON.stringify(m)),
        ]),
      )
      if (affected !== messages.length) throw new Error(`Inserted ${affected} messages`)
    },
  }
}
