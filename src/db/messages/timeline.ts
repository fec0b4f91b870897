import { LRUCache } from 'lru-cache'
import type { ConversationId } from '../../domain/ids.ts'
import type { Link } from '../../domain/link.ts'
import type { Media, Message, Reaction } from '../../domain/message.ts'
import { findVersion } from '../engine/data-versions.ts'
import type { Db } from '../engine/database.ts'
import {
  COLUMNS,
  fromRow,
  IS_HIDDEN,
  inTopic,
  OLDEST_IN_TOPIC,
  type Place,
  type Point,
  placeParams,
  pointParams,
  type Row,
} from './find-messages.ts'
import type { ListedCorrection } from './link-corrections.ts'

/* A thread as a list with numbers: the hundredth message, and those after it.
 *
 * OFFSET counts from the beginning: 22 ms at 100,000 messages on PGlite, and the total costs 50 ms more,
 * for every page. So every 500th message is marked once, 100 ms, and the marks are cached until the chat
 * changes; a page of a hundred is then 5 to 12 ms at any offset, and checking that nothing has changed
 * 2 ms. */

const STEP = 500
const MAX_CACHED = 200
/** The rest of a message is read on request: a page must not be megabytes. */
const CLIPPED_AT = 4_000

/** Every 500th message of a thread, starting with the first. */
type TimelineMarks = {
  /** The version of the data the marks were made from; equal means that nothing has changed. */
  readonly version: string
  readonly total: number
  readonly points: readonly Point[]
  /** Whether the links of this chat were ever corrected. */
  readonly isCorrected: boolean
}

/** A message as the console shows it. */
export type ShownMessage = Message & {
  readonly authorExternalId: string
  readonly editedAt: Date | null
  readonly media: readonly Media[]
  readonly reactions: readonly Reaction[]
  /** How many characters of its text were left out. */
  readonly leftOut: number
  readonly isHidden: boolean
  readonly links: readonly ShownLink[]
  /** The corrections of this message that are in effect. */
  readonly corrections: readonly ListedCorrection[]
  /** Null until its conversation is stored: for messages of earlier versions. */
  readonly conversationId: ConversationId | null
}
/** What a message continues, by the id its channel gives it. */
type ShownLink = Pick<Link, 'probability' | 'reason'> & { readonly to: string }

const MARKS = new WeakMap<Db['vectorCache'], LRUCache<string, TimelineMarks>>()

/** The marks of a thread as it is now. */
export async function findMarks(db: Db, place: Place): Promise<TimelineMarks> {
  const kept = MARKS.get(db.vectorCache) ?? new LRUCache<string, TimelineMarks>({ max: MAX_CACHED })
  MARKS.set(db.vectorCache, kept)
  const key = JSON.stringify(placeParams(place))
  // Read first: a change meanwhile makes the marks newer than their version, and they are rebuilt.
  const audience = { chatId: place.chatId, personId: null, isAlone: false }
  const version = await findVersion(db, place.workspaceId, audience)
  const known = kept.get(key)
  if (known?.version === version) return known
  const marks = { version, ...(await setMarks(db, place)) }
  kept.set(key, marks)
  return marks
}

async function setMarks(db: Db, place: Place): Promise<Omit<TimelineMarks, 'version'>> {
  // One pass, independent of the planner's estimate of the chat's size: jumping from mark to mark would be half the
  // time, and minutes where it takes the wrong index.
  const rows = await db.query<
    Pick<TimelineMarks, 'total' | 'isCorrected'> & { points: string | null }
  >(
    `select count(*)::int as total,
            exists (select 1 from link_corrections c
                     where c.workspace_id = $1 and c.chat_id = $2) as "isCorrected",
            (json_agg(json_build_array(sent_at, position, id) order by n)
               filter (where n % ${STEP} = 1))::text as points
       from (select m.sent_at, m.position, m.id, row_number() over (${OLDEST_IN_TOPIC}) as n
               from messages m where ${inTopic(place)}) x`,
    placeParams(place),
  )
  const { points, total, isCorrected } = rows[0] ?? { points: null, total: 0, isCorrected: false }
  const read = JSON.parse(points ?? '[]') as [string, number, Message['id']][]
  return {
    total,
    isCorrected,
    points: read.map(([sentAt, position, id]) => ({ sentAt: new Date(sentAt), position, id })),
  }
}

/** The indexes of messages in their thread, counted from 0; they must be in it. */
export async function findIndexes(
  db: Db,
  place: Place,
  { points }: TimelineMarks,
  messages: readonly Point[],
): Promise<number[]> {
  const marks = messages.map((message) => points.findLastIndex((mark) => !isBefore(message, mark)))
  const from = marks.map((mark) => points[Math.max(0, mark)] as Point)
  const rows = await db.query<{ n: number }>(
    `select (select count(*) from messages m
              where ${inTopic(place)} and (m.sent_at, m.position, m.id) >= (w.a1, w.a2, w.a3)
                and (m.sent_at, m.position, m.id) < (w.b1, w.b2, w.b3))::int as n
       from unnest($4::timestamptz[], $5::bigint[], $6::bigint[], $7::timestamptz[], $8::bigint[],
                   $9::bigint[]) with ordinality as w(a1, a2, a3, b1, b2, b3, n)
      order by w.n`,
    [...placeParams(place), ...columnsOf(from), ...columnsOf(messages)],
  )
  return rows.map(({ n }, i) => Math.max(0, marks[i] ?? 0) * STEP + n)
}

function columnsOf(points: readonly Point[]) {
  return [
    points.map(({ sentAt }) => sentAt.toISOString()),
    points.map(({ position }) => position),
    points.map(({ id }) => id),
  ] as const
}

function isBefore(a: Point, b: Point): boolean {
  const difference =
    a.sentAt.getTime() - b.sentAt.getTime() || a.position - b.position || a.id - b.id
  return difference < 0
}

/** The messages of a thread from an index on, with their links; long texts are clipped. */
export async function listAt(
  db: Db,
  place: Place,
  { points }: TimelineMarks,
  { index, limit }: { readonly index: number; readonly limit: number },
): Promise<ShownMessage[]> {
  const mark = points[Math.floor(index / STEP)]
  if (mark === undefined) return []
  const from = `and (m.sent_at, m.position, m.id) >= ($4, $5, $6) ${OLDEST_IN_TOPIC} offset $7 limit $8`
  const params = [...placeParams(place), ...pointParams(mark), index % STEP, limit]
  return listShown(db, `${inTopic(place)} ${from}`, params, CLIPPED_AT)
}

/** One message with its whole text; null if it is not in the thread. */
export async function findShown(
  db: Db,
  place: Place,
  externalId: string,
): Promise<ShownMessage | null> {
  const where = `${inTopic(place)} and m.external_id = $4`
  const found = await listShown(db, where, [...placeParams(place), externalId], null)
  return found[0] ?? null
}

type ShownRow = Omit<Row, 'contextSnapshot'> &
  Pick<ShownMessage, 'authorExternalId' | 'media' | 'leftOut' | 'conversationId'> & {
    readonly reactions: readonly Reaction[] | null
    readonly editedAt: string | null
  }
type LinkRow = readonly [
  from: Message['id'],
  to: string,
  probability: number,
  reason: string,
  isToHidden: boolean,
]
/** Replaces a reason that would reveal a name or text of a person who opted out. */
const HIDDEN_REASON = 'one of the two authors opted out of memory'

/** As in message-window.ts, JSON texts are returned instead of rows: a third of the time for a hundred messages. */
async function listShown(
  db: Db,
  where: string,
  params: readonly (string | number | null)[],
  clipAt: number | null,
): Promise<ShownMessage[]> {
  const most = clipAt ?? 'length(m.text)'
  const rows = await db.query<{ messages: string | null; links: string | null }>(
    `with m as materialized (
       select m.workspace_id, m.id, m.chat_id, m.external_id, m.kind, m.author_id, m.is_bot, m.sent_at,
              m.position, left(m.text, ${most}) as text,
              greatest(0, length(m.text) - ${most}) as left_out, m.reply_to, m.quote, m.topic,
              m.session_id, null as context_snapshot, m.media, m.reactions, m.edited_at
         from messages m where ${where})
     select (select json_agg(x order by x."sentAt", x.position, x.id)
               from (select ${COLUMNS}, p.external_id as "authorExternalId", m.media, m.reactions,
                            m.edited_at as "editedAt", m.left_out as "leftOut",
                            (select k.conversation_id from conversation_members k
                              where k.workspace_id = $1 and k.message_id = m.id) as "conversationId"
                       from m join people p on p.workspace_id = $1 and p.id = m.author_id) x)::text
              as messages,
            (select json_agg(json_build_array(l.from_id, t.external_id, l.probability, l.reason,
                                              ${IS_HIDDEN}) order by l.probability desc, l.to_id desc)
               from message_links l
               join messages t on t.workspace_id = $1 and t.id = l.to_id
               join people p on p.workspace_id = $1 and p.id = t.author_id
              where l.workspace_id = $1 and l.chat_id = $2 and l.probability > 0
                and l.from_id = any(array(select m.id from m)))::text as links`,
    params,
  )
  const links = new Map<Message['id'], LinkRow[]>()
  for (const link of JSON.parse(rows[0]?.links ?? '[]') as LinkRow[]) {
    links.set(link[0], [...(links.get(link[0]) ?? []), link])
  }
  return (JSON.parse(rows[0]?.messages ?? '[]') as ShownRow[]).map((row) =>
    toShown(row, links.get(row.id) ?? []),
  )
}

function toShown(row: ShownRow, links: readonly LinkRow[]): ShownMessage {
  const { editedAt, media, reactions, leftOut, authorExternalId, conversationId, ...rest } = row
  const message = fromRow({ ...rest, contextSnapshot: null })
  return {
    ...message,
    authorExternalId,
    conversationId,
    editedAt: editedAt === null ? null : new Date(editedAt),
    media: row.isHidden ? [] : media,
    reactions: reactions ?? [],
    leftOut: row.isHidden ? 0 : leftOut,
    isHidden: row.isHidden,
    corrections: [],
    links: links.map(([, to, probability, reason, isToHidden]) => ({
      to,
      probability,
      reason: row.isHidden || isToHidden ? HIDDEN_REASON : reason,
    })),
  }
}
