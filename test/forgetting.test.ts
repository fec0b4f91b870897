import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  DEPENDENTS,
  DERIVED_FROM_SESSION,
  type Dependent,
  FOLDED_FROM_SESSION,
  TABLES_WITH_TEXT,
} from '../src/db/forgetting/plan.ts'
import { OWNED_BY_CHAT } from '../src/db/forgetting/plan-chat.ts'
import { OWNED_BY_PERSON } from '../src/db/forgetting/plan-person.ts'
import { isAppError } from '../src/domain/errors.ts'
import { aloneIn } from './alone-in.ts'
import { isDeep } from './depth.ts'
import { type ForgettingStep, forgettingSteps } from './forgetting-steps.ts'
import { forgettingWorld } from './forgetting-world.ts'
import { rowsOf } from './rows.ts'
import { type TestDb, useOwnDatabase } from './with-db.ts'

/* Forgetting, whatever happened before and meanwhile: every column of every table is searched. */

const all = useOwnDatabase()

/** Tables with columns of text that hold no text of people: settings, ids, hashes, counters. */
const WITHOUT_TEXT = [
  'api_keys',
  'bots',
  'console_sessions',
  'conversation_members',
  'conversations',
  'data_versions',
  'earshot_migrations',
  'imports',
  'link_codes',
  'link_corrections',
  'memory_owners',
  'prompts',
  'spend',
  'topic_synonyms',
  'usage',
  'workspaces',
]

test('every table is known to forgetting: its text is erased and its file rewritten, or it holds none', async () => {
  const { database } = await all.fresh()
  const rows = await database.asOwner((db) =>
    db.query<{ name: string }>(
      `select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE'`,
    ),
  )
  const known = [...TABLES_WITH_TEXT, ...WITHOUT_TEXT]
  expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted())
})

test('every table with text of people is in the plan', () => {
  const plan = [
    ...Object.values(DEPENDENTS).flat(),
    ...DERIVED_FROM_SESSION,
    ...FOLDED_FROM_SESSION,
    ...OWNED_BY_PERSON,
    ...OWNED_BY_CHAT,
  ]
  const erased = new Set(plan.flatMap(tableOf))
  // Erased by code: chunks and their terms with their file; leases when work on a session is stopped. A send holds ids.
  for (const name of ['files', 'chunks', 'file_terms', 'leases', 'outbox']) erased.add(name)
  expect(TABLES_WITH_TEXT.filter((name) => !erased.has(name))).toEqual([])
})

function tableOf(dependent: Dependent): string[] {
  if ('delete' in dependent) return [dependent.delete]
  return 'empty' in dependent ? [dependent.empty] : []
}

/** Rows that still hold a forgotten word, by table. */
async function leftIn(it: TestDb, forgotten: ReadonlySet<string>): Promise<string[]> {
  const rows = await rowsOf(it)
  return [...rows].flatMap(([table, lines]) =>
    lines.flatMap((line) => {
      const words = (line.match(/xq\d+z/g) ?? []).filter((word) => forgotten.has(word))
      return words.length === 0 ? [] : [`${table}: ${words[0]} in ${line.slice(0, 2_000)}`]
    }),
  )
}

/** Ids of deleted messages may be named by the rows themselves, by replies and sends, and by traces, which say "deleted". */
const NAMES_OF_DELETED = `
  with gone as (select id from messages where workspace_id = $1 and deleted_at is not null)
  select 'links' as place from message_links where workspace_id = $1 and (from_id in (table gone) or to_id in (table gone))
  union all select 'members' from conversation_members where workspace_id = $1 and message_id in (table gone)
  union all select 'conversations' from conversations where workspace_id = $1
    and (first_message_id in (table gone) or last_message_id in (table gone) or question_id in (table gone))
  union all select 'corrections' from link_corrections where workspace_id = $1 and (message_id in (table gone) or other_id in (table gone))
  union all select 'pins' from context_references where workspace_id = $1 and message_id in (table gone)
  union all select owner_kind from embeddings where workspace_id = $1 and owner_kind = 'message' and owner_id in (table gone)
  union all select 'usage' from usage where workspace_id = $1 and owner_kind = 'message' and owner_id in (table gone)
  union all select 'answers' from answers where workspace_id = $1 and source_message_ids && array(select id from gone)
  union all select 'facts' from facts where workspace_id = $1 and message_ids && array(select id from gone)
  union all select 'fact vectors' from embeddings where workspace_id = $1 and owner_kind = 'fact'
    and owner_id not in (select id from facts where workspace_id = $1)
  union all select 'summaries' from session_summaries where workspace_id = $1 and message_ids && array(select id from gone)`

/** Upkeep until it has nothing left to do. */
async function settle(work: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isAppError(error)) throw error
    }
  }
}

test('whatever is done in whatever order, what is forgotten is in no column', async () => {
  await fc.assert(
    fc.asyncProperty(forgettingSteps, async ({ inOrder, meanwhile }) => {
      const it = aloneIn(await all.fresh())
      const waiting: ForgettingStep[] = [...meanwhile]
      const { world, forgotten, take } = forgettingWorld(it, async () => {
        const next = waiting.shift()
        // Upkeep runs once at a time in a process.
        if (next !== undefined && next.kind !== 'upkeep') await take(next)
      })
      for (const step of inOrder) {
        await take(step)
        if (/^(delete|forget)/.test(step.kind)) expect(await leftIn(it, forgotten)).toEqual([])
      }
      world.pass({ minutes: 420 })
      await settle(() => world.upkeep())
      expect(await leftIn(it, forgotten)).toEqual([])
      const named = await it.database.asOwner((db) => db.query(NAMES_OF_DELETED, [it.workspaceId]))
      expect(named).toEqual([])
    }),
    isDeep ? { numRuns: 150, endOnFailure: true } : { numRuns: 6, seed: 20 },
  )
}, 1_200_000)
