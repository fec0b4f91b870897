import type { MessageId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'
import {
  inTopic,
  NEWEST_IN_TOPIC,
  OLDEST_IN_TOPIC,
  type Place,
  placeParams,
} from '../messages/find-messages.ts'
import { type Gathered, type GatheredMessages, toPool } from './message-pool.ts'
import { type CachedCount, termCountCache } from './term-count-cache.ts'
import { anyOf, bringingTerms, type Counted, MAX_TERMS, ranksOf, termQueryOf } from './term-hits.ts'

/* Search over the messages of a chat: gathers the input of the ranking, in two queries.
 *
 * PostgreSQL counts and gathers, the ranking decides (engine/score/rank-messages.ts): a score that
 * depends on neighbours and sessions is a screen of TypeScript and would be a page of SQL. The cost of
 * each query does not grow with the chat beyond the limits below. */

/** Counting a common word further would not change its weight. */
const MAX_COUNTED = 5_000
/** Counts from this size on are cached: a smaller one takes a millisecond, and its word may be significant. */
const MIN_CACHED = 500
const CACHED_WHILE_WITHIN = 0.05
/** PGlite can score this many messages in some 5 ms; they are three times as many as the ranking sees. */
const MAX_BROUGHT = 500
/** LoCoMo recall@10 and @50 with both of these: 84.0 and 94.0; with surroundings of 40 of each, 84.0 and 94.1. */
const POOL = 150
/**
 * The surroundings are read of this many of the best by words and by meaning each; by words alone, of twice as many.
 */
const SEEN_AROUND = 30
const AROUND = 3

/** A chat as a collection of texts. */
export type ChatTotals = {
  readonly messages: number
  readonly terms: number
  readonly sessions: number
  /** The number of messages with each word of the question: the rarest words, without those in no message. */
  readonly counted: readonly Counted[]
}

/**
 * The number of messages with each word of a question, and of all. To count a word that is in thousands takes PGlite
 * 10 ms, and every other question has one: such a count is cached until the chat is a twentieth larger or smaller,
 * which changes the word's weight by a few per cent.
 */
export async function countTerms(
  db: Db,
  place: Place,
  terms: readonly string[],
): Promise<ChatTotals> {
  const cache = termCountCache(db)
  const keyOf = (term: string) => JSON.stringify(['messages', ...placeParams(place), term])
  const known = new Map(terms.map((term) => [term, cache.get(keyOf(term))]))
  const { counts, ...totals } = await count(
    db,
    place,
    terms.filter((term) => known.get(term) === undefined),
  )
  const isStale = ({ asOf }: CachedCount) =>
    Math.abs(totals.messages - asOf) > CACHED_WHILE_WITHIN * totals.messages
  const stale = terms.filter((term) => {
    const one = known.get(term)
    return one !== undefined && isStale(one)
  })
  const fresh = new Map(counts)
  if (stale.length > 0) {
    for (const [term, n] of (await count(db, place, stale)).counts) fresh.set(term, n)
  }
  for (const [term, n] of fresh) {
    if (n >= MIN_CACHED) cache.set(keyOf(term), { counts: [n], asOf: totals.messages })
  }
  const counted = terms
    .map((term) => ({ term, count: fresh.get(term) ?? known.get(term)?.counts[0] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => a.count - b.count)
    .slice(0, MAX_TERMS)
  return { ...totals, counted }
}

type Count = Omit<ChatTotals, 'counted'> & {
  readonly counts: readonly (readonly [string, number])[]
}

async function count(db: Db, place: Place, terms: readonly string[]): Promise<Count> {
  // Each word by a query of its own: PostgreSQL 15 cannot estimate how rare a word from a table is, and reads the
  // whole chat for it.
  const one = (_: string, i: number) =>
    `(select count(*) from (select 1 from messages m
       where ${inTopic(place)} and m.terms @@ $${5 + i}::tsquery limit $4) x)`
  const rows = await db.query<Omit<ChatTotals, 'counted'> & { counts: readonly number[] }>(
    `select t.*, array[${terms.map(one).join(', ')}]::int[] as counts
       from (select count(*)::int as sessions, coalesce(sum(message_count), 0)::int as messages,
                    coalesce(sum(term_count), 0)::int as terms
               from sessions
              where workspace_id = $1 and chat_id = $2 and conversation_id is null
                and ${place.topic === null ? '$3::text is null and topic is null' : 'topic = $3'}) t
      where $4::int > 0`,
    [...placeParams(place), MAX_COUNTED, ...terms.map(termQueryOf)],
  )
  const { counts, ...totals } = rows[0] ?? { messages: 0, terms: 0, sessions: 0, counts: [] }
  return { ...totals, counts: terms.map((term, i) => [term, counts[i] ?? 0] as const) }
}

const NOTHING: GatheredMessages = { hits: [], runs: [], sessions: [], sessionCounts: [] }

/** The candidate messages: those with the rarer words, the most similar ones, and the surroundings of the best. */
export async function gatherMessages(
  db: Db,
  place: Place,
  { messages, terms, counted }: ChatTotals,
  { alike, until }: { readonly alike: readonly MessageId[]; readonly until: Date },
): Promise<GatheredMessages> {
  if (counted.length === 0 && alike.length === 0) return NOTHING
  const rows = await db.query<Gathered>(gatherSql(place, counted.length), [
    ...placeParams(place),
    until.toISOString(),
    anyOf(bringingTerms(counted, MAX_BROUGHT)),
    alike,
    Math.max(1, terms / Math.max(1, messages)),
    POOL,
    alike.length === 0 ? 2 * SEEN_AROUND : SEEN_AROUND,
    ...counted.map(({ term }) => termQueryOf(term)),
    ...counted.map(({ count }) => Math.log(1 + messages / count)),
  ])
  return rows[0] === undefined ? NOTHING : toPool(rows[0])
}

const FIRST_TERM = 10

/**
 * SQL for `count` words; their queries begin at $10, followed by their weights.
 *
 * Words and ids are passed by sub-selects: for literals the planner estimates how many rows they match
 * (search-chunks.ts has the numbers), and then does the same. Columns are returned, as in message-window.ts.
 */
function gatherSql(place: Place, count: number): string {
  const words = Array.from({ length: count }, (_, i) => i + 1)
  const row = `m.id, m.session_id, m.sent_at, m.position, m.author_id, right(m.text, 8) as ending,
               m.term_count as n, ${ranksOf('m.terms', count, FIRST_TERM)} as f`
  const weight = words.map((i) => `h.f[${i}] * $${FIRST_TERM + count + i - 1}::real`)
  const holding = words.map((i) => `count(*) filter (where h.f[${i}] > 0)`)
  const sessions = words.map((i) => `count(*) filter (where s.f[${i}] > 0)`)
  const near = (comparison: string, order: string, limit: number) =>
    `(select ${row} from messages m
       where ${inTopic(place)}
         and (m.sent_at, m.position, m.id) ${comparison} (b.sent_at, b.position, b.id)
       ${order} limit ${limit})`
  const columns = (row: string) =>
    `json_build_array(${words.map((i) => `array_agg(${row}.f[${i}])`).join(', ')})`
  return `
    with hits as materialized (
      select ${row} from messages m
       where ${inTopic(place)} and m.sent_at <= $4
         and (m.terms @@ (select $5::tsquery) or m.id = any((select $6::bigint[])::bigint[]))),
    pool as materialized (
      select h.*, (${['0', ...weight].join(' + ')}) / (0.6::real + 0.4::real * h.n / $7::real) as weight
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
       where a.session_id = b.session_id and a.sent_at <= $4),
    talks as materialized (
      select h.session_id, array[${holding.join(', ')}]::int[] as f from hits h
       where h.session_id is not null group by h.session_id)
    select (select json_build_object(
                     'id', array_agg(x.id), 'sessionId', array_agg(x.session_id),
                     'authorName', array_agg(coalesce(p.name, p.username, p.external_id)),
                     'sentAt', array_agg(date_part('epoch', x.sent_at)),
                     'ending', array_agg(x.ending), 'length', array_agg(x.n), 'ranks', ${columns('x')})
              from (select id, session_id, author_id, sent_at, ending, n, f from pool
                    union all
                    select id, session_id, author_id, sent_at, ending, n, f from around) x
              join people p on p.workspace_id = $1 and p.id = x.author_id)::text as hits,
           (select json_agg(run)
              from (select array_agg(id order by sent_at, position, id) as run
                      from around group by best) x)::text as runs,
           (select json_build_object('id', array_agg(s.id), 'length', array_agg(s.term_count),
                                     'holding', ${columns('t')})
              from talks t
              join sessions s on s.workspace_id = $1 and s.id = t.session_id
             where t.session_id in (select session_id from pool))::text as sessions,
           (select array[${sessions.join(', ')}]::int[] from talks s having true) as "sessionCounts"`
}
