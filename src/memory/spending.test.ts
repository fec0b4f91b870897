import { expect, test } from 'vitest'
import { admin, delivery, incoming } from '../../test/deps.ts'
import { memoryWorld } from '../../test/memory-world.ts'
import { kindsOf, scriptedModel } from '../../test/scripted-model.ts'
import { type TestDb, useDatabase } from '../../test/with-db.ts'
import type { SessionId } from '../domain/ids.ts'
import { workspaceScope } from '../domain/scope.ts'
import { createMetrics } from '../observe/metrics.ts'

/* What memory spends on models: counted for whom and for which job, and kept within a limit of its own. */

const database = useDatabase()

const TAGS = JSON.stringify({ tags: ['alpha', 'beta', 'gamma'].map((tag) => ({ tag, conf: 0.9 })) })
/** Of one call: 110 tokens, 0.0003 US dollars. */
const PRICES = { EARSHOT_PRICE_INPUT: '2', EARSHOT_PRICE_OUTPUT: '10' }

async function worldWith(env: Readonly<Record<string, string>> = {}) {
  const it = await database.fresh()
  const model = scriptedModel({ answer: 'Noted.', summarise: '- It was told', tag: TAGS })
  return { it, model, world: memoryWorld(it, model, {}, { ...PRICES, ...env }) }
}

type World = Awaited<ReturnType<typeof worldWith>>

/** Ann tells something in a session that then ends, and upkeep does its work. */
async function tell({ it, world }: World, session: string) {
  await world.ask('ann', session, 'The ball is green.')
  await world.memory.closeNow(admin(it), session as SessionId)
  await world.upkeep()
}

const spentBy = (it: TestDb) =>
  it.database.within(workspaceScope(it.workspaceId), (db) =>
    db.query<{ kind: string; tokens: number; cost: number }>(
      `select owner_kind as kind, sum(tokens)::int as tokens, round(sum(cost_usd)::numeric, 4)::float8 as cost
         from spend where workspace_id = $1 group by 1 order by 1`,
      [it.workspaceId],
    ),
  )

const callsFor = ({ model }: World) => kindsOf(model).filter((kind) => kind !== 'answer').length

test('what memory spends is counted by kind of job, for the workspace and for the person', async () => {
  const world = await worldWith()
  await tell(world, 's1')
  // One call of the answer, one of the session's summary, one of the rolling summary.
  const [call, two, three] = [
    { tokens: 110, cost: 0.0003 },
    { tokens: 220, cost: 0.0006 },
    { tokens: 330, cost: 0.0009 },
  ]
  expect(await spentBy(world.it)).toEqual([
    { kind: 'memory', ...two },
    { kind: 'memory:refresh', ...call },
    { kind: 'memory:summarise', ...call },
    { kind: 'person', ...three },
    { kind: 'person:refresh', ...call },
    { kind: 'person:summarise', ...call },
    { kind: 'workspace', ...three },
  ])
})

test('beyond its limit memory does without a model until the next day, and answers go on', async () => {
  const world = await worldWith({ EARSHOT_DAILY_TOKENS_MEMORY: '100' })
  await tell(world, 's1')
  expect(callsFor(world)).toBe(1)
  await tell(world, 's2')
  expect(callsFor(world)).toBe(1)
  const answers = kindsOf(world.model).filter((kind) => kind === 'answer')
  expect(answers).toHaveLength(2)
  const { sessions } = await world.world.memory.see(admin(world.it), 'api:ann')
  const second = sessions.find(({ sessionId }) => sessionId === 's2')
  expect(second?.text).toContain('The ball is green')
  world.world.pass({ days: 1 })
  await tell(world, 's3')
  expect(callsFor(world)).toBe(2)
})

test('without a limit of its own memory uses what the workspace may', async () => {
  const world = await worldWith({
    EARSHOT_DAILY_TOKENS_MEMORY: '',
    EARSHOT_DAILY_TOKENS_WORKSPACE: '',
  })
  await tell(world, 's1')
  expect(callsFor(world)).toBe(2)
})

test('metrics tell what memory spent by kind of job, and until when it does without a model', async () => {
  const world = await worldWith({ EARSHOT_DAILY_TOKENS_MEMORY: '100' })
  await tell(world, 's1')
  const metrics = createMetrics()
  for (const event of world.world.events) metrics.count(event)
  const lines = (await metrics.render()).split('\n')
  expect(lines).toContain('earshot_memory_paid_tokens_total{job="summarise"} 110')
  expect(lines).toContain('earshot_memory_paid_dollars_total{job="summarise"} 0.0003')
  expect(lines).toContain('earshot_memory_limited_total{job="refresh",limit="memory"} 1')
  const midnight = Date.parse('2026-03-11T00:00:00Z') / 1_000
  expect(lines).toContain(`earshot_memory_limited_until_seconds ${midnight}`)
})

test('a session older than its setting is summarised without a model, whatever the recent window', async () => {
  const world = await worldWith({
    EARSHOT_SUMMARY_MODEL_MAX_AGE_DAYS: '2',
    EARSHOT_RECENT_WINDOW_DAYS: '28',
  })
  await world.world.ask('ann', 's1', 'The ball is green.')
  await world.world.memory.closeNow(admin(world.it), 's1' as SessionId)
  world.world.pass({ days: 3 })
  await world.world.upkeep()
  expect(kindsOf(world.model).filter((kind) => kind === 'summarise')).toHaveLength(1)
  const kinds = (await spentBy(world.it)).map(({ kind }) => kind)
  expect(kinds).toContain('memory:refresh')
  expect(kinds).not.toContain('memory:summarise')
})

test('unset, that age is the recent window', async () => {
  const { world } = await worldWith({ EARSHOT_RECENT_WINDOW_DAYS: '5' })
  expect(world.deps.settings.modelMaxAgeDays).toBe(5)
})

test('who is forgotten leaves no spend behind, of no kind of job', async () => {
  const world = await worldWith()
  await tell(world, 's1')
  await world.world.memory.forget(admin(world.it), 'api:ann')
  const kinds = (await spentBy(world.it)).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind.startsWith('person'))).toEqual([])
  expect(kinds).toContain('memory:summarise')
})

test('a deleted chat leaves no spend behind, of no kind of job', async () => {
  const { it, world } = await worldWith()
  await world.engine.receive(
    admin(it),
    delivery(incoming('Ann', 'The ball in the garden is green now.')),
  )
  world.pass({ minutes: 420 })
  await world.upkeep()
  const kinds = async () => (await spentBy(it)).map(({ kind }) => kind)
  expect(await kinds()).toContain('chat:summarise')
  const [chat] = await it.database.within(workspaceScope(it.workspaceId), (db) =>
    db.query<{ id: string }>(
      `select channel || ':' || external_id as id from chats where workspace_id = $1`,
      [it.workspaceId],
    ),
  )
  await world.memory.deleteChat(admin(it), chat?.id ?? '')
  expect((await kinds()).filter((kind) => kind.startsWith('chat'))).toEqual([])
})
