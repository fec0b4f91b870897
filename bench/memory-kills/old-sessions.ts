import type { Database } from '../../src/db/engine/database.ts'
import { DEFAULT_WORKSPACE } from '../../src/domain/ids.ts'
import type { Random } from '../../test/chaos/seeded-random.ts'
import { markerOf } from './markers.ts'

/* Sessions that went silent and that nobody has closed yet, so that closing them is raced for too. */

export type Planned = { readonly id: string; readonly marker: string; readonly isAged: boolean }

const PEOPLE = 50
/** Older than what a model is paid for, and part of the history from the start. */
const AGED_SHARE = 0.25
const RECENT_DAYS = 28
const DAY_MS = 86_400_000
const TURN_MS = 60_000
const THINGS = ['flour', 'butter', 'coffee', 'apples', 'cheese', 'lemons', 'walnuts'] as const

/** Stores open sessions of fifty people, each of two turns, the last of them hours to weeks ago. */
export async function insertOldSessions(
  database: Database,
  count: number,
  random: Random,
): Promise<Planned[]> {
  const planned = Array.from({ length: count }, (_, i) => {
    const isAged = random.chance(AGED_SHARE)
    const days = isAged
      ? RECENT_DAYS + 1 + random.next() * 60
      : 0.1 + random.next() * (RECENT_DAYS - 1)
    const at = new Date(Date.now() - days * DAY_MS)
    return { id: `kept-${i}`, marker: markerOf(i), isAged, at, person: i % PEOPLE }
  })
  await database.asOwner(async (db) => {
    await db.query(
      `insert into people (workspace_id, channel, external_id, name)
       select $1, 'api', 'person-' || n, 'Person ' || chr(65 + n % 26) from generate_series(0, $2 - 1) n`,
      [DEFAULT_WORKSPACE, PEOPLE],
    )
    await db.query(
      `insert into sessions
         (workspace_id, id, person_id, started_at, last_message_at, last_seen_at, turn_count)
       select $1, s.id, p.id, s.at, s.at + interval '1 minute', s.at + interval '1 minute', 2
         from unnest($2::text[], $3::text[], $4::timestamptz[]) as s(id, person, at)
         join people p on p.workspace_id = $1 and p.external_id = s.person`,
      [
        DEFAULT_WORKSPACE,
        planned.map(({ id }) => id),
        planned.map(({ person }) => `person-${person}`),
        planned.map(({ at }) => at.toISOString()),
      ],
    )
    await db.query(
      `insert into turns (workspace_id, session_id, number, question, answer, created_at)
       select $1, * from unnest($2::text[], $3::int[], $4::text[], $5::text[], $6::timestamptz[])`,
      [DEFAULT_WORKSPACE, ...columnsOf(planned.flatMap((session) => turnsOf(session, random)))],
    )
  })
  return planned.map(({ id, marker, isAged }) => ({ id, marker, isAged }))
}

type Turn = readonly [id: string, number: number, question: string, answer: string, at: string]

function turnsOf(
  { id, marker, at }: { readonly id: string; readonly marker: string; readonly at: Date },
  random: Random,
): Turn[] {
  const thing = random.pick(THINGS)
  const later = new Date(at.getTime() + TURN_MS)
  return [
    [
      id,
      1,
      `Please place the order ${marker} of ${thing} for the kitchen team in Lisbon.`,
      `The order ${marker} of ${thing} is placed with the wholesaler.`,
      at.toISOString(),
    ],
    [
      id,
      2,
      `We decided to have the ${thing} delivered every week by the blue van.`,
      'Noted: weekly delivery by van.',
      later.toISOString(),
    ],
  ]
}

function columnsOf(turns: readonly Turn[]) {
  const column = (i: 0 | 1 | 2 | 3 | 4) => turns.map((turn) => turn[i])
  return [column(0), column(1), column(2), column(3), column(4)] as const
}
