import { describe, expect, test } from 'vitest'
import { admin } from '../../../test/deps.ts'
import { memoryWorld } from '../../../test/memory-world.ts'
import { testApp, wireMessages } from '../../../test/test-app.ts'
import { useDatabase } from '../../../test/with-db.ts'
import type { Values } from '../../config/config.ts'
import type { WireFact } from '../wire/fact-wire.ts'

const db = useDatabase()

/** Ann and Bob stated facts in the group "team". */
async function setUp(env: Values = {}, more: readonly (readonly [string, string])[] = []) {
  const it = await db.fresh()
  const app = await testApp(it)
  const by = (id: string, text: string) => ({ author: { id, name: id }, text })
  await app.send(
    'POST',
    '/api/messages',
    wireMessages(
      by('Ann', 'I live in Rome'),
      by('Bob', 'I am allergic to peanuts'),
      by('Ann', 'I moved to Lisbon'),
      by('Ann', 'Bob is vegan'),
      ...more.map(([id, text]) => by(id, text)),
    ),
  )
  const world = memoryWorld(it, undefined, {}, env)
  world.pass({ minutes: 600 })
  await world.upkeep()
  const keys = {
    ann: await app.keyFor('member', 'api:Ann'),
    bob: await app.keyFor('member', 'api:Bob'),
    staff: await app.keyFor('staff'),
  }
  const as = (who: keyof typeof keys, method: string, path: string, body?: unknown) =>
    app.send(method, path, body, { Authorization: `Bearer ${keys[who]}` })
  const facts = async (query = '', who: keyof typeof keys = 'staff') => {
    const { body } = await as(who, 'GET', `/api/facts${query}`)
    return body.facts as WireFact[]
  }
  const texts = async (...args: Parameters<typeof facts>) =>
    (await facts(...args)).map(({ text }) => text).sort()
  const idOf = async (text: string) =>
    (await facts('?history=true')).find((fact) => fact.text === text)?.id ?? ''
  const readAgain = async () => {
    await it.database.asOwner((tx) => tx.query('update conversations set facts_through = null'))
    await world.upkeep()
  }
  return { it, world, readAgain, as, facts, texts, idOf }
}

describe('facts', () => {
  test('are listed: those that hold, their history, by person, words and time', async () => {
    const { facts, texts, as, idOf } = await setUp()
    expect(await texts()).toEqual([
      'Ann lives in Lisbon',
      'Bob is allergic to peanuts',
      'Bob is vegan',
    ])
    expect(await texts('?history=true')).toContain('Ann lives in Rome')
    expect(await texts('?person=api%3ABob')).toEqual(['Bob is allergic to peanuts', 'Bob is vegan'])
    expect(await texts('?q=peanuts')).toEqual(['Bob is allergic to peanuts'])
    expect(await texts('?attribute=home&thread_id=api%3Ateam')).toEqual(['Ann lives in Lisbon'])
    const [vegan] = await facts('?q=vegan')
    expect(vegan).toMatchObject({ said_by: { name: 'Ann' }, about: { name: 'Bob' }, times: 1 })
    const { body } = await as(
      'staff',
      'GET',
      `/api/facts/${await idOf('Ann lives in Lisbon')}/history`,
    )
    expect(body.facts).toMatchObject([
      { text: 'Ann lives in Rome', valid_to: expect.any(String) },
      { text: 'Ann lives in Lisbon', valid_to: null },
    ])
  })

  test('a member sees and changes what is about them or was said by them', async () => {
    const { as, texts, idOf } = await setUp()
    expect(await texts('', 'ann')).toEqual(['Ann lives in Lisbon'])
    expect(await texts('', 'bob')).toEqual(['Bob is allergic to peanuts', 'Bob is vegan'])
    expect((await as('ann', 'GET', '/api/facts?person=api%3ABob')).status).toBe(404)
    const peanuts = `/api/facts/${await idOf('Bob is allergic to peanuts')}`
    for (const [method, path, body] of [
      ['PATCH', peanuts, { pinned: true }],
      ['DELETE', peanuts],
      ['GET', `${peanuts}/history`],
    ] as const) {
      expect((await as('ann', method, path, body)).body.code).toBe('fact_not_found')
    }
    expect((await as('bob', 'PATCH', peanuts, { pinned: true })).body).toMatchObject({
      pinned: true,
    })
  })

  test('a correction takes the place of a fact, and stays when the messages are read again', async () => {
    const { readAgain, as, texts, idOf } = await setUp()
    const path = `/api/facts/${await idOf('Ann lives in Lisbon')}`
    const { status, body } = await as('ann', 'PATCH', path, { text: 'Ann lives in Porto' })
    expect([status, body]).toMatchObject([
      200,
      {
        text: 'Ann lives in Porto',
        source: 'person',
        changed_by: expect.stringMatching(/^person/),
      },
    ])
    await readAgain()
    expect(await texts('?attribute=home')).toEqual(['Ann lives in Porto'])
    expect(await texts('?status=corrected&history=true')).toEqual(['Ann lives in Lisbon'])
  })

  test.each(['Cat lives in Genoa', 'Cat lives in Oslo, by the sea'])(
    'a correction of what was stated twice holds: %s',
    async (text) => {
      const twice = ['I live in Oslo', 'I live in Oslo'].map((said) => ['Cat', said] as const)
      const { readAgain, as, texts, facts, idOf } = await setUp({}, twice)
      const [oslo] = await facts('?q=oslo')
      expect(oslo?.times).toBe(2)
      const { body } = await as('staff', 'PATCH', `/api/facts/${oslo?.id}`, { text })
      expect(body).toMatchObject({ text, status: 'active', valid_to: null })
      await readAgain()
      expect(await texts('?person=api%3ACat')).toEqual([text])
      expect(await idOf(text)).toBe(body.id)
      const again = await as('staff', 'PATCH', `/api/facts/${oslo?.id}`, { text: 'Cat is at sea' })
      expect([again.status, again.body.detail]).toEqual([400, expect.stringContaining('/history')])
    },
  )

  test('a correction is in the prompt beside the message that it corrects', async () => {
    const { it, world, as, idOf } = await setUp()
    const path = `/api/facts/${await idOf('Bob is allergic to peanuts')}`
    const text = 'Bob is allergic to milk, not peanuts'
    await as('staff', 'PATCH', path, { text })
    const author = { externalId: 'Ann', name: 'Ann', username: null, isBot: false }
    const answer = await world.engine.ask(
      admin(it),
      {
        ...{ threadId: 'api:team', text: 'what is Bob allergic to?', author, messageId: null },
        ...{ replyTo: null, quote: null, askedAt: null, budgetTokens: 3_000 },
      },
      { sessionId: null, window: 5 },
    )
    const { record } = await world.engine.why(admin(it), answer.id)
    expect(record.prompt).toContain(text)
    expect(record.prompt).toContain('I am allergic to peanuts')
  })

  test('a rejected or deleted one does not come back, and what it ended holds again', async () => {
    const { readAgain, as, texts, idOf } = await setUp()
    const path = `/api/facts/${await idOf('Ann lives in Lisbon')}`
    expect((await as('ann', 'DELETE', path)).status).toBe(204)
    expect((await as('ann', 'DELETE', path)).body.code).toBe('fact_not_found')
    await as('staff', 'PATCH', `/api/facts/${await idOf('Bob is vegan')}`, { status: 'rejected' })
    await readAgain()
    expect(await texts()).toEqual(['Ann lives in Rome', 'Bob is allergic to peanuts'])
    expect(await texts('?status=rejected&history=true')).toEqual(['Bob is vegan'])
    const { body } = await as(
      'staff',
      'GET',
      `/api/facts/${await idOf('Ann lives in Rome')}/history`,
    )
    expect(body.facts).toMatchObject([{ text: 'Ann lives in Rome' }])
  })

  test('that wait for review are listed to staff, and to each member about themselves', async () => {
    const { as, texts, facts } = await setUp({ EARSHOT_FACTS_REVIEW: 'all' })
    expect(await texts()).toEqual([])
    const waiting = ['Ann lives in Lisbon', 'Ann lives in Rome']
    expect(await texts('?status=proposed')).toEqual([
      ...waiting,
      'Bob is allergic to peanuts',
      'Bob is vegan',
    ])
    expect(await texts('?status=proposed', 'ann')).toEqual(waiting)
    const idOf = async (text: string) =>
      (await facts('?status=proposed')).find((fact) => fact.text === text)?.id ?? ''
    const decide = async (who: 'ann' | 'bob' | 'staff', text: string, status: string) =>
      (await as(who, 'PATCH', `/api/facts/${await idOf(text)}`, { status })).status
    expect(await decide('bob', 'Ann lives in Rome', 'active')).toBe(404)
    expect(await decide('ann', 'Bob is vegan', 'active')).toBe(403)
    expect(await decide('ann', 'Ann lives in Rome', 'active')).toBe(200)
    expect(await texts()).toEqual(['Ann lives in Rome'])
    expect(await decide('staff', 'Ann lives in Lisbon', 'active')).toBe(200)
    expect(await texts()).toEqual(['Ann lives in Lisbon'])
    expect(await decide('staff', 'Bob is vegan', 'rejected')).toBe(200)
    expect(await texts('?status=proposed')).toEqual(['Bob is allergic to peanuts'])
  })

  test.each([
    ['PATCH', {}, 400],
    ['PATCH', { text: '  ' }, 400],
    ['PATCH', { text: 'x'.repeat(501) }, 400],
    ['PATCH', { status: 'proposed' }, 400],
    ['PATCH', { confidence: 1 }, 400],
  ])('%s %j is refused', async (method, body, status) => {
    const { as, idOf } = await setUp()
    const path = `/api/facts/${await idOf('Bob is vegan')}`
    expect((await as('staff', method, path, body)).status).toBe(status)
  })

  test.each(['?attribute=colour', '?at=yesterday', '?limit=0', '?offset=-1', '?status=gone'])(
    '%s is refused',
    async (query) => {
      const { as } = await setUp()
      expect((await as('staff', 'GET', `/api/facts${query}`)).status).toBe(400)
    },
  )
})
