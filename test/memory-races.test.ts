import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { FailedJob, Job, JobKind } from '../src/db/engine/job-queue.ts'
import type { PersonId, SessionId } from '../src/domain/ids.ts'
import { personMemory } from '../src/domain/memory.ts'
import { createEngine } from '../src/engine/engine.ts'
import { closeConversations } from '../src/memory/close-conversations.ts'
import { buildTopic } from '../src/memory/summaries/build-topic.ts'
import { refreshMemory } from '../src/memory/summaries/refresh-memory.ts'
import { summariseSession } from '../src/memory/summaries/summarise-session.ts'
import type { ModelCall } from '../src/models/language-model.ts'
import { closeSome, planMemory } from '../src/upkeep/plan-memory.ts'
import { aloneIn } from './alone-in.ts'
import { admin, delivery, incoming, testEngine } from './deps.ts'
import { gate } from './gate.ts'
import { inlineQueue } from './inline-queue.ts'
import { brokenRules } from './memory-interleavings.ts'
import { type MemoryWorld, memoryWorld } from './memory-world.ts'
import { pausingBefore } from './pausing-database.ts'
import { personId, rowsOf } from './rows.ts'
import { type Script, scriptedModel } from './scripted-model.ts'
import { type TestDb, useOwnDatabase } from './with-db.ts'

/* Races of memory with what people do meanwhile, beyond those of one session (src/memory/races.test.ts).
 * The last group needs two transactions under way at once, which only a server has. */

const all = useOwnDatabase()
const fresh = async () => aloneIn(await all.fresh())
const SECRET = 'xqzvsecret'
const TAGS = JSON.stringify({ tags: ['orders', 'flour', 'van'].map((tag) => ({ tag, conf: 0.9 })) })
const TEAM = { channel: 'api', externalId: 'team' }

const repeated = ({ prompt }: ModelCall) =>
  `- ${JSON.stringify(prompt.messages.map(({ content }) => content).join('\n')).slice(0, 600)}`

function modelThat(script: Script = {}) {
  return scriptedModel({ answer: 'Noted.', summarise: repeated, tag: TAGS, ...script })
}

/** Says what it was shown; before it says so the n-th time, something happens. */
const atCall = (n: number, happens: () => Promise<unknown>) => {
  let calls = 0
  return async (call: ModelCall) => {
    calls += 1
    if (calls === n) await happens()
    return repeated(call)
  }
}

async function closed(world: MemoryWorld, it: TestDb, person: string, id: string, text: string) {
  await world.ask(person, id, text)
  world.pass({ minutes: 16 })
  await closeSome(it.workspaceId, world.deps)
  return { workspaceId: it.workspaceId, sessionId: id as SessionId }
}

const never = new AbortController().signal
const query = <T>(it: TestDb, sql: string) =>
  it.database.asOwner((db) => db.query<T>(sql, [it.workspaceId]))
const PARTS = 'select id from sessions where workspace_id = $1 and conversation_id is not null'
const wordsOf = async (it: TestDb) => JSON.stringify([...(await rowsOf(it))])

describe('a subject', () => {
  test.each(['forget', 'optOut'] as const)(
    'that is being put together on %s is not kept',
    async (verb) => {
      const it = await fresh()
      const happens = () =>
        verb === 'forget'
          ? world.memory.forget(admin(it), 'api:ann')
          : world.memory.optOut(admin(it), 'api:ann', true)
      const world = memoryWorld(it, modelThat({ summarise: atCall(2, happens) }))
      const job = await closed(world, it, 'ann', 's1', `The code of the van is ${SECRET}.`)
      await summariseSession(job, world.deps)
      const owner = personMemory((await personId(it, 'ann')) as PersonId)
      const { workspaceId } = it
      await buildTopic({ workspaceId, owner, slug: 'van' }, world.deps).catch(() => undefined)
      expect(await query(it, 'select 1 from topic_summaries where workspace_id = $1')).toEqual([])
      if (verb === 'forget') expect(await wordsOf(it)).not.toContain(SECRET)
    },
  )
})

describe('two names that become one person', () => {
  test('while a session of one is summarised share it', async () => {
    const it = await fresh()
    const link = () => world.memory.link(admin(it), 'api:bob', { person: 'api:ann' })
    // The first call is about what Ann said.
    const world = memoryWorld(it, modelThat({ summarise: atCall(2, link) }))
    await world.ask('ann', 'other', 'Hello.')
    await closed(world, it, 'bob', 's1', 'Flour comes weekly.')
    await world.upkeep().catch(() => undefined)
    await world.upkeep()
    const { sessions } = await world.memory.see(admin(it), 'api:ann')
    expect(sessions.map(({ sessionId }) => sessionId).sort()).toEqual(['other', 's1'])
  })

  test('while the history of one is made have each session in it once', async () => {
    const it = await fresh()
    let armed = false
    const link = () => world.memory.link(admin(it), 'api:bob', { person: 'api:ann' })
    const summarise = async (call: ModelCall) => {
      if (armed && call.prompt.system?.includes('long-term profile')) {
        armed = false
        await link()
      }
      return repeated(call)
    }
    const world = memoryWorld(it, modelThat({ summarise }))
    await closed(world, it, 'ann', 's1', 'Flour comes weekly.')
    await closed(world, it, 'bob', 's2', 'Butter comes daily.')
    await world.upkeep()
    world.pass({ days: 29 })
    await world.upkeep()
    await closed(world, it, 'ann', 's3', 'The van is blue.')
    await world.upkeep()
    world.pass({ days: 29 })
    armed = true
    await world.upkeep().catch(() => undefined)
    await world.upkeep()
    expect(await brokenRules(it)).toEqual([])
    const { history } = await world.memory.see(admin(it), 'api:ann')
    expect([...(history?.sessionIds ?? [])].sort()).toEqual(['s1', 's2', 's3'])
  })
})

test('an answer that comes after its session was ended is in the summary', async () => {
  const it = await fresh()
  const answer = async () => {
    await world.memory.closeNow(admin(it), 's1' as SessionId)
    await world.upkeep()
    return 'The wholesaler is Miller.'
  }
  const world = memoryWorld(it, modelThat({ answer }))
  await world.ask('ann', 's1', 'Who sells flour?')
  await world.upkeep()
  const { sessions } = await world.memory.see(admin(it), 'api:ann')
  expect(sessions).toHaveLength(1)
  expect(sessions[0]?.text).toContain('Miller')
})

describe('what failed for good', () => {
  /** A queue that has given up on a job, and remembers what it is sent. */
  function givenUp(kind: JobKind, job: Job, failedAt: Date) {
    const sent: string[] = []
    const failed: FailedJob = { id: 'f1', kind, job, code: 'internal', tries: 5, failedAt }
    const queue = {
      ...inlineQueue(),
      listFailed: async () => [failed],
      send: async (to: JobKind, jobs: readonly Job[]) => {
        sent.push(...jobs.map(({ key }) => `${to} ${key}`))
      },
    }
    return { queue, sent }
  }

  test('is not sent again, though there are sessions that have grown old', async () => {
    const it = await fresh()
    const world = memoryWorld(it, modelThat())
    await summariseSession(await closed(world, it, 'ann', 's1', 'Flour.'), world.deps)
    world.pass({ days: 29 })
    const { workspaceId } = it
    const owner = `p${await personId(it, 'ann')}`
    const { queue, sent } = givenUp('refresh', { key: owner, workspaceId, owner }, world.now())
    world.pass({ minutes: 1 })
    await planMemory({ ...world.deps, queue }, never)
    expect(sent.filter((job) => job.startsWith('refresh'))).toEqual([])
  })

  test('is sent again when the session has changed since', async () => {
    const it = await fresh()
    const world = memoryWorld(it, modelThat())
    const { workspaceId } = it
    const said = incoming('Ann', 'Flour comes weekly, on Mondays.', { externalId: 'm1' })
    await world.engine.receive(admin(it), delivery(said))
    world.pass({ minutes: 420 })
    await closeConversations(workspaceId, world.deps, never)
    const [row] = await query<{ id: string }>(it, PARTS)
    const job = { key: 's', workspaceId, sessionId: row?.id ?? '' }
    // The queue goes by the database's clock, and so does since when a session is due; ours knows no parts of a
    // millisecond, so the one in which it became due must be over.
    await pause(2)
    const { queue, sent } = givenUp('summarise', job, new Date())
    await pause(2)
    await planMemory({ ...world.deps, queue }, never)
    expect(summaries(sent)).toEqual([])
    world.pass({ minutes: 1 })
    const edit = { text: 'Butter.', editedAt: world.now() }
    await world.engine.edit(admin(it), { ...TEAM, messageId: 'm1' }, edit)
    await planMemory({ ...world.deps, queue }, never)
    expect(summaries(sent)).toHaveLength(1)
  })
  const summaries = (sent: readonly string[]) => sent.filter((job) => job.startsWith('summarise'))
})

describe.runIf(process.env.DATABASE_URL)('on a server', () => {
  async function group(script: Script = {}) {
    const it = await fresh()
    const world = memoryWorld(it, modelThat(script))
    // A statement, so that it is a fact, too.
    const said = incoming('Ann', `My favourite colour is ${SECRET}.`, { externalId: 'm1' })
    await world.engine.receive(admin(it), delivery(said))
    return { it, world }
  }
  /** The same engine in another process, which stands still before a statement. */
  function other(it: TestDb, world: MemoryWorld, before: RegExp) {
    const pausing = pausingBefore(it.database, before)
    const { deps } = testEngine({ ...it, database: pausing.database }, { now: world.now })
    return { ...pausing, engine: createEngine(deps) }
  }
  const edited = (world: MemoryWorld) => ({ text: 'No code.', editedAt: world.now() })
  const target = { ...TEAM, messageId: 'm1' }

  test('a message that is stored while its session is closed and summarised is in a summary', async () => {
    const { it, world } = await group()
    const { engine, reached, resume } = other(it, world, /insert into sessions/)
    const late = incoming('Bob', 'The van is blue.', { minutesAgo: 0, replyTo: 'm1' })
    const storing = engine.receive(admin(it), delivery(late))
    await reached
    world.pass({ minutes: 420 })
    // Facts wait for the chat's lock, pass after pass.
    await world.upkeep(5)
    resume()
    await storing
    await world.upkeep()
    expect(await brokenRules(it)).toEqual([])
    expect(await query(it, SIZES)).toEqual([{ n: 2 }])
  })
  const SIZES =
    'select cardinality(message_ids) as n from session_summaries where workspace_id = $1'

  test('a message that is edited while its session is closed and summarised is in it as edited', async () => {
    const { it, world } = await group()
    world.pass({ minutes: 420 })
    const { engine, reached, resume } = other(it, world, /insert into data_versions/)
    const editing = engine.edit(admin(it), target, edited(world))
    await reached
    // Facts wait for the chat's lock, pass after pass.
    await world.upkeep(5)
    resume()
    await editing
    await world.upkeep()
    expect(await wordsOf(it)).not.toContain(SECRET)
  })

  test('what is remembered while a message is edited is not made of the old text', async () => {
    const asked = gate()
    const finished = gate()
    const waits = async () => {
      asked.open()
      await finished.opened
    }
    const { it, world } = await group({ summarise: atCall(2, waits) })
    const { workspaceId } = it
    world.pass({ minutes: 420 })
    await closeConversations(workspaceId, world.deps, never)
    const [row] = await query<{ id: SessionId }>(it, PARTS)
    await summariseSession({ workspaceId, sessionId: row?.id as SessionId }, world.deps)
    const [owner] = await query<{ key: string }>(it, OWNER)
    const { engine, reached, resume } = other(it, world, /(into|from|update) message_links/)
    const editing = engine.edit(admin(it), target, edited(world))
    await reached
    const refreshing = refreshMemory({ workspaceId, owner: owner?.key ?? '' }, world.deps)
    // It has read the old text and asks the model, or it waits for the edit to end.
    await Promise.race([asked.opened, untilSomebodyWaits(it)])
    resume()
    await editing
    finished.open()
    await refreshing.catch(() => undefined)
    await world.upkeep()
    expect(await wordsOf(it)).not.toContain(SECRET)
  })
  const OWNER = 'select owner as key from memory_owners where workspace_id = $1'

  async function untilSomebodyWaits({ database }: TestDb): Promise<void> {
    const isWaiting = () =>
      database.asOwner((db) =>
        db.query(
          `select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%memory_owners%'`,
        ),
      )
    for (let tries = 0; tries < 2_000; tries += 1) {
      if ((await isWaiting()).length > 0) return
    }
  }
})
