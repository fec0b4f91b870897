import { expect, test } from 'vitest'
import { admin, delivery, incoming } from '../../test/deps.ts'
import { type MemoryWorld, memoryWorld } from '../../test/memory-world.ts'
import { useDatabase } from '../../test/with-db.ts'
import type { Trace } from '../domain/trace.ts'

/* The same as memory-flow.test.ts from start to end, with no language model at all: a first run without a key. */

const database = useDatabase()

async function talk(world: MemoryWorld, session: string, texts: readonly string[]) {
  for (const text of texts) {
    await world.ask('ann', session, text)
    world.pass({ minutes: 1 })
  }
  world.pass({ minutes: 20 })
  await world.upkeep()
}

const slotsOf = ({ memory }: Trace) =>
  memory?.slots.map(({ name }) => name.replace('system.user_profile.', '')) ?? []

const INVOICES = [
  'The March invoices for Acme are still missing from the invoices folder.',
  'Acme agreed to pay invoices within 30 days.',
  'I prefer invoices as PDF files, one a month.',
]
const GARDEN = [
  'The tomatoes in my garden have brown spots.',
  'How often should I water the garden in July?',
  'Next year the garden gets a second bed for tomatoes.',
]

test('start, third turn, topic, pivot, end: all of it without a language model', async () => {
  const it = await database.fresh()
  const world = memoryWorld(it)
  await talk(world, 'past1', INVOICES)
  world.pass({ days: 2 })
  await talk(world, 'past2', GARDEN)
  world.pass({ days: 2 })

  const traces: Trace[] = []
  const now = [
    'Did the invoices for April arrive?',
    'Which invoices has Acme not paid?',
    'Send a reminder about the invoices.',
    'Are invoices over 5,000 checked twice?',
    'Is the invoices folder shared?',
    'Something else: my garden is too dry.',
    'The tomatoes in the garden are drooping.',
    'Should I cover the tomatoes and the rest of the garden?',
    'What did I plan for the garden?',
  ]
  for (const text of now) {
    traces.push((await world.ask('ann', 'now', text)).trace)
    world.pass({ minutes: 1 })
    await world.upkeep()
  }
  expect(traces.map((trace) => slotsOf(trace).filter((slot) => slot.startsWith('topic:')))).toEqual(
    [[], [], [], ...Array(5).fill(['topic:invoices']), ['topic:garden']],
  )

  world.pass({ minutes: 20 })
  await world.upkeep()
  const seen = await world.memory.see(admin(it), 'api:ann')
  expect(seen.sessions.map(({ sessionId }) => sessionId)).toEqual(['now', 'past2', 'past1'])
  expect(seen.sessions[2]?.tags.map(({ tag }) => tag)).toContain('invoices')
  expect(seen.recent?.text).toMatch(/invoices/)
  expect([...(seen.recent?.sessionIds ?? [])].sort()).toEqual(['now', 'past1', 'past2'])

  world.pass({ days: 40 })
  await world.upkeep()
  const later = await world.memory.see(admin(it), 'api:ann')
  expect(later.recent).toBeNull()
  expect([...(later.history?.sessionIds ?? [])].sort()).toEqual(['now', 'past1', 'past2'])
})

test('what is remembered is in the answer, though the chat does not say it', async () => {
  const it = await database.fresh()
  const world = memoryWorld(it)
  await talk(world, 'past1', INVOICES)
  world.pass({ days: 3 })
  const { text, citations } = await world.ask('ann', 'now', 'How long does Acme take to pay?')
  expect(text).toContain('30 days')
  expect(citations).toMatchObject([{ type: 'memory', sessionId: 'past1' }])
})

test('a group has a memory of its own: in it, and nowhere else', async () => {
  const it = await database.fresh()
  const world = memoryWorld(it)
  await world.engine.receive(
    admin(it),
    delivery(
      incoming('Ann', 'The release party is on the roof on Friday.', { minutesAgo: 5 }),
      incoming('Bob', 'I bring the drinks to the release party.', { minutesAgo: 4 }),
    ),
  )
  world.pass({ minutes: 420 })
  await world.upkeep()
  const ask = (threadId: string | null) =>
    world.engine.ask(
      admin(it),
      {
        threadId,
        text: 'Where is the release party?',
        author: { externalId: 'ann', name: 'Ann', username: null, isBot: false },
        messageId: null,
        replyTo: null,
        quote: null,
        askedAt: null,
        budgetTokens: 3_000,
      },
      { sessionId: null, window: 5 },
    )
  expect(slotsOf((await ask('api:team')).trace)).toEqual(['recent'])
  const alone = await ask(null)
  expect(slotsOf(alone.trace)).toEqual([])
  expect(alone.text).not.toContain('roof')
})
