import type { Database } from '../../src/db/engine/database.ts'
import { messageTerms } from '../../src/db/search/terms-vector.ts'
import { DEFAULT_WORKSPACE } from '../../src/domain/ids.ts'
import { type Random, seededRandom } from '../../test/chaos/seeded-random.ts'
import { withoutIndexes } from '../homes.ts'
import { makeWord, type Vocabulary } from './vocabulary.ts'

/* One chat of many messages, as ingest would have left it: words found, sessions counted, links kept. */

const PEOPLE = 40
const BATCH = 2_000
/** Messages of a session: forty on average. */
const SESSION = { shortest: 20, longest: 60 }
const WORDS = { fewest: 4, most: 15 }
const MINUTE_MS = 60_000
/** Longer than the silence that ends a session. */
const SILENCE_MS = 60 * MINUTE_MS

export type MadeChat = { readonly people: readonly string[]; readonly lastSentAt: Date }

/** Gives the database one chat of so many messages, the last of them sent a minute before `now`. */
export async function fillMessages(
  database: Database,
  vocabulary: Vocabulary,
  { count, now, seed }: { readonly count: number; readonly now: Date; readonly seed: number },
): Promise<MadeChat> {
  const random = seededRandom(seed)
  const people = Array.from({ length: PEOPLE }, () => capitalised(makeWord(random)))
  await database.asOwner(async (db) => {
    await db.query(
      `insert into chats (workspace_id, channel, external_id, kind) values ($1, 'bench', 'chat', 'group')`,
      [DEFAULT_WORKSPACE],
    )
    await db.query(
      `insert into people (workspace_id, channel, external_id, name)
       select $1, 'bench', 'u' || p.n, p.name from unnest($2::text[]) with ordinality as p(name, n)`,
      [DEFAULT_WORKSPACE, people],
    )
  })
  const sessions = cutIntoSessions(count, random)
  const lastSentAt = new Date(now.getTime() - MINUTE_MS)
  await withoutIndexes(database, ['messages_terms'], async () => {
    for (let from = 1; from <= count; from += BATCH) {
      const size = Math.min(BATCH, count - from + 1)
      const batch = Array.from({ length: size }, (_, i) => {
        const author = random.between(1, PEOPLE)
        const length = random.between(WORDS.fewest, WORDS.most)
        const text = Array.from({ length }, () => vocabulary.draw(random)).join(' ')
        const terms = messageTerms({ authorName: people[author - 1] ?? '', text, media: [] })
        return { number: from + i, author, text, terms, session: sessions[from + i - 1] ?? 0 }
      })
      const sentAt = ({ number, session }: { number: number; session: number }) => {
        const minutes = (count - number) * MINUTE_MS
        const silences = ((sessions.at(-1) ?? 0) - session) * SILENCE_MS
        return new Date(lastSentAt.getTime() - minutes - silences).toISOString()
      }
      await database.asOwner(async (db) => {
        await db.query(MESSAGES, [
          DEFAULT_WORKSPACE,
          batch.map((m) => m.number),
          batch.map((m) => m.author),
          batch.map(sentAt),
          batch.map((m) => m.text),
          batch.map((m) => `s${m.session}`),
          batch.map((m) => m.terms.vector),
          batch.map((m) => m.terms.length),
        ])
        await db.query(LINKS, [DEFAULT_WORKSPACE, from, from + size - 1])
      })
    }
    await database.asOwner((db) => db.query(SESSIONS, [DEFAULT_WORKSPACE]))
  })
  return { people, lastSentAt }
}

const MESSAGES = `
  insert into messages (workspace_id, chat_id, external_id, author_id, sent_at, position, text, session_id,
                        is_bot, raw, terms, term_count)
  select $1, 1, m.number, m.author, m.sent_at, m.number, m.text, m.session, false, '{}',
         m.terms::tsvector, m.length
    from unnest($2::bigint[], $3::bigint[], $4::timestamptz[], $5::text[], $6::text[], $7::text[],
                $8::int[]) as m(number, author, sent_at, text, session, terms, length)
   order by m.number`
// Three links a message, as the engine keeps on average: one it is fairly sure of, and two doubts.
const LINKS = `
  insert into message_links (workspace_id, chat_id, from_id, to_id, probability, draft, reason)
  select $1, 1, m.id, m.id - step * (1 + m.id % 3), 0.6 / step, 0.6 / step, 'they talk about it'
    from messages m, unnest(array[1, 2, 5]) step
   where m.id between $2 and $3 and m.id > 15`
const SESSIONS = `
  insert into sessions (workspace_id, id, chat_id, started_at, last_message_at, last_seen_at,
                        message_count, term_count)
  select $1, session_id, 1, min(sent_at), max(sent_at), max(sent_at), count(*), sum(term_count)
    from messages where workspace_id = $1 group by session_id`

/** The number of each message's session. */
function cutIntoSessions(count: number, random: Random): number[] {
  const sessions: number[] = []
  for (let session = 1; sessions.length < count; session += 1) {
    const length = random.between(SESSION.shortest, SESSION.longest)
    for (let i = 0; i < length && sessions.length < count; i += 1) sessions.push(session)
  }
  return sessions
}

function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
