import type { Database } from '../../src/db/engine/database.ts'
import { DEFAULT_WORKSPACE } from '../../src/domain/ids.ts'
import type { Random } from '../../test/chaos/seeded-random.ts'
import { markerOf } from './markers.ts'

/* Quiet conversations of groups that nobody has read for facts yet, each with one thing that only a model finds. */

const DAY_MS = 86_400_000
const RECENT_DAYS = 28
/** Sessions have the numbers before. */
const FIRST_MARKER = 100_000

/** Stores a group with one conversation of two messages for each; returns their words. Their people are there already. */
export async function insertOldConversations(
  database: Database,
  count: number,
  random: Random,
): Promise<readonly string[]> {
  const markers = Array.from({ length: count }, (_, i) => markerOf(FIRST_MARKER + i))
  const times = markers.map(() => Date.now() - (0.5 + random.next() * (RECENT_DAYS - 1)) * DAY_MS)
  await database.asOwner(async (db) => {
    const columns = [DEFAULT_WORKSPACE, markers, times.map((time) => new Date(time).toISOString())]
    await db.query(
      `insert into chats (workspace_id, channel, external_id, kind)
       select $1, 'api', m.marker, 'group' from unnest($2::text[], $3::timestamptz[]) as m(marker, at)`,
      columns,
    )
    await db.query(
      `insert into messages (workspace_id, chat_id, external_id, author_id, sent_at, position, text, is_bot)
       select $1, c.id, n.n, p.id, m.at + n.n * interval '1 minute', n.n,
              case n.n when 1 then 'Mondays without ' || m.marker || ' are no Mondays for me' else 'same here' end, false
         from unnest($2::text[], $3::timestamptz[]) as m(marker, at)
         join chats c on c.workspace_id = $1 and c.external_id = m.marker
        cross join generate_series(1, 2) as n(n)
         join people p on p.workspace_id = $1 and p.external_id = 'person-' || (c.id + n.n) % 50`,
      columns,
    )
    await db.query(
      `insert into conversations (workspace_id, chat_id, first_message_id, last_message_id, started_at, last_at,
                                  message_count, person_ids)
       select $1, c.id, min(x.id), max(x.id), min(x.sent_at), max(x.sent_at), 2, array_agg(x.author_id)
         from chats c join messages x on x.workspace_id = $1 and x.chat_id = c.id
        where c.workspace_id = $1 and c.external_id = any($2::text[]) group by c.id`,
      columns.slice(0, 2),
    )
    await db.query(
      `insert into conversation_members (workspace_id, message_id, chat_id, conversation_id, is_question)
       select $1, x.id, x.chat_id, v.id, false
         from messages x join conversations v on v.workspace_id = $1 and v.chat_id = x.chat_id
        where x.workspace_id = $1`,
      columns.slice(0, 1),
    )
  })
  return markers
}
