import { expect, test } from 'vitest'
import { admin, delivery, incoming } from '../../../test/deps.ts'
import { memoryWorld } from '../../../test/memory-world.ts'
import { personId, rowsOf } from '../../../test/rows.ts'
import { type TestDb, useOwnDatabase } from '../../../test/with-db.ts'
import type { MemoryDeps } from '../deps.ts'
import { moveNotes } from './move-notes.ts'

const all = useOwnDatabase()
const never = new AbortController().signal

/** Ann and Bob in the group "team", with notes as an earlier version stored them. */
async function withNotes(notes: readonly (readonly [by: string, inTeam: boolean, text: string])[]) {
  const it = await all.fresh()
  const world = memoryWorld(it)
  await world.engine.receive(
    admin(it),
    delivery(incoming('Ann', 'hello'), incoming('Bob', 'hello')),
  )
  for (const [i, [by, inTeam, text]] of notes.entries()) {
    const person = await personId(it, by)
    await it.database.asOwner((tx) =>
      tx.query(
        `insert into notes (workspace_id, person_id, chat_id, text, created_at)
         values ($1, $2, (select id from chats where $3 and workspace_id = $1), $4,
                 timestamptz '2026-01-01' + $5::int * interval '1 day')`,
        [it.workspaceId, person, inTeam, text, i],
      ),
    )
  }
  const recall = async (author: string, threadId: string | null, query?: string) => {
    const call = {
      threadId,
      author: { externalId: author, name: author, username: null, isBot: false },
    }
    const args = { limit: 50, ...(query === undefined ? {} : { query }) }
    const { facts } = await world.engine.runTool(admin(it), { ...call, name: 'recall', args })
    return (facts as { text: string; said_at: string }[]).map(
      ({ text, said_at }) => `${said_at.slice(5, 10)} ${text}`,
    )
  }
  return { it, world, recall }
}

const countNotes = async (it: TestDb) => (await rowsOf(it)).get('notes')?.length ?? 0

test('notes become facts of their person, shown where they were; the same text once, with its newest date', async () => {
  const { it, world, recall } = await withNotes([
    ['ann', true, 'I live in Rome'],
    ['ann', true, 'tea, no sugar'],
    ['ann', false, 'window seat'],
    ['bob', false, 'call ann@example.com'],
    ['ann', false, 'window seat'],
    ['ann', true, 'I live in Lisbon'],
  ])
  await moveNotes(world.deps, never)
  expect(await countNotes(it)).toBe(0)
  // A sentence of a note closes nothing: all were shown before.
  expect(await recall('ann', 'api:team')).toEqual([
    '01-06 I live in Lisbon',
    '01-02 tea, no sugar',
    '01-01 I live in Rome',
  ])
  expect(await recall('ann', null)).toEqual([
    '01-06 I live in Lisbon',
    '01-05 window seat',
    '01-02 tea, no sugar',
    '01-01 I live in Rome',
  ])
  expect(await recall('bob', null)).toEqual(['01-04 call ann@example.com'])
  const once = (await rowsOf(it)).get('facts')
  await moveNotes(world.deps, never)
  expect((await rowsOf(it)).get('facts')).toEqual(once)
})

test('a move that is killed goes on where it was, and moves each note once', async () => {
  const texts = Array.from({ length: 230 }, (_, i) => ['ann', false, `note ${i}`] as const)
  const { it, world } = await withNotes(texts)
  const { database } = world.deps
  let batches = 0
  const dying: MemoryDeps['database'] = {
    ...database,
    within: (scope, work) =>
      database.within(scope, async (db) => {
        const done = await work(db)
        if (scope.workspaceId === it.workspaceId) batches += 1
        // After its rows are written, before they are committed.
        if (batches === 2 && scope.workspaceId === it.workspaceId) throw new Error('killed')
        return done
      }),
  }
  await expect(moveNotes({ ...world.deps, database: dying }, never)).rejects.toThrow('killed')
  expect(await countNotes(it)).toBe(130)
  await moveNotes(world.deps, never)
  expect(await countNotes(it)).toBe(0)
  expect((await rowsOf(it)).get('facts')).toHaveLength(230)
})

test('notes of someone who opted out, or whom nobody knows, are deleted, and none is moved once the process stops', async () => {
  const { it, world } = await withNotes([
    ['ann', false, 'of Ann'],
    ['bob', false, 'of Bob'],
  ])
  const stopped = new AbortController()
  stopped.abort()
  await moveNotes(world.deps, stopped.signal)
  expect(await countNotes(it)).toBe(2)
  await world.memory.optOut(admin(it), 'api:ann', true)
  await it.database.asOwner((tx) =>
    tx.query(
      `insert into notes (workspace_id, person_id, chat_id, text, created_at)
       values ($1, 0, null, 'of nobody', now())`,
      [it.workspaceId],
    ),
  )
  await moveNotes(world.deps, never)
  const facts = (await rowsOf(it)).get('facts') ?? []
  expect(facts).toHaveLength(1)
  expect(facts[0]).toContain('of Bob')
})
