import { describe, expect, test } from 'vitest'
import { memoryWorld } from '../../../test/memory-world.ts'
import { rowsOf } from '../../../test/rows.ts'
import { scriptedModel } from '../../../test/scripted-model.ts'
import { testApp, wireMessages } from '../../../test/test-app.ts'
import { type TestDb, useDatabase } from '../../../test/with-db.ts'

const db = useDatabase()

const tag =
  '{"tags":[{"tag":"invoices","conf":0.9},{"tag":"acme","conf":0.8},{"tag":"pdf","conf":0.7}]}'

/** A session of Ann, "past", and one of the group "team" are remembered. */
async function remember(it: TestDb, mark: string) {
  const app = await testApp(it)
  const by = (id: string, text: string) => ({ author: { id, name: id }, text })
  await app.send(
    'POST',
    '/api/messages',
    wireMessages(by('ann', `The terms are ${mark}, as agreed`), by('bob', 'Fine.')),
  )
  const world = memoryWorld(it, scriptedModel({ answer: 'Noted.', summarise: `- ${mark}`, tag }))
  world.pass({ days: -1 })
  await world.ask('ann', 'past', `about ${mark}`)
  world.pass({ days: 1, minutes: 420 })
  await world.upkeep()
  return { app, world }
}

async function setUp() {
  const [here, there] = [await db.fresh(), await db.fresh()]
  const { app, world } = await remember(here, 'Net 30 here')
  const { app: other } = await remember(there, 'SECRET of there')
  await app.send('POST', '/api/ask', { query: 'hi', session_id: 'c', author: { id: 'cat' } })
  const keys = {
    ann: await app.keyFor('member', 'api:ann'),
    bob: await app.keyFor('member', 'api:bob'),
    cat: await app.keyFor('member', 'api:cat'),
    staff: await app.keyFor('staff'),
    otherAnn: await other.keyFor('member', 'api:ann'),
    otherStaff: await other.keyFor('staff'),
  }
  const memory = (await app.send('GET', '/api/chats/api%3Ateam/memory')).body
  const [talk] = memory.sessions as { session_id: string }[]
  const paths = {
    own: '/api/people/api%3Aann/memory',
    group: '/api/chats/api%3Ateam/memory',
    talk: '/api/people/api%3Aann/memory/sessions/past',
    groupTalk: `/api/chats/api%3Ateam/memory/sessions/${talk?.session_id}`,
  }
  const as = (who: keyof typeof keys, method: string, path: string, body?: unknown) =>
    app.send(method, path, body, { Authorization: `Bearer ${keys[who]}` })
  return { ...app, world, here, there, paths, as }
}

let kept: ReturnType<typeof setUp> | null = null
const shared = () => (kept ??= setUp())
const coded = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
  `${status} ${body.code}`

const GOOD = { summary_text: '- Net 45', tags: ['Billing'] }

describe('what a group remembers', () => {
  test('is seen by its members and by staff, in the shape of a person’s', async () => {
    const { as, paths } = await shared()
    for (const who of ['ann', 'bob', 'staff'] as const) {
      const { status, body } = await as(who, 'GET', paths.group)
      expect([status, body]).toEqual([
        200,
        {
          ...{ thread_id: 'api:team', title: 'Team', recent: '- Net 30 here', history: null },
          rolling: { recent: expect.objectContaining({ model: 'scripted' }), history: null },
          ...{ refreshing: false, topics: [] },
          sessions: [
            expect.objectContaining({
              summary_text: '- Net 30 here',
              tags: ['invoices', 'acme', 'pdf'],
              started_at: '2026-03-10T11:50:00.000Z',
              folded: 'recent',
            }),
          ],
        },
      ])
    }
  })

  test('does not exist for who never spoke there, nor for another workspace', async () => {
    const { as, paths } = await shared()
    expect(coded(await as('cat', 'GET', paths.group))).toBe('404 chat_not_found')
    expect(coded(await as('otherStaff', 'GET', paths.group))).not.toContain('Net 30')
    expect(coded(await as('staff', 'GET', '/api/chats/api%3Anone/memory'))).toBe(
      '404 chat_not_found',
    )
    expect(coded(await as('staff', 'GET', '/api/chats/nonsense/memory'))).toBe(
      '400 invalid_request',
    )
  })

  test('is put right and taken away by staff, not by one of its members', async () => {
    const { as, paths, world } = await setUp()
    expect(coded(await as('ann', 'PATCH', paths.groupTalk, GOOD))).toBe('403 forbidden')
    expect(coded(await as('ann', 'DELETE', paths.groupTalk))).toBe('403 forbidden')
    const corrected = await as('staff', 'PATCH', paths.groupTalk, GOOD)
    expect(corrected.body).toMatchObject({ redacted: false, session: { summary_text: '- Net 45' } })
    expect((await as('bob', 'GET', paths.group)).body).toMatchObject({ refreshing: true })
    await world.upkeep()
    expect((await as('staff', 'DELETE', paths.groupTalk)).status).toBe(204)
    expect(coded(await as('staff', 'DELETE', paths.groupTalk))).toBe('404 session_not_found')
    await world.upkeep()
    const { body } = await as('bob', 'GET', paths.group)
    expect(body).toMatchObject({ recent: null, sessions: [], refreshing: false })
  })
})

describe('what is remembered of a person', () => {
  test.each(['ann', 'staff'] as const)('is put right by %s, one part or both', async (who) => {
    const { as, paths } = await setUp()
    const text = await as(who, 'PATCH', paths.talk, { summary_text: '  - Net 45\n' })
    expect([text.status, text.body]).toEqual([
      200,
      {
        redacted: false,
        session: expect.objectContaining({
          ...{ session_id: 'past', summary_text: '- Net 45', tags: ['invoices', 'acme', 'pdf'] },
          ...{ corrected_at: expect.any(String), folded: null, folded_at: null },
        }),
      },
    ])
    const tags = await as(who, 'PATCH', paths.talk, { tags: ['Net Days'] })
    expect(tags.body.session).toMatchObject({
      summary_text: '- Net 45',
      tag_weights: [{ tag: 'net-days', confidence: 1 }],
    })
    const none = await as(who, 'PATCH', paths.talk, { tags: [] })
    expect(none.body.session).toMatchObject({ tags: [] })
    const seen = await as(who, 'GET', paths.own)
    expect(seen.body).toMatchObject({ recent: null, refreshing: true })
  })

  test('says so when it was redacted', async () => {
    const { as, paths } = await setUp()
    const typed = { summary_text: '- Call +49 30 901820 about invoices' }
    const { body } = await as('ann', 'PATCH', paths.talk, typed)
    expect(body).toMatchObject({
      redacted: true,
      session: { summary_text: '- Call [phone] about invoices' },
    })
  })

  test('is taken away once', async () => {
    const { as, paths } = await setUp()
    expect((await as('ann', 'DELETE', paths.talk)).status).toBe(204)
    expect(coded(await as('ann', 'DELETE', paths.talk))).toBe('404 session_not_found')
    expect((await as('ann', 'GET', paths.own)).body).toMatchObject({ sessions: [], recent: null })
  })

  test('does not exist for others, here or elsewhere, and they change nothing', async () => {
    const { as, paths, here, there } = await shared()
    const before = [await rowsOf(here), await rowsOf(there)]
    for (const [method, body] of [
      ['PATCH', GOOD],
      ['DELETE', undefined],
    ] as const) {
      expect(coded(await as('bob', method, paths.talk, body))).toBe('404 person_not_found')
      const groups = paths.talk.replace('past', paths.groupTalk.split('/').at(-1) ?? '')
      expect(coded(await as('ann', method, groups, body))).toBe('404 session_not_found')
      expect(coded(await as('otherStaff', method, paths.groupTalk, body))).toBe(
        '404 session_not_found',
      )
    }
    expect([await rowsOf(here), await rowsOf(there)]).toEqual(before)
  })

  test.each([
    undefined,
    {},
    [],
    '{',
    { summary_text: '' },
    { summary_text: ' \n ' },
    { summary_text: 7 },
    { summary_text: 'x'.repeat(4_001) },
    { tags: 'invoices' },
    { tags: [''] },
    { tags: ['–'] },
    { tags: ['a\u0000'] },
    { tags: ['x'.repeat(61)] },
    { tags: Array.from({ length: 11 }, (_, i) => `t${i}`) },
    { summary_text: 'fine', corrected_at: null },
  ])('%.60j is refused and changes nothing', async (body) => {
    const { as, paths, here } = await shared()
    const before = await rowsOf(here)
    for (const path of [paths.talk, paths.groupTalk]) {
      expect((await as('staff', 'PATCH', path, body)).status).toBe(400)
    }
    expect(await rowsOf(here)).toEqual(before)
  })

  test('of more words than a summary has is refused with the number', async () => {
    const { as, paths } = await shared()
    const reply = await as('ann', 'PATCH', paths.talk, { summary_text: 'flour '.repeat(500) })
    expect(coded(reply)).toBe('413 text_too_long')
    expect(reply.body.detail).toContain('300 tokens')
  })

  test.each(["' or 1=1", 'a/b', '%'])('the talk %s is not remembered', async (id) => {
    const { as, paths } = await shared()
    const path = paths.talk.replace('past', encodeURIComponent(id))
    expect(coded(await as('staff', 'PATCH', path, GOOD))).toBe('404 session_not_found')
  })
})

test('is described in /openapi.json', async () => {
  const { paths } = (await (await shared()).send('GET', '/openapi.json')).body
  for (const owner of ['people/{id}', 'chats/{thread_id}']) {
    const path = `/api/${owner}/memory`
    expect(paths).toHaveProperty([path, 'get'])
    expect(paths).toHaveProperty([`${path}/sessions/{session_id}`, 'patch'])
    expect(paths).toHaveProperty([`${path}/sessions/{session_id}`, 'delete'])
  }
})
