import { describe, expect, test } from 'vitest'
import { memoryWorld } from '../../../test/memory-world.ts'
import { personId } from '../../../test/rows.ts'
import { scriptedModel } from '../../../test/scripted-model.ts'
import { testApp } from '../../../test/test-app.ts'
import { useDatabase } from '../../../test/with-db.ts'

const db = useDatabase()

const RECENT = '/api/summaries/recent'
const HISTORY = '/api/summaries/history'
const BUILD = '/api/topics/summaries/build'
const SYNONYMS = '/api/topics/synonyms'

/** Ann is remembered for invoices, Bob is known and nothing more; another workspace has an Ann too. */
async function setUp() {
  const [here, there] = [await db.fresh(), await db.fresh()]
  for (const [it, mark] of [
    [here, 'Net 30 here'],
    [there, 'SECRET of there'],
  ] as const) {
    const model = scriptedModel({
      answer: 'Noted.',
      summarise: `- ${mark}`,
      tag: '{"tags":[{"tag":"invoices"},{"tag":"acme"},{"tag":"pdf"}]}',
    })
    const world = memoryWorld(it, model)
    world.pass({ days: -1 })
    await world.ask('ann', 'past', 'the invoices of Acme')
    world.pass({ minutes: 16 })
    await world.upkeep()
  }
  const app = await testApp(here)
  await app.send('POST', '/api/ask', { query: 'hi', session_id: 'b', author: { id: 'bob' } })
  const other = await testApp(there)
  const keys = {
    ann: await app.keyFor('member', 'api:ann'),
    bob: await app.keyFor('member', 'api:bob'),
    staff: await app.keyFor('staff'),
    other: await other.keyFor('admin'),
  }
  const ids = { ann: await personId(here, 'ann'), there: await personId(there, 'ann') }
  const as = (who: keyof typeof keys, method: string, path: string, body?: unknown) =>
    app.send(method, path, body, { Authorization: `Bearer ${keys[who]}` })
  const recent = (who: keyof typeof keys, user?: unknown) =>
    as(who, 'GET', RECENT + (user === undefined ? '' : `?user_id=${encodeURIComponent(`${user}`)}`))
  const build = (who: keyof typeof keys, body: unknown) => as(who, 'POST', BUILD, body)
  return { ...app, other, ids, as, recent, build }
}

const coded = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
  `${status} ${body.code}`

/** For tests that change nothing. */
let kept: ReturnType<typeof setUp> | null = null
const shared = () => {
  kept ??= setUp()
  return kept
}

describe('what is remembered', () => {
  test('a member reads their own: as nobody, as "me", by channel and by our id', async () => {
    const { recent, ids } = await shared()
    for (const user of [undefined, 'me', 'api:ann', ids.ann]) {
      const { status, body } = await recent('ann', user)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        ...{ user_id: String(user ?? 'me'), summary_type: 'recent' },
        ...{ summary_text: '- Net 30 here', token_estimate: expect.any(Number) },
        ...{ source_session_ids: ['past'], updated_at: '2026-03-09T12:16:00.000Z' },
      })
    }
  })

  test('where there is nothing it is empty, not an error', async () => {
    const { as, recent } = await shared()
    const empty = { summary_text: '', token_estimate: 0, source_session_ids: [], updated_at: null }
    expect((await as('ann', 'GET', HISTORY)).body).toMatchObject(empty)
    expect((await recent('bob')).body).toMatchObject(empty)
  })

  test('staff read anybody’s; as themselves they are nobody', async () => {
    const { recent } = await shared()
    expect((await recent('staff', 'api:ann')).body.summary_text).toBe('- Net 30 here')
    for (const user of [undefined, 'me']) {
      expect(coded(await recent('staff', user))).toBe('404 person_not_found')
    }
  })

  test('to a member others and unknown ones are the same', async () => {
    const { recent, build, ids } = await shared()
    const told = new Set<string>()
    for (const user of ['api:ann', 'api:nobody', ids.ann, ids.there, 999_999_999]) {
      const reply = await recent('bob', user)
      expect(coded(reply)).toBe('404 person_not_found')
      expect(reply.headers.get('content-type')).toBe('application/problem+json')
      told.add(JSON.stringify(reply.body).replaceAll(`\\"${user}\\"`, 'WHO'))
      const built = await build('bob', { topic: 'invoices', user_id: String(user) })
      expect(coded(built)).toBe('404 person_not_found')
    }
    expect(told.size).toBe(1)
  })

  test('another workspace is not reached by any name or id', async () => {
    const { recent, build, ids, as, other } = await shared()
    for (const user of ['api:ann', ids.there]) {
      const replies = [
        await recent('staff', user),
        await as('staff', 'GET', `${HISTORY}?user_id=${user}`),
        await build('staff', { topic: 'invoices', user_id: String(user) }),
      ]
      expect(JSON.stringify(replies.map(({ body }) => body))).not.toContain('SECRET')
    }
    const mine = await other.send('GET', `${RECENT}?user_id=${ids.there}`)
    expect(mine.body.summary_text).toContain('SECRET')
    expect((await other.send('GET', `${RECENT}?user_id=${ids.ann}`)).status).toBe(404)
  })

  test.each(["' or 1=1 --", 'api:', ':ann', 'ann', '-1', '1e3', '9'.repeat(30), '٣'])(
    '%s is nobody',
    async (user) => {
      const { recent, build } = await shared()
      expect(coded(await recent('staff', user))).toBe('404 person_not_found')
      expect(coded(await build('staff', { topic: 'x', user_id: user }))).toBe(
        '404 person_not_found',
      )
    },
  )

  test.each(['', 'api:a\u0000', 'api:a\nb', 'x'.repeat(401)])('%.20j is no name', async (user) => {
    const { recent, build } = await shared()
    expect(coded(await recent('staff', user))).toBe('400 invalid_request')
    expect(coded(await build('staff', { topic: 'x', user_id: user }))).toBe('400 invalid_request')
  })
})

describe('a topic', () => {
  test('is built from the sessions that are tagged with it', async () => {
    const { build } = await shared()
    const { status, body } = await build('ann', { topic: 'Invoices' })
    expect([status, body]).toEqual([
      200,
      {
        ...{ topic_slug: 'invoices', title: 'Invoices', source_session_ids: ['past'] },
        summary_text: expect.stringContaining('Net 30 here'),
        token_estimate: expect.any(Number),
        last_built_at: '2026-03-10T12:00:00.000Z',
      },
    ])
    expect((await build('staff', { topic: 'invoice', user_id: 'api:ann' })).status).toBe(200)
  })

  test.each(['kites', '!!!', '😀', "'; drop table topic_summaries; --", 'x'.repeat(200)])(
    '%.20s is not known',
    async (topic) => {
      const { build } = await shared()
      expect(coded(await build('ann', { topic }))).toBe('404 topic_unknown')
    },
  )

  test('of somebody who is known but not remembered is not known', async () => {
    const { build } = await shared()
    expect(coded(await build('bob', { topic: 'invoices' }))).toBe('404 topic_unknown')
  })

  const WRONG = ['', 7, null, ['a'], 'x'.repeat(201), 'a\u0007', undefined]
  const BODIES = [...WRONG.map((topic) => ({ topic })), { topic: 'a', user_id: 7 }, [], 'x', null]
  test.each(BODIES)('%.40j is refused', async (body) => {
    const { build } = await shared()
    const reply = await build('ann', body)
    expect(reply.status).toBe(400)
    expect(reply.headers.get('content-type')).toBe('application/problem+json')
  })

  test('of somebody who opted out is refused', async () => {
    const { build, as } = await setUp()
    await as('ann', 'PUT', '/api/people/me/memory', { opted_out: true })
    expect(coded(await build('ann', { topic: 'invoices' }))).toBe('409 memory_opted_out')
  })
})

describe('other words for topics', () => {
  const put = (synonyms: unknown) => ({ synonyms })

  test('are replaced whole, as slugs, without those that mean themselves', async () => {
    const { as, build } = await setUp()
    const given = [
      { alias: 'Billing', slug: 'Invoices' },
      { alias: 'invoices', slug: 'INVOICES' },
      { alias: '!!', slug: 'invoices' },
      { alias: 'Thai Food', slug: 'food' },
    ]
    const { status, body } = await as('staff', 'PUT', SYNONYMS, put(given))
    expect(status).toBe(200)
    expect(body.synonyms).toEqual([
      { alias: 'thai-food', slug: 'food' },
      { alias: 'billing', slug: 'invoices' },
    ])
    expect((await as('staff', 'GET', SYNONYMS)).body).toEqual(body)
    expect((await build('ann', { topic: 'billing' })).body.topic_slug).toBe('invoices')
    await as('staff', 'PUT', SYNONYMS, put([]))
    expect(coded(await build('ann', { topic: 'billing' }))).toBe('404 topic_unknown')
  })

  test('are each workspace’s own', async () => {
    const { as, other } = await setUp()
    await as('staff', 'PUT', SYNONYMS, put([{ alias: 'billing', slug: 'invoices' }]))
    expect((await other.send('GET', SYNONYMS)).body).toEqual({ synonyms: [] })
    expect((await as('other', 'PUT', SYNONYMS, put([]))).status).toBe(200)
    expect((await as('staff', 'GET', SYNONYMS)).body.synonyms).toHaveLength(1)
  })

  test.each([
    {},
    put(null),
    put({}),
    put(['a']),
    put([{ alias: 'a' }]),
    put([{ alias: 1, slug: 'b' }]),
    put([{ alias: 'x'.repeat(501), slug: 'b' }]),
    put(Array(2_001).fill({ alias: 'a', slug: 'b' })),
  ])('%.60j is refused, and changes nothing', async (body) => {
    const { as } = await shared()
    await as('staff', 'PUT', SYNONYMS, put([{ alias: 'billing', slug: 'invoices' }]))
    expect(coded(await as('staff', 'PUT', SYNONYMS, body))).toBe('400 invalid_request')
    expect((await as('staff', 'GET', SYNONYMS)).body.synonyms).toHaveLength(1)
  })

  test('are not for members', async () => {
    const { as } = await shared()
    expect(coded(await as('ann', 'GET', SYNONYMS))).toBe('403 forbidden')
    expect(coded(await as('ann', 'PUT', SYNONYMS, put([])))).toBe('403 forbidden')
  })
})

test('all of it needs a key, and is in /openapi.json', async () => {
  const { api, send } = await shared()
  const { paths } = (await send('GET', '/openapi.json')).body
  for (const [method, path] of [
    ['get', RECENT],
    ['get', HISTORY],
    ['post', BUILD],
    ['get', SYNONYMS],
    ['put', SYNONYMS],
  ] as const) {
    expect(paths).toHaveProperty([path, method, 'responses', '200'])
    expect((await api.request(path, { method: method.toUpperCase() })).status).toBe(401)
  }
})
