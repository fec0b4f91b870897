import { expect, test } from 'vitest'
import { admin } from '../../test/deps.ts'
import { memoryWorld } from '../../test/memory-world.ts'
import { personId } from '../../test/rows.ts'
import { useDatabase } from '../../test/with-db.ts'
import type { PersonId } from '../domain/ids.ts'
import { NOTHING_KNOWN } from './start-session.ts'

const database = useDatabase()

const INVOICES = [
  'The March invoices for Acme are still missing from the invoices folder.',
  'Acme agreed to pay invoices within 30 days.',
]

/** Ann has a past session about invoices, and an open one, "now". */
async function annWithPast() {
  const it = await database.fresh()
  const world = memoryWorld(it)
  for (const text of INVOICES) await world.ask('ann', 'past', text)
  world.pass({ minutes: 20 })
  await world.upkeep()
  await world.ask('ann', 'now', 'Hello')
  const ann = (await personId(it, 'ann')) as PersonId
  const startNew = (topic: string | null) =>
    world.memory.startNew(admin(it), null, ann, { ...NOTHING_KNOWN, topic })
  return { it, world, startNew }
}

test('a named topic has its summary at once, in the reply and in the first prompt', async () => {
  const { it, world, startNew } = await annWithPast()
  await world.memory.changeSynonyms(admin(it), [{ alias: 'bills', slug: 'invoices' }])
  const started = await startNew('Bills')
  expect(started).toMatchObject({
    closedId: 'now',
    topic: { slug: 'invoices', label: 'Bills', summary: { sessionIds: ['past'] } },
  })
  expect(started.topic?.summary?.text).toContain('invoices')
  const { trace } = await world.ask('ann', started.sessionId, 'What is open?')
  expect(trace.memory?.slots.map(({ name }) => name)).toContain(
    'system.user_profile.topic:invoices',
  )
})

test('of an unknown topic nothing is remembered, and the session starts', async () => {
  const { startNew } = await annWithPast()
  const { topic, isOpen } = await startNew('Sailing')
  expect([isOpen, topic?.slug, topic?.summary]).toEqual([true, 'sailing', null])
})

test('if the summary fails, the session starts without it', async () => {
  const { world, startNew } = await annWithPast()
  const broken = world.deps.model
  Object.assign(broken, { complete: () => Promise.reject(new Error('the model is away')) })
  expect((await startNew('Invoices')).topic?.slug).toBe('invoices')
})

test('without a name the session that was used last is ended, once', async () => {
  const { world, startNew } = await annWithPast()
  world.pass({ minutes: 1 })
  await world.ask('ann', 'later', 'And this?')
  expect((await startNew(null)).closedId).toBe('later')
})
