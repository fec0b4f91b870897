import type { MessageId, SessionId } from '../domain/ids.ts'
import type { Db } from './database.ts'
import {
  inTopic,
  NEWEST_IN_TOPIC,
  OLDEST_IN_TOPIC,
  type Place,
  placeParams,
} from './find-messages.ts'
import {
  anyOf,
  bringingTerms,
  type Counted,
  frequencyOf,
  MAX_TERMS,
  queryOf,
  ranksOf,
} from './term-hits.ts'

/* Search over the messages of a chat: what the ranking needs to know, in two queries.
 *
 * PostgreSQL counts and gathers, the ranking decides (engine/score/rank-messages.ts): a weighing that
 * looks at neighbours and sessions is a screen of TypeScript and would be a page of SQL. What each
 * query costs does not grow with the chat beyond the limits below. */

/** Counting a common word further would change its weight by nothing. */
const MOST_COUNTED = 5_000
/** So many messages can be weighed in some 20 ms by PGlite. */
const MOST_BROUGHT = 4_000
const POOL = 500
/** Of how many of the best, by words and by meaning each, the surroundings are read. */
const SEEN_AROUND = 50
const AROUND = 3

/** A chat as a collection of texts. */
export type ChatTotals = {
  readonly messages: number
  readonly terms: number
  readonly sessions: number
  /** In how many messages each word of the question is: the rarest, those that are in none left out. */
  readonly counted: readonly Counted[]
}

/** How many messages hold each word of a question, and how many there are. */
export async function countTerms(
  db: Db,
  place: Place,
  terms: readonly string[],
): Promise<ChatTotals> {
  // Each word by a query of its own: of a word that comes from a table PostgreSQL 15 cannot tell how
  // rare it is, and reads the whole chat for it.
  const count = (_: string, i: number) =>
    `(select count(*) from (select 1 from messages m
       where ${inTopic(place)} and m.terms @@ $${5 + i}::tsquery limit $4) x)`
  const rows = await db.query<Omit<ChatTotals, 'counted'> & { counts: readonly number[] }>(
    `select t.*, array[${terms.map(count).join(', ')}]::int[] as counts
       from (select count(*)::int as sessions, coalesce(sum(message_count), 0)::int as messages,
                    coalesce(sum(term_count), 0)::int as terms
               from sessions
              where workspace_id = $1 and chat_id = $2
                and ${place.topic === null ? '$3::text is null and topic is null' : 'topic = $3'}) t
      where $4::int > 0`,
    [...placeParams(place), MOST_COUNTED, ...terms.map(queryOf)],
  )
  const { counts, ...totals } = rows[0] ?? { messages: 0, terms: 0, sessions: 0, counts: [] }
  const counted = terms
    .map((term, i) => ({ term, count: counts[i] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => a.count - b.count)
    .slice(0, MAX_TERMS)
  return { ...totals, counted }
}

/** A message as the ranking sees it: how often each counted word is in it. */
export type Hit = {
  readonly id: MessageId
  readonly sessionId: SessionId
  readonly authorName: string
  readonly sentAt: Date
  /** How its text ends: enough to tell whether it asks. */
  readonly ending: string
  readonly length: number
  readonly frequencies: readonly number[]
}

export type SessionHit = {
  readonly id: SessionId
  readonly length: number
  /** How many of its messages hold each counted word. */
  readonly frequencies: readonly number[]
}

export type MessagePool = {
  readonly hits: readonly Hit[]
  /** Messages as they follow each other: the best ones, each with what was said around it. */
  readonly runs: readonly (readonly MessageId[])[]
  readonly sessions: readonly SessionHit[]
  /** In how many sessions each counted word is. */
  readonly sessionCounts: readonly number[]
}

const NOTHING: MessagePool = { hits: [], runs: [], sessions: [], sessionCounts: [] }

/** The messages that may answer: those with the rarer words, those alike, and what is around the best. */
export async function gatherMessages(
  db: Db,
  place: Place,
  { messages, terms, counted }: ChatTotals,
  { alike, until }: { readonly alike: readonly MessageId[]; readonly until: Date },
): Promise<MessagePool> {
  if (counted.length === 0 && alike.length === 0) return NOTHING
  const rows = await db.query<Gathered>(gatherSql(place, counted.length), [
    ...placeParams(place),
    until.toISOString(),
    anyOf(bringingTerms(counted, MOST_BROUGHT)),
    alike,
    Math.max(1, terms / Math.max(1, messages)),
    POOL,
    SEEN_AROUND,
    ...counted.map(({ term }) => queryOf(term)),
    ...counted.map(({ count }) => Math.log(1 + messages / count)),
  ])
  return rows[0] === undefined ? NOTHING : toPool(rows[0])
}

const FIRST_TERM = 10

/** For so many words; their queries begin at $10, and how much each tells follows them. */
function gatherSql(place: Place, count: number): string {
  const words = Array.from({ length: count }, (_, i) => i + 1)
  const row = `m.id, m.session_id, m.sent_at, m.position, m.author_id, right(m.text, 8) as ending,
               m.term_count as n, ${ranksOf('m', count, FIRST_TERM)} as f`
  const weight = words.map((i) => `h.f[${i}] * $${FIRST_TERM + count + i - 1}::real`)
  const holding = words.map((i) => `count(*) filter (where h.f[${i}] > 0)`)
  const sessions = words.map((i) => `count(distinct h.session_id) filter (where h.f[${i}] > 0)`)
  const near = (comparison: string, order: string, limit: number) =>
    `(select ${row} from messages m
       where ${inTopic(place)}
         and (m.sent_at, m.position, m.id) ${comparison} (b.sent_at, b.position, b.id)
       ${order} limit ${limit})`
  return `
    with hits as materialized (
      select ${row} from messages m
       where ${inTopic(place)} and m.sent_at <= $4
         and (m.terms @@ $5::tsquery or m.id = any($6::bigint[]))),
    pool as materialized (
      select h.*, (${['0', ...weight].join(' + ')}) / (0.6 + 0.4 * h.n / $7::real) as weight
        from hits h
       order by h.id = any($6::bigint[]) desc, weight desc, h.id desc
       limit $8),
    best as materialized (
      (select id, session_id, sent_at, position from pool order by weight desc, id desc limit $9)
      union
      select id, session_id, sent_at, position from pool where id = any(($6::bigint[])[1:$9])),
    around as materialized (
      select b.id as best, a.*
        from best b,
             lateral (${near('<', NEWEST_IN_TOPIC, AROUND)}
                      union all ${near('>=', OLDEST_IN_TOPIC, AROUND + 1)}) a
       where a.session_id = b.session_id and a.sent_at <= $4)
    select (select json_agg(json_build_array(x.id, x.session_id, coalesce(p.name, p.username, p.external_id),
                                             x.sent_at, x.ending, x.n, x.f))
              from (select id, session_id, author_id, sent_at, ending, n, f from pool
                    union select id, session_id, author_id, sent_at, ending, n, f from around) x
              join people p on p.workspace_id = $1 and p.id = x.author_id)::text as hits,
           (select json_agg(run)
              from (select array_agg(id order by sent_at, position, id) as run
                      from around group by best) x)::text as runs,
           (select json_agg(json_build_array(s.id, s.term_count, x.f))
              from (select h.session_id, array[${holding.join(', ')}]::int[] as f from hits h
                     where h.session_id in (select session_id from pool)
                     group by h.session_id) x
              join sessions s on s.workspace_id = $1 and s.id = x.session_id)::text as sessions,
           (select array[${sessions.join(', ')}]::int[] from hits h having true) as "sessionCounts"`
}

type Gathered = {
  readonly hits: string | null
  readonly runs: string | null
  readonly sessions: string | null
  readonly sessionCounts: readonly number[]
}
type HitRow = readonly [MessageId, SessionId, string, string, string, number, readonly number[]]
type SessionRow = readonly [SessionId, number, readonly number[]]

function toPool({ hits, runs, sessions, sessionCounts }: Gathered): MessagePool {
  return {
    hits: (JSON.parse(hits ?? '[]') as HitRow[]).map(
      ([id, sessionId, authorName, sentAt, ending, length, ranks]) => ({
        id,
        sessionId,
        authorName,
        sentAt: new Date(sentAt),
        ending,
        length,
        frequencies: ranks.map(frequencyOf),
      }),
    ),
    runs: JSON.parse(runs ?? '[]'),
    sessions: (JSON.parse(sessions ?? '[]') as SessionRow[]).map(([id, length, frequencies]) => ({
      id,
      length,
      frequencies,
    })),
    sessionCounts,
  }
}
