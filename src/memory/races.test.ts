import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aloneIn } from '../../test/alone-in.ts'
import { admin, delivery, incoming } from '../../test/deps.ts'
import { runs } from '../../test/depth.ts'
import { dyingWorker, untilDead } from '../../test/dying-worker.ts'
import { brokenRules, playOut, steps, take } from '../../test/memory-interleavings.ts'
import { type MemoryWorld, memoryWorld } from '../../test/memory-world.ts'
import { rowsOf } from '../../test/rows.ts'
import { kindsOf, type Script, scriptedModel } from '../../test/scripted-model.ts'
import { type TestDb, useOwnDatabase } from '../../test/with-db.ts'
import { isAppError } from '../domain/errors.ts'
import type { SessionId } from '../domain/ids.ts'
import type { ModelCall } from '../models/language-model.ts'
import { closeSome } from '../upkeep/plan-memory.ts'
import { closeConversations } from './close-conversations.ts'
import { refreshMemory } from './summaries/refresh-memory.ts'
import { summariseSession } from './summaries/summarise-session.ts'

/* Background work has one effect, for any worker, any number of runs, and anything that happens meanwhile.
 * "Meanwhile" is during the model call: the scripted reply does it. */

const all = useOwnDatabase()
const database = { fresh: async () => aloneIn(await all.fresh()) }
const BUSY = { code: 'work_in_progress' }
const TAGS = JSON.stringify({ tags: ['orders', 'flour', 'van'].map((tag) => ({ tag, conf: 0.9 })) })
const IN_ORDER = ['flour', 'orders', 'van'].map((tag) => ({ tag }))
const SECRET = 'xqzvsecret'

/** A model that repeats what it was shown, and once does something before it replies. */
function modelThat(script: Script = {}) {
  const told = { answer: 'Noted.', summarise: repeated, tag: TAGS }
  return scriptedModel({ ...told, 'match-topics': '{"candidates":[]}', ...script })
}
const shown = ({ prompt }: ModelCall) => prompt.messages.map(({ content }) => content).join('\n')
const repeated = (call: ModelCall) => `- ${JSON.stringify(shown(call)).slice(0, 390)}`
const meanwhile = (happens: () => Promise<unknown>) => {
  let hasHappened = false
  return async (call: ModelCall) => {
    const said = repeated(call)
    if (!hasHappened) {
      hasHappened = true
      await happens()
    }
    return said
  }
}
const count = (model: ReturnType<typeof modelThat>, kind: string) =>
  kindsOf(model).filter((one) => one === kind).length

/** Ann's session, closed and due. */
async function closedSession(
  world: MemoryWorld,
  it: TestDb,
  id = 's1',
  text = 'Flour comes weekly.',
) {
  await world.ask('ann', id, text)
  world.pass({ minutes: 16 })
  await closeSome(it.workspaceId, world.deps)
  return { workspaceId: it.workspaceId, sessionId: id as SessionId }
}

const see = (world: MemoryWorld, it: TestDb) => world.memory.see(admin(it), 'api:ann')
const query = <T>(it: TestDb, sql: string) =>
  it.database.asOwner((db) => db.query<T>(sql, [it.workspaceId]))
const owners = (it: TestDb) =>
  query<{ owner: string }>(it, 'select owner from memory_owners where workspace_id = $1')

describe('a session, and a part of a conversation', () => {
  test('that two workers summarise at once gets one summary, for one call', async () => {
    const it = await database.fresh()
    const model = modelThat()
    const world = memoryWorld(it, model)
    const job = await closedSession(world, it)
    const outcomes = await Promise.allSettled([1, 2].map(() => summariseSession(job, world.deps)))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: BUSY })
    expect((await see(world, it)).sessions).toHaveLength(1)
    expect(kindsOf(model)).toEqual(['answer', 'summarise'])
  })

  test('whose worker slept while another took over keeps what the other made', async () => {
    const it = await database.fresh()
    let other = async () => {}
    const model = modelThat({
      summarise: meanwhile(() => other()),
      tag: [TAGS.replaceAll('orders', 'stale'), TAGS],
    })
    const world = memoryWorld(it, model)
    const job = await closedSession(world, it)
    other = async () => {
      world.pass({ minutes: 1 })
      await summariseSession(job, world.deps)
    }
    await expect(summariseSession(job, world.deps)).rejects.toMatchObject(BUSY)
    expect((await see(world, it)).sessions).toMatchObject([{ tags: IN_ORDER }])
    expect(kindsOf(model)).toEqual(['answer', 'summarise', 'summarise'])
  })

  test('whose worker dies, wherever it dies, is done by the next, who asks for no more than is missing', async () => {
    let isFinished = false
    let killsAfterSummary = 0
    for (let step = 1; !isFinished; step += 1) {
      const it = await database.fresh()
      const model = modelThat()
      const world = memoryWorld(it, model)
      const job = await closedSession(world, it)
      isFinished = await untilDead(dyingWorker(world.deps, step), (deps) =>
        summariseSession(job, deps),
      )
      const hadSummary = (await see(world, it)).sessions.length === 1
      world.pass({ minutes: 1 })
      await summariseSession(job, world.deps)
      expect((await see(world, it)).sessions).toMatchObject([{ tags: IN_ORDER }])
      expect(await query(it, 'select memory from sessions where workspace_id = $1')).toEqual([
        { memory: 'done' },
      ])
      expect(count(model, 'summarise')).toBeLessThanOrEqual(2)
      if (!hadSummary) continue
      killsAfterSummary += isFinished ? 0 : 1
      expect(count(model, 'summarise')).toBe(1)
    }
    // Summary and tags are stored together: then only the lease is left to be ended.
    expect(killsAfterSummary).toBeGreaterThan(1)
  })

  test.each(['edited', 'deleted'])(
    'in which a message is %s while it is summarised is summarised from the new text',
    async (how) => {
      const it = await database.fresh()
      const said = incoming('Ann', `The code is ${SECRET}.`, { externalId: 'm1' })
      const target = { channel: 'api', externalId: 'team', messageId: 'm1' }
      const edit = { text: 'The code is no more.', editedAt: new Date(0) }
      const change = meanwhile(() =>
        how === 'edited'
          ? world.engine.edit(admin(it), target, { ...edit, editedAt: world.now() })
          : world.engine.delete(admin(it), target),
      )
      const world = memoryWorld(it, modelThat({ summarise: change }))
      const rest = incoming('Bob', 'Flour comes weekly.', { replyTo: 'm1' })
      await world.engine.receive(admin(it), delivery(said, rest))
      world.pass({ minutes: 420 })
      await expect(world.upkeep()).rejects.toMatchObject(BUSY)
      expect(await query(it, 'select 1 from session_summaries where workspace_id = $1')).toEqual([])
      await world.upkeep()
      const made = await query<{ text: string }>(
        it,
        'select text from session_summaries where workspace_id = $1 union all select text from rolling_summaries where workspace_id = $1',
      )
      expect(made).toHaveLength(2)
      for (const { text } of made) {
        expect(text).not.toContain(SECRET)
        expect(text).toContain('Flour')
        expect(text.includes('no more')).toBe(how === 'edited')
      }
    },
  )

  test.each(['closed', 'asked about'])(
    'that gets a message when it is just %s goes on, and its one summary has it',
    async (when) => {
      const it = await database.fresh()
      const known = incoming('Ann', 'Flour comes weekly, on Mondays.', { externalId: 'm1' })
      const late = incoming('Bob', 'The van is blue.', { minutesAgo: 9, replyTo: 'm1' })
      const arrive = () => world.engine.receive(admin(it), delivery(late))
      const model = modelThat(when === 'closed' ? {} : { summarise: meanwhile(arrive) })
      const world = memoryWorld(it, model)
      await world.engine.receive(admin(it), delivery(known))
      world.pass({ minutes: 420 })
      await closeConversations(it.workspaceId, world.deps, new AbortController().signal)
      if (when === 'closed') await arrive()
      while (!(await isAtRest(world)));
      const summaries = await query<{ text: string; n: number }>(
        it,
        'select text, cardinality(message_ids) as n from session_summaries where workspace_id = $1',
      )
      expect(summaries).toMatchObject([{ n: 2 }])
      expect(summaries[0]?.text).toContain('blue')
      expect(await brokenRules(it, true)).toEqual([])
    },
  )
})

describe('the history', () => {
  /** Two sessions of Ann's that are summarised, old, and in no history. */
  async function aged(world: MemoryWorld, it: TestDb) {
    for (const id of ['s1', 's2'])
      await summariseSession(await closedSession(world, it, id), world.deps)
    world.pass({ days: 29 })
    return { workspaceId: it.workspaceId, owner: (await owners(it))[0]?.owner ?? '' }
  }
  const once = { sessionIds: ['s1', 's2'] }

  test('that two workers fold into at once has each session once, for one call', async () => {
    const it = await database.fresh()
    const model = modelThat()
    const world = memoryWorld(it, model)
    const job = await aged(world, it)
    const outcomes = await Promise.allSettled([1, 2].map(() => refreshMemory(job, world.deps)))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await see(world, it)).history).toMatchObject(once)
    expect(count(model, 'summarise')).toBe(3)
  })

  test('whose worker dies, wherever it dies, has each session once', async () => {
    let isFinished = false
    for (let step = 1; !isFinished; step += 1) {
      const it = await database.fresh()
      const model = modelThat()
      const world = memoryWorld(it, model)
      const job = await aged(world, it)
      isFinished = await untilDead(dyingWorker(world.deps, step), (deps) =>
        refreshMemory(job, deps),
      )
      world.pass({ minutes: 1 })
      await refreshMemory(job, world.deps)
      expect((await see(world, it)).history).toMatchObject(once)
      expect(count(model, 'summarise')).toBeLessThanOrEqual(4)
      expect(await brokenRules(it)).toEqual([])
    }
  })
})

describe('a person who is forgotten', () => {
  test.each(['summarised', 'remembered'])(
    'while what they said is being %s does not come back',
    async (what) => {
      const it = await database.fresh()
      let calls = 0
      const forgets = async (call: ModelCall) => {
        const said = repeated(call)
        calls += 1
        if (calls === (what === 'summarised' ? 1 : 2))
          await world.memory.forget(admin(it), 'api:ann')
        return said
      }
      const world = memoryWorld(it, modelThat({ summarise: forgets }))
      await closedSession(world, it, 's1', `The code is ${SECRET}.`)
      await expect(world.upkeep()).rejects.toMatchObject(BUSY)
      await world.upkeep()
      world.pass({ days: 30 })
      await world.upkeep()
      expect(JSON.stringify([...(await rowsOf(it))])).not.toContain(SECRET)
      expect(await owners(it)).toEqual([])
    },
  )

  test('while a group they spoke in is summarised is not in what is made of it', async () => {
    const it = await database.fresh()
    const forget = meanwhile(() => world.memory.forget(admin(it), 'api:ann'))
    const world = memoryWorld(it, modelThat({ summarise: forget }))
    const said = incoming('Ann', `The code is ${SECRET}.`, { externalId: 'm1' })
    const reply = incoming('Bob', 'Flour comes weekly.', { replyTo: 'm1' })
    await world.engine.receive(admin(it), delivery(said, reply))
    world.pass({ minutes: 420 })
    await expect(world.upkeep()).rejects.toMatchObject(BUSY)
    await world.upkeep()
    const rows = await rowsOf(it)
    expect(JSON.stringify([...rows])).not.toContain(SECRET)
    expect(rows.get('session_summaries')?.join()).toContain('Flour')
  })
})

test('whatever is done in whatever order, every message is in one session and in its one summary', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async ({ inOrder, meanwhile: pending }) => {
      const it = await database.fresh()
      const waiting = [...pending]
      const model = modelThat({
        summarise: async (call) => {
          const said = repeated(call)
          const next = waiting.shift()
          // Upkeep runs once at a time in a process; another worker's is another test.
          if (next !== undefined && next.kind !== 'upkeep') await take(world, it, next)
          return said
        },
      })
      const world = memoryWorld(it, model)
      await playOut(world, it, inOrder)
      // Once more: a message may have been sent while the model summarised.
      for (let round = 0; round < pending.length + 2; round += 1) {
        world.pass({ minutes: 420 })
        while (!(await isAtRest(world)));
      }
      expect(await brokenRules(it, true)).toEqual([])
    }),
    runs(15, 60),
  )
})

/** True if upkeep completed; false if it met something that had just changed. */
async function isAtRest(world: MemoryWorld): Promise<boolean> {
  return world.upkeep().then(
    () => true,
    (error: unknown) => {
      if (isAppError(error, 'work_in_progress')) return false
      throw error
    },
  )
}
