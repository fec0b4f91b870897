import type { Link, LinkCorrection } from '../../domain/link.ts'
import { byTime, type Message } from '../../domain/message.ts'
import type { Db } from '../engine/database.ts'
import {
  fromRow,
  IS_HIDDEN,
  inTopic,
  NEWEST_IN_TOPIC,
  OLDEST_IN_TOPIC,
  type Place,
  type Point,
  placeParams,
  pointParams,
  type Row,
} from './find-messages.ts'
import { correctionsOf, toCorrections } from './link-corrections.ts'

/** A stretch of a chat, oldest first, with its links and corrections. */
export type MessageWindow = {
  readonly messages: readonly Message[]
  readonly links: readonly Link[]
  readonly corrections: readonly LinkCorrection[]
}

/* A look back reads hundreds of rows, and transferring them costs more than finding them: on the embedded engine
 * each value is turned into an object in one thread and copied into another. So there is one query that returns
 * three texts, a JSON array a column; that is half the time of rows, or of an object a row (bench/lookback). */

/** Columns as arrays; null where there was no row. Columns that are constant within the place are left out. */
type Columns<T> = { readonly [K in keyof T]: readonly T[K][] | null }
type MessageColumns = Columns<Omit<Row, 'chatId' | 'kind' | 'topic'>>
type LinkColumns = Columns<Link>

const STORED = `m.id, m.external_id, m.author_id, m.is_bot, m.sent_at, m.position, m.text, m.reply_to,
                m.quote, m.topic, m.session_id, m.context_snapshot`
const MESSAGES = `
  json_build_object(
    'id', array_agg(m.id), 'externalId', array_agg(m.external_id), 'authorId', array_agg(m.author_id),
    'authorName', array_agg(coalesce(p.name, p.username, p.external_id)),
    'authorUsername', array_agg(p.username), 'isBot', array_agg(m.is_bot), 'sentAt', array_agg(m.sent_at),
    'position', array_agg(m.position), 'text', array_agg(m.text), 'replyTo', array_agg(m.reply_to),
    'quote', array_agg(m.quote), 'sessionId', array_agg(m.session_id),
    'contextSnapshot', array_agg(m.context_snapshot), 'isHidden', array_agg(${IS_HIDDEN}))`
const LINKS = `
  json_build_object('from', array_agg(l.from_id), 'to', array_agg(l.to_id),
                    'probability', array_agg(l.probability), 'draft', array_agg(l.draft),
                    'reason', array_agg(l.reason))`

/** The messages around a point: `before` messages earlier, and `after` messages at or after it. */
export async function findMessageWindow(
  db: Db,
  place: Place,
  point: Point,
  { before, after }: { readonly before: number; readonly after: number },
): Promise<MessageWindow> {
  const here = `select ${STORED} from messages m
                 where ${inTopic(place)} and (m.sent_at, m.position, m.id)`
  const earlier = `(${here} < ($4, $5, $6) ${NEWEST_IN_TOPIC} limit $7)`
  const later = `(${here} >= ($4, $5, $6) ${OLDEST_IN_TOPIC} limit $8)`
  // Most look back from now: planning for later messages would cost as much as finding the earlier ones.
  const rows = await db.query<{ messages: string; links: string; corrections: string | null }>(
    `with m as materialized (${after === 0 ? earlier : `${earlier} union all ${later}`})
     select (select ${MESSAGES} from m join people p on p.workspace_id = $1 and p.id = m.author_id)::text
              as messages,
            (select ${LINKS} from message_links l
              where l.workspace_id = $1 and l.chat_id = $2
                and l.from_id = any(array(select m.id from m)))::text as links,
            ${correctionsOf('m')}::text as corrections`,
    [...placeParams(place), ...pointParams(point), before, ...(after === 0 ? [] : [after])],
  )
  const { messages = '{}', links = '{}', corrections = null } = rows[0] ?? {}
  return {
    messages: toMessages(JSON.parse(messages), place),
    links: toLinks(JSON.parse(links)),
    corrections: toCorrections(corrections),
  }
}

function toMessages(columns: MessageColumns, { chatId, topic }: Place): Message[] {
  const messages = (columns.id ?? []).map((id, i) => {
    // All columns are equally long: they were aggregated over the same rows.
    const at = <T>(column: readonly T[] | null) => column?.[i] as T
    return fromRow({
      id,
      chatId,
      externalId: at(columns.externalId),
      kind: 'message',
      authorId: at(columns.authorId),
      authorName: at(columns.authorName),
      authorUsername: at(columns.authorUsername),
      isBot: at(columns.isBot),
      sentAt: at(columns.sentAt),
      position: at(columns.position),
      text: at(columns.text),
      replyTo: at(columns.replyTo),
      quote: at(columns.quote),
      topic,
      sessionId: at(columns.sessionId),
      contextSnapshot: at(columns.contextSnapshot),
      isHidden: at(columns.isHidden),
    })
  })
  return messages.sort(byTime)
}

function toLinks({ from, to, probability, draft, reason }: LinkColumns): Link[] {
  return (from ?? []).map((id, i) => ({
    from: id,
    to: to?.[i] as Link['to'],
    probability: probability?.[i] as number,
    // Printed with the fewest digits; links computed from it must be equal to the last digit.
    draft: Math.fround(draft?.[i] as number),
    reason: reason?.[i] as string,
  }))
}
