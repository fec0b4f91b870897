import { expect, test } from 'vitest'
import type { Db } from '../../src/db/engine/database.ts'
import { admin, delivery, incoming, testEngine } from '../deps.ts'
import { useOwnDatabase } from '../with-db.ts'
import { amcheckIndexes, compareIndexes } from './check-indexes.ts'
import { findBroken, INVARIANTS } from './invariants.ts'

/* A guard that was never seen to bark may be dead: each invariant is broken once, on purpose, in a
 * transaction that is rolled back. */

const db = useOwnDatabase()

/** A summary of so many tokens, made from these messages. */
const SUMMARY = (messageIds: string, tokens: number) =>
  `insert into session_summaries (workspace_id, session_id, owner, chat_id, text, tokens, message_ids,
                                  turn_numbers, model_id, ended_at, created_at)
   select workspace_id, id, 'c1', chat_id, '- a', ${tokens}, ${messageIds}::bigint[], '{}', 'm', now(), now()
     from sessions`

/** What to do to a good database so that exactly this invariant, perhaps among others, is broken. */
const DAMAGE: Readonly<Record<string, readonly string[]>> = {
  'a message is kept once': [
    'alter table messages drop constraint messages_external',
    `insert into messages (workspace_id, chat_id, external_id, author_id, sent_at, position, text,
                           session_id, is_bot)
     select workspace_id, chat_id, external_id, author_id, sent_at, position, text, session_id, false
       from messages limit 1`,
  ],
  'a message has a session': [`update messages set session_id = null where external_id = '1'`],
  'a message lies within its session': [
    `update sessions set last_message_at = started_at - interval '1 second'`,
  ],
  'a link joins two messages that are there': [
    `update messages set deleted_at = now() where external_id = '1'`,
  ],
  'a link stays in its chat and topic': [
    `update messages set topic = 'elsewhere' where external_id = '1'`,
  ],
  'a link leads to an earlier message': [
    `update messages set reply_to = null`,
    `update message_links set (from_id, to_id) = (to_id, from_id)`,
  ],
  'a deleted message is empty': [
    `update messages set deleted_at = now(), text = '', raw = null where external_id = '3'`,
    `update messages set media = '[{"kind":"photo"}]' where external_id = '3'`,
  ],
  'a deleted message has no vector': [
    `insert into embeddings (workspace_id, owner_kind, owner_id, model_id, chat_id, vector, small)
     select workspace_id, 'message', id, 'model', chat_id, '[1,2]',
            '\\x0102'::bytea from messages`,
    `update messages set deleted_at = now(), text = '', raw = null where external_id = '3'`,
  ],
  'a vector is in the chat of its message': [
    `insert into embeddings (workspace_id, owner_kind, owner_id, model_id, chat_id, vector, small)
     select workspace_id, 'message', id, 'model', 0, '[1,2]', '\\x0102'::bytea
       from messages limit 1`,
  ],
  'no copy of a deleted message is left in a reply': [
    `update messages set deleted_at = now(), text = '', raw = null where external_id = '1'`,
    `update messages set quote = 'what was said' where reply_to = '1'`,
  ],
  'no answer is left of a deleted message': [
    `insert into answers (workspace_id, id, chat_id, question, answer, trace, source_message_ids,
                          created_at)
     select workspace_id, 'a1', chat_id, 'Where?', 'At the fountain.', '{}', array[id], now()
       from messages where external_id = '1'`,
    `update messages set deleted_at = now(), text = '', raw = null where external_id = '1'`,
  ],
  'turns are counted from 1 without gaps': [
    `update sessions set turn_count = 2`,
    `insert into turns (workspace_id, session_id, number, question, created_at)
     select workspace_id, id, 2, 'Where?', now() from sessions`,
  ],
  'a message that can be found is counted in its session': [
    `update sessions set term_count = term_count + 1`,
  ],
  'the words of files are those of their chunks': [
    `insert into file_terms (workspace_id, term, chunks) select workspace_id, 'visa', 1 from chats`,
  ],
  'a vector of a chunk is its chunk’s and its audience’s': [
    `insert into embeddings (workspace_id, owner_kind, owner_id, model_id, vector, small)
     select workspace_id, 'chunk', 1, 'model', '[1,2]', '\\x0102'::bytea from chats`,
  ],
  'a table that names a workspace is behind the wall': [
    'create table jottings (workspace_id text)',
    'grant select on jottings to earshot_app',
  ],
  'a table the application can touch names a workspace': [
    'create table jottings (body text)',
    'grant select on jottings to earshot_app',
  ],
  'the application’s role cannot climb the wall': ['alter role earshot_app bypassrls'],
  'a session that is done has a summary, and one that is open has none': [
    `update sessions set status = 'closed', ended_at = last_message_at, memory = 'done'`,
  ],
  'a session is in one history at most, and once': [
    `insert into rolling_summaries (workspace_id, owner, kind, chat_id, text, tokens, session_ids,
                                    model_id, updated_at)
     select workspace_id, 'c1', 'history', chat_id, '- a', 1, array[id, id], 'm', now() from sessions`,
  ],
  'a session is noted as history where it is in one': [
    `update sessions set history_included_at = now()`,
  ],
  'what is remembered was made from sessions that have a summary, and are its owner’s': [
    `insert into topic_summaries (workspace_id, owner, slug, title, chat_id, text, tokens, session_ids,
                                  model_id, built_at)
     select workspace_id, 'c1', 'a', 'A', chat_id, '- a', 1, array[id], 'm', now() from sessions`,
  ],
  'a summary was made from something that is still there': [SUMMARY(`'{}'`, 1)],
  'a summary is no longer than its slot': [SUMMARY(`'{1}'`, 301)],
  'a vector of a session is its summary’s and its owner’s': [
    `insert into embeddings (workspace_id, owner_kind, owner_id, model_id, chat_id, vector, small)
     select workspace_id, 'session', 1, 'model', chat_id, '[1,2]', '\\x0102'::bytea from messages limit 1`,
  ],
  'who wants nothing remembered is in no vector and in no memory of their own': [
    `insert into embeddings (workspace_id, owner_kind, owner_id, model_id, chat_id, vector, small)
     select workspace_id, 'message', id, 'model', chat_id, '[1,2]', '\\x0102'::bytea from messages`,
    'update people set memory_opt_out = true',
  ],
}

test.each(INVARIANTS)('“$name” holds, and is reported when broken', async ({ name }) => {
  await inGoodDatabase(async (tx) => {
    expect(await findBroken(tx)).toEqual([])
    for (const sql of DAMAGE[name] ?? []) await tx.query(sql)
    const broken = await findBroken(tx)
    expect(broken.map((found) => found.name)).toContain(name)
  })
})

test.each(['messages_in_order', 'messages_external', 'messages_terms'])(
  'a row that is missing in %s is noticed',
  async (index) => {
    await inGoodDatabase(async (tx) => {
      expect(await compareIndexes(tx)).toEqual([])
      expect((await amcheckIndexes(tx)) ?? []).toEqual([])
      await insertBehindTheBackOf(tx, index)
      expect((await compareIndexes(tx)).map((found) => found.index)).toEqual([index])
      const checked = await amcheckIndexes(tx)
      // amcheck compares btrees with the heap; of GIN indexes it sees the inside only.
      if (checked !== null && index !== 'messages_terms') {
        expect(checked.map((found) => found.index)).toEqual([index])
      }
    })
  },
)

class RolledBack extends Error {}

/** Three linked messages in a session; whatever is done to them is undone. */
async function inGoodDatabase(work: (tx: Db) => Promise<void>): Promise<void> {
  const testDb = await db.fresh()
  const talk = delivery(
    incoming('Ann', 'where do we meet on sunday?', { externalId: '1', minutesAgo: 9 }),
    incoming('Ben', 'by the fountain', { externalId: '2', minutesAgo: 8, replyTo: '1' }),
    incoming('Ann', 'at ten then', { externalId: '3', minutesAgo: 7, replyTo: '2' }),
  )
  await testEngine(testDb).engine.receive(admin(testDb), talk)
  const working = testDb.database.asOwner(async (tx) => {
    await work(tx)
    throw new RolledBack()
  })
  await expect(working).rejects.toThrow(RolledBack)
}

/** Adds a message while the index is told to look away. */
async function insertBehindTheBackOf(tx: Db, index: string): Promise<void> {
  const ready = `update pg_index set indisready = $2 where indexrelid = $1::regclass`
  await tx.write(ready, [index, false], 1)
  await tx.write(
    `insert into messages (workspace_id, chat_id, external_id, author_id, sent_at, position, text,
                           session_id, is_bot, terms)
     select workspace_id, chat_id, '4', author_id, sent_at, position, text, session_id, false, terms
       from messages where external_id = '3' limit 1`,
    [],
    1,
  )
  await tx.write(ready, [index, true], 1)
}
