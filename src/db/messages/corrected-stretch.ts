import type { MessageId } from '../../domain/ids.ts'
import type { Link, LinkCorrection } from '../../domain/link.ts'
import type { Db } from '../engine/database.ts'
import {
  inTopic,
  NEWEST_IN_TOPIC,
  OLDEST_IN_TOPIC,
  type Place,
  type Point,
  placeParams,
  pointParams,
} from './find-messages.ts'
import { correctionsOf, toCorrections } from './link-corrections.ts'

/** A stretch of a thread without its texts, and the channel's ids of all messages it links to. */
type CorrectedStretch = {
  readonly messages: readonly { readonly id: MessageId }[]
  readonly links: readonly Link[]
  readonly corrections: readonly LinkCorrection[]
  readonly externalIds: ReadonlyMap<MessageId, string>
}

/** The links and corrections around a point: `before` messages earlier, and `after` messages at or after it. */
export async function findCorrectedStretch(
  db: Db,
  place: Place,
  point: Point,
  { before, after }: { readonly before: number; readonly after: number },
): Promise<CorrectedStretch> {
  const here = `select m.id, m.external_id, m.sent_at, m.position from messages m
                 where ${inTopic(place)} and (m.sent_at, m.position, m.id)`
  const rows = await db.query<
    Record<'messages' | 'links' | 'others' | 'corrections', string | null>
  >(
    `with m as materialized (
       (${here} < ($4, $5, $6) ${NEWEST_IN_TOPIC} limit $7) union all
       (${here} >= ($4, $5, $6) ${OLDEST_IN_TOPIC} limit $8)),
     l as materialized (
       select from_id, to_id, probability from message_links
        where workspace_id = $1 and chat_id = $2 and from_id = any(array(select m.id from m)))
     select (select json_agg(json_build_array(id, external_id) order by sent_at, position, id) from m)::text
              as messages,
            (select json_agg(json_build_array(from_id, to_id, probability)) from l)::text as links,
            (select json_agg(json_build_array(o.id, o.external_id)) from messages o
              where o.workspace_id = $1 and o.chat_id = $2
                and o.id = any(array(select to_id from l
                     union select c.other_id from link_corrections c
                            where c.workspace_id = $1 and c.message_id = any(array(select m.id from m)))))::text
              as others,
            ${correctionsOf('m')}::text as corrections`,
    [...placeParams(place), ...pointParams(point), before, after],
  )
  const [{ messages = null, links = null, others = null, corrections = null } = {}] = rows
  const named = JSON.parse(messages ?? '[]') as [MessageId, string][]
  const linked = JSON.parse(links ?? '[]') as [MessageId, MessageId, number][]
  return {
    messages: named.map(([id]) => ({ id })),
    links: linked.map(([from, to, probability]) => ({
      from,
      to,
      probability,
      draft: 0,
      reason: '',
    })),
    corrections: toCorrections(corrections),
    externalIds: new Map([...(JSON.parse(others ?? '[]') as [MessageId, string][]), ...named]),
  }
}
