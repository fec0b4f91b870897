import type { Database } from '../../src/db/engine/database.ts'
import { DEFAULT_WORKSPACE, type PersonId } from '../../src/domain/ids.ts'
import type { Embedder } from '../../src/models/embedder.ts'
import { embedMissing } from '../../src/upkeep/embed-missing.ts'

/* People with sessions behind them, as memory would have left them: ended, summed up, tagged, embedded. */

const BATCH = 1_000
const DAY_MS = 86_400_000

export type PastSession = {
  readonly id: string
  readonly person: string
  readonly daysAgo: number
  readonly tags: readonly string[]
  /** A bullet each. */
  readonly summary: readonly string[]
}

/** Keeps the sessions and gives them vectors; says by which id each person goes. */
export async function fillSessions(
  database: Database,
  embedder: Embedder,
  { sessions, now }: { readonly sessions: readonly PastSession[]; readonly now: Date },
): Promise<Map<string, PersonId>> {
  const people = await keepPeople(database, [...new Set(sessions.map(({ person }) => person))])
  for (let from = 0; from < sessions.length; from += BATCH) {
    await keepSessions(database, people, sessions.slice(from, from + BATCH), now)
  }
  await embedMissing({ database, embedder, record: () => undefined }, new Map())
  await database.execute('vacuum analyze')
  return people
}

async function keepPeople(
  database: Database,
  names: readonly string[],
): Promise<Map<string, PersonId>> {
  const rows = await database.asOwner((db) =>
    db.query<{ id: PersonId; name: string }>(
      `insert into people (workspace_id, channel, external_id, name)
       select $1, 'bench', n, n from unnest($2::text[]) n returning id, external_id as name`,
      [DEFAULT_WORKSPACE, names],
    ),
  )
  return new Map(rows.map(({ id, name }) => [name, id]))
}

async function keepSessions(
  database: Database,
  people: ReadonlyMap<string, PersonId>,
  sessions: readonly PastSession[],
  now: Date,
): Promise<void> {
  const tags = sessions.flatMap(({ id, tags }) => tags.map((tag, i) => ({ id, tag, place: i })))
  await database.asOwner(async (db) => {
    await db.query(SESSIONS, [
      DEFAULT_WORKSPACE,
      sessions.map(({ id }) => id),
      sessions.map(({ person }) => people.get(person) ?? 0),
      sessions.map(({ daysAgo }) => new Date(now.getTime() - daysAgo * DAY_MS).toISOString()),
    ])
    await db.query(SUMMARIES, [
      DEFAULT_WORKSPACE,
      sessions.map(({ id }) => id),
      sessions.map(({ summary }) => summary.map((line) => `- ${line}`).join('\n')),
    ])
    await db.query(TAGS, [
      DEFAULT_WORKSPACE,
      tags.map(({ id }) => id),
      tags.map(({ tag }) => tag),
      tags.map(({ place }) => 0.95 - 0.05 * place),
    ])
  })
}

const SESSIONS = `
  insert into sessions (workspace_id, id, person_id, started_at, last_message_at, last_seen_at, ended_at,
                        status, memory, turn_count)
  select $1, s.id, s.person, s.at - interval '20 minutes', s.at, s.at, s.at, 'closed', 'done', 6
    from unnest($2::text[], $3::bigint[], $4::timestamptz[]) as s(id, person, at)`
const SUMMARIES = `
  insert into session_summaries (workspace_id, session_id, owner, person_id, text, tokens, message_ids,
                                 turn_numbers, model_id, ended_at, created_at)
  select $1, x.id, 'p' || x.person_id, x.person_id, s.text, 60, '{}', '{}', 'bench', x.ended_at, x.ended_at
    from unnest($2::text[], $3::text[]) with ordinality as s(id, text, n)
    join sessions x on x.workspace_id = $1 and x.id = s.id
   order by s.n`
const TAGS = `
  insert into session_tags (workspace_id, session_id, tag, confidence, owner, person_id, ended_at, created_at)
  select $1, s.session_id, t.tag, t.confidence, s.owner, s.person_id, s.ended_at, s.ended_at
    from unnest($2::text[], $3::text[], $4::real[]) as t(id, tag, confidence)
    join session_summaries s on s.workspace_id = $1 and s.session_id = t.id`
