import { describe, expect, test } from 'vitest'
import { admin } from '../../test/deps.ts'
import { type MemoryWorld, memoryWorld } from '../../test/memory-world.ts'
import { personId } from '../../test/rows.ts'
import { kindsOf, type Script, scriptedModel } from '../../test/scripted-model.ts'
import { type TestDb, useDatabase } from '../../test/with-db.ts'
import type { ModelCall } from '../models/language-model.ts'

/* The source document's acceptance list (its sections 14 and 15.7), with a scripted model; the same flow
 * with the offline model alone is in offline-flow.test.ts. */

const database = useDatabase()

const SUMMARY = '- Ann wants the March invoices\n- Net 30 was agreed with Acme\n- She prefers PDF'
const TAGS = JSON.stringify({
  tags: [
    { tag: 'invoices', conf: 0.92 },
    { tag: 'acme', conf: 0.8 },
    { tag: 'pdf', conf: 0.6 },
  ],
})

/** What the summariser was shown. */
const shown = ({ prompt }: ModelCall) => prompt.messages.map(({ content }) => content).join('\n')

function model(script: Script = {}) {
  return scriptedModel({ answer: 'Noted.', summarise: SUMMARY, tag: TAGS, ...script })
}

/** A session of so many turns about something, which then closes. */
async function talk(world: MemoryWorld, session: string, ...texts: string[]) {
  for (const text of texts) {
    await world.ask('ann', session, text)
    world.pass({ minutes: 1 })
  }
  world.pass({ minutes: 16 })
  await world.upkeep()
}

const see = (world: MemoryWorld, it: TestDb) => world.memory.see(admin(it), 'api:ann')

describe('unit', () => {
  test('messages become stable bullets and tags', async () => {
    const it = await database.fresh()
    const world = memoryWorld(it, model())
    await talk(world, 's1', 'Where are the March invoices of Acme? We agreed on net 30.')
    const { sessions } = await see(world, it)
    const tags = [{ tag: 'invoices' }, { tag: 'acme' }, { tag: 'pdf' }]
    expect(sessions).toMatchObject([{ text: SUMMARY, tags }])
  })

  test('recent is recomputed when a new session lands, from all of the last 28 days', async () => {
    const it = await database.fresh()
    const said: string[] = []
    const summarise = (call: ModelCall) => {
      said.push(shown(call))
      return `- bullet ${said.length}`
    }
    const world = memoryWorld(it, model({ summarise }))
    await talk(world, 's1', 'invoices')
    expect((await see(world, it)).recent).toMatchObject({ sessionIds: ['s1'] })
    world.pass({ days: 1 })
    await talk(world, 's2', 'scheduling')
    const { recent } = await see(world, it)
    expect([...(recent?.sessionIds ?? [])].sort()).toEqual(['s1', 's2'])
    expect(said.at(-1)).toContain('bullet 1')
    expect(said.at(-1)).toContain('bullet 3')
  })

  test('history takes an aged session in once, and recent lets it go', async () => {
    const it = await database.fresh()
    const scripted = model()
    const world = memoryWorld(it, scripted)
    await talk(world, 's1', 'invoices')
    world.pass({ days: 29 })
    await world.upkeep()
    const first = await see(world, it)
    expect(first.recent).toBeNull()
    expect(first.history).toMatchObject({ sessionIds: ['s1'] })
    const calls = scripted.calls.length
    await world.upkeep()
    world.pass({ days: 1 })
    await world.upkeep()
    expect(scripted.calls).toHaveLength(calls)
    await talk(world, 's2', 'scheduling')
    world.pass({ days: 29 })
    await world.upkeep()
    expect((await see(world, it)).history).toMatchObject({ sessionIds: ['s1', 's2'] })
  })

  test('an aged session is merged into the history there is, newest truth last', async () => {
    const it = await database.fresh()
    const prompts: string[] = []
    const summarise = (call: ModelCall) => {
      prompts.push(`${call.prompt.system}\n${shown(call)}`)
      return `- fact ${prompts.length}`
    }
    const world = memoryWorld(it, model({ summarise }))
    await talk(world, 's1', 'We bill monthly.')
    world.pass({ days: 10 })
    await talk(world, 's2', 'We bill weekly now.')
    world.pass({ days: 60 })
    await world.upkeep()
    const merging = prompts.filter((prompt) => prompt.includes('long-term profile'))
    expect(merging).toHaveLength(1)
    expect(merging[0]?.indexOf('fact 1')).toBeLessThan(merging[0]?.indexOf('fact 3') ?? 0)
  })
})

const ABOUT = (slug: string, score: number, ...more: [string, number][]) =>
  JSON.stringify({
    candidates: [[slug, score] as const, ...more].map(([name, value]) => ({
      slug: name,
      label: name,
      score: value,
      rationale: '',
    })),
  })

/** Ann has had sessions about invoices and about scheduling before. */
async function withPast(it: TestDb, topics: string[]) {
  const scripted = model({
    'match-topics': (() => {
      let turn = 0
      return () => topics[turn++] ?? topics.at(-1) ?? ''
    })(),
    summarise: (call) =>
      shown(call).includes('calendar')
        ? '- Stand-ups moved to the calendar of Bob, Tuesdays at ten'
        : SUMMARY,
    tag: (call) =>
      shown(call).includes('calendar')
        ? JSON.stringify({ tags: ['scheduling', 'stand-up', 'calendar'].map((tag) => ({ tag })) })
        : TAGS,
  })
  const world = memoryWorld(it, scripted)
  await talk(world, 'past1', 'The March invoices of Acme, net 30.')
  world.pass({ days: 1 })
  await talk(world, 'past2', 'Put the stand-up into the calendar.')
  world.pass({ days: 1 })
  return { world, scripted }
}

async function turns(world: MemoryWorld, count: number) {
  const answers = []
  for (let i = 0; i < count; i += 1) {
    answers.push(await world.ask('ann', 'now', `question ${i}`))
    world.pass({ minutes: 1 })
    await world.upkeep()
  }
  return answers
}

const slotsOf = ({
  trace,
}: {
  trace: { memory?: { slots: readonly { name: string }[] } | null }
}) => trace.memory?.slots.map(({ name }) => name.replace('system.user_profile.', '')) ?? []

describe('integration', () => {
  test('after turn 3 the topic is inferred and expected for the script', async () => {
    const it = await database.fresh()
    const { world, scripted } = await withPast(it, [ABOUT('invoices', 0.9, ['scheduling', 0.3])])
    const [, , third, fourth] = await turns(world, 4)
    expect(slotsOf(third as never)).toEqual(['recent'])
    expect(slotsOf(fourth as never)).toEqual(['topic:invoices', 'recent'])
    expect(kindsOf(scripted).filter((kind) => kind === 'match-topics')).toHaveLength(1)
    expect(world.events.find(({ name }) => name === 'topic.inferred')).toMatchObject({
      turn: 3,
      personId: await personId(it, 'ann'),
      sessionId: 'now',
      // 0.6 · 0.9 + 0.25 · 1 + 0.15 · 1
      best: { topic: expect.stringMatching(/^#[0-9a-f]{12}$/), score: 0.94 },
      candidates: [{ score: 0.94 }, { score: expect.any(Number) }],
      ...{ adopted: 1, model: 'scripted', ms: expect.any(Number) },
    })
    expect(world.events.find(({ name }) => name === 'topic.built')).toMatchObject({
      ...{ personId: await personId(it, 'ann'), topic: expect.stringMatching(/^#/) },
      ...{ sources: expect.any(Number), tokens: expect.any(Number), model: 'scripted' },
    })
  })

  test('a topic that staff registered is named in events, one that a message named is not', async () => {
    const it = await database.fresh()
    const { world } = await withPast(it, [ABOUT('invoices', 0.9, ['scheduling', 0.3])])
    const synonyms = [{ alias: 'bills', slug: 'invoices' }]
    await world.memory.changeSynonyms(admin(it), synonyms)
    await turns(world, 4)
    const topical = world.events.filter(({ name }) => name.startsWith('topic.'))
    expect(topical).toMatchObject([
      { name: 'topic.built', topic: 'invoices' },
      { name: 'topic.inferred', best: { topic: 'invoices' } },
    ])
    expect(JSON.stringify(topical)).not.toContain('scheduling')
  })

  test('another topic takes over five turns later, if it is .15 better', async () => {
    const it = await database.fresh()
    const { world, scripted } = await withPast(it, [
      ABOUT('invoices', 0.9),
      ABOUT('scheduling', 0.95, ['invoices', 0.2]),
    ])
    const answers = await turns(world, 9)
    expect(answers.slice(3).map((answer) => slotsOf(answer)[0])).toEqual([
      ...Array(5).fill('topic:invoices'),
      'topic:scheduling',
    ])
    expect(kindsOf(scripted).filter((kind) => kind === 'match-topics')).toHaveLength(2)
  })

  test('a topic that is a little better does not take over', async () => {
    const it = await database.fresh()
    const { world } = await withPast(it, [
      ABOUT('invoices', 0.9),
      ABOUT('scheduling', 0.9, ['invoices', 0.7]),
    ])
    const answers = await turns(world, 9)
    expect(slotsOf(answers.at(-1) as never)[0]).toBe('topic:invoices')
  })

  test('a topic below the threshold is not taken up', async () => {
    const it = await database.fresh()
    const { world } = await withPast(it, [ABOUT('invoices', 0.49)])
    const answers = await turns(world, 4)
    expect(slotsOf(answers.at(-1) as never)).toEqual(['recent'])
  })

  test('two topics that are equal and distinct are both taken up', async () => {
    const it = await database.fresh()
    const { world } = await withPast(it, [ABOUT('invoices', 0.9, ['scheduling', 0.9])])
    const answers = await turns(world, 4)
    expect(slotsOf(answers.at(-1) as never)).toEqual([
      'topic:invoices',
      'topic:scheduling',
      'recent',
    ])
  })

  test('what is injected is before the model', async () => {
    const it = await database.fresh()
    const { world, scripted } = await withPast(it, [ABOUT('invoices', 0.9)])
    await turns(world, 4)
    const asked = scripted.calls.filter(({ task }) => task.kind === 'answer').at(-1)
    expect(asked && shown(asked)).toContain('Net 30 was agreed with Acme')
    expect(asked?.prompt.system).not.toContain('Net 30')
  })
})
