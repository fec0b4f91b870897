import { expect, test } from 'vitest'
import { admin } from '../../../test/deps.ts'
import { type MemoryWorld, memoryWorld } from '../../../test/memory-world.ts'
import { kindsOf, type Script, scriptedModel } from '../../../test/scripted-model.ts'
import { type TestDb, useDatabase } from '../../../test/with-db.ts'
import { AppError } from '../../domain/errors.ts'
import type { SessionId } from '../../domain/ids.ts'
import { countTokens } from '../../models/tokens/tokens.ts'
import { summariseSession } from './summarise-session.ts'

const database = useDatabase()

const TAGS = JSON.stringify({ tags: ['alpha', 'beta', 'gamma'].map((tag) => ({ tag, conf: 0.9 })) })

async function worldWith(script: Script) {
  const it = await database.fresh()
  const model = scriptedModel({ answer: 'Noted.', summarise: '- fine', tag: TAGS, ...script })
  return { it, model, world: memoryWorld(it, model) }
}

async function end(world: MemoryWorld, ...texts: string[]) {
  for (const text of texts) await world.ask('ann', 's1', text)
  world.pass({ minutes: 20 })
  await world.upkeep()
}

const remembered = async (world: MemoryWorld, it: TestDb) =>
  (await world.memory.see(admin(it), 'api:ann')).sessions[0]

test('a reply that is no list is asked for once more', async () => {
  const summarise = ['I cannot do that.', 'Here you are:\n1. It is green\n2. It is round']
  const { it, model, world } = await worldWith({ summarise })
  await end(world, 'The ball is green and round.')
  expect((await remembered(world, it))?.text).toBe('- It is green\n- It is round')
  expect(model.calls[2]?.prompt.messages.at(-1)?.content).toContain('no list of bullets')
})

test('a model that cannot be helped is replaced by the offline one, for summary and tags alike', async () => {
  const { it, model, world } = await worldWith({ summarise: 'No.', tag: 'tags: none' })
  await end(world, 'The ball is green. The ball is round. The ball belongs to Carla.')
  const session = await remembered(world, it)
  expect(session?.text).toContain('The ball is green')
  expect(session?.tags.map(({ tag }) => tag)).toContain('ball')
  const asked = kindsOf(model).filter((kind) => kind !== 'answer')
  // Twice for the session, twice for the recent summary.
  expect(asked).toEqual(Array(4).fill('summarise'))
})

test('more than ten tags are cut', async () => {
  const many = Array.from({ length: 14 }, (_, i) => ({ tag: `Tag Number ${i}`, conf: 3 }))
  const { it, world } = await worldWith({ tag: JSON.stringify({ tags: many }) })
  await end(world, 'hello')
  const tags = (await remembered(world, it))?.tags.map(({ tag: name }) => name) ?? []
  expect(tags).toHaveLength(10)
  expect(tags).toContain('tag-number-3')
})

test('a summary is never longer than 300 tokens or 15 bullets, however long the reply', async () => {
  const long = Array.from({ length: 60 }, (_, i) => `- ${i} ${'very '.repeat(20)}long`).join('\n')
  const { it, world } = await worldWith({ summarise: long })
  await end(world, 'hello')
  const text = (await remembered(world, it))?.text ?? ''
  expect(countTokens(text)).toBeLessThanOrEqual(300)
  expect(text.split('\n').length).toBeLessThanOrEqual(15)
  expect(text).not.toBe('')
})

test('what says who somebody is reaches no model that sums up, and no summary', async () => {
  const secrets = ['ann.smith@example.org', '+44 20 7946 0958', '4111 1111 1111 1111', '10.1.2.3']
  const { it, model, world } = await worldWith({
    summarise: '- Write to ann.smith@example.org or call +44 20 7946 0958',
  })
  await end(world, `Reach me: ${secrets.join(', ')}`)
  const told = model.calls
    .filter(({ task }) => task.kind !== 'answer')
    .map(({ prompt }) => JSON.stringify(prompt))
    .join('\n')
  for (const secret of secrets) expect(told).not.toContain(secret)
  expect(told).toContain('[email]')
  expect((await remembered(world, it))?.text).toBe('- Write to [email] or call [phone]')
})

test('by setting no name reaches a model: of who spoke, nor of who was spoken of', async () => {
  const { it, model, world } = await worldWith({})
  await world.ask('ann', 's1', 'My boss Margaret Thornton asked about the report, says ann.')
  await world.memory.closeNow(admin(it), 's1' as SessionId)
  const { deps } = world
  const shy = { ...deps, settings: { ...deps.settings, hideNames: true } }
  await summariseSession({ workspaceId: it.workspaceId, sessionId: 's1' as SessionId }, shy)
  const told = JSON.stringify(model.calls.find(({ task }) => task.kind === 'summarise')?.prompt)
  expect(told).toContain('asked about the report')
  for (const name of ['Margaret', 'Thornton', 'ann'])
    expect(told).not.toMatch(new RegExp(`\\b${name}\\b`))
})

test('an address that nobody said is not remembered', async () => {
  const { it, world } = await worldWith({
    summarise: '- See https://evil.example/x?leak=1 and https://good.example/doc',
  })
  await end(world, 'The manual is at https://good.example/doc')
  const text = (await remembered(world, it))?.text ?? ''
  expect(text).toContain('https://good.example/doc')
  expect(text).not.toContain('evil.example')
})

test('a model that is not to be had leaves the session due, and nothing half made', async () => {
  const { it, world } = await worldWith({
    summarise: () => {
      throw new AppError('model_unavailable', 'down')
    },
  })
  await world.ask('ann', 's1', 'hello')
  world.pass({ minutes: 20 })
  await expect(world.upkeep()).rejects.toThrow('down')
  expect(await remembered(world, it)).toBeUndefined()
  const job = { workspaceId: it.workspaceId, sessionId: 's1' as SessionId }
  await expect(summariseSession(job, world.deps)).rejects.toThrow('down')
})

test('where the day’s tokens are used up memory is made without a model', async () => {
  const { it, model, world } = await worldWith({})
  await world.ask('ann', 's1', 'The ball is green.')
  world.pass({ minutes: 20 })
  const { deps } = world
  const poor = { ...deps, settings: { ...deps.settings, dailyTokens: 1 } }
  await world.memory.closeNow(admin(it), 's1' as SessionId)
  await summariseSession({ workspaceId: it.workspaceId, sessionId: 's1' as SessionId }, poor)
  expect((await remembered(world, it))?.text).toContain('The ball is green')
  expect(kindsOf(model).every((kind) => kind === 'answer')).toBe(true)
})

test('a past that was imported is summed up without a model', async () => {
  const { it, model, world } = await worldWith({})
  await world.ask('ann', 's1', 'The ball is green.')
  world.pass({ days: 40 })
  await world.upkeep()
  expect((await remembered(world, it))?.text).toContain('The ball is green')
  expect(kindsOf(model).filter((kind) => kind === 'tag')).toEqual([])
})

test('emoji alone are no reason to fail', async () => {
  const it = await database.fresh()
  const world = memoryWorld(it)
  await end(world, '🎉🎉🎉')
  expect((await remembered(world, it))?.text).toContain('🎉')
})
