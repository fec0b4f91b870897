import { describe, expect, test } from 'vitest'
import { memoryWorld } from '../../../test/memory-world.ts'
import { personId, rowsOf } from '../../../test/rows.ts'
import { scriptedModel } from '../../../test/scripted-model.ts'
import { testApp, wireMessages } from '../../../test/test-app.ts'
import { useDatabase } from '../../../test/with-db.ts'

const db = useDatabase()

/** Every route, with a body it takes. */
const ROUTES: [method: string, what: string, body: unknown][] = [
  ['GET', 'memory', undefined],
  ['PUT', 'memory', { opted_out: true }],
  ['DELETE', 'memory', undefined],
  ['GET', 'export', undefined],
  ['POST', 'link-code', undefined],
  ['POST', 'link', { code: 'ABCDEFGH' }],
  ['DELETE', 'link', undefined],
]
const isForStaff = (method: string, what: string) => method === 'DELETE' && what === 'link'

/** Ann is remembered; Bob and Annie are known. In another workspace there is an Ann with a secret. */
async function setUp() {
  const [here, there] = [await db.fresh(), await db.fresh()]
  for (const [it, mark] of [
    [here, 'Net 30 here'],
    [there, 'SECRET of there'],
  ] as const) {
    const tag = '{"tags":[{"tag":"invoices"},{"tag":"acme"},{"tag":"pdf"}]}'
    const world = memoryWorld(it, scriptedModel({ answer: 'Noted.', summarise: `- ${mark}`, tag }))
    world.pass({ days: -1 })
    await world.ask('ann', 'past', `about ${mark}`)
    world.pass({ minutes: 16 })
    await world.upkeep()
  }
  const app = await testApp(here)
  const other = await testApp(there)
  for (const id of ['bob', 'annie']) {
    await app.send('POST', '/api/ask', { query: 'hi', session_id: id, author: { id } })
  }
  const keys = {
    ann: await app.keyFor('member', 'api:ann'),
    annie: await app.keyFor('member', 'api:annie'),
    bob: await app.keyFor('member', 'api:bob'),
    staff: await app.keyFor('staff'),
    otherAnn: await other.keyFor('member', 'api:ann'),
  }
  const ids = { ann: await personId(here, 'ann'), there: await personId(there, 'ann') }
  type Who = keyof typeof keys
  const as = (who: Who, method: string, person: unknown, what: string, body?: unknown) => {
    const path = `/api/people/${encodeURIComponent(String(person))}/${what}`
    return app.send(method, path, body, { Authorization: `Bearer ${keys[who]}` })
  }
  return { ...app, other, here, there, ids, as }
}

const coded = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
  `${status} ${body.code}`
const NOBODY = '404 person_not_found'

let kept: ReturnType<typeof setUp> | null = null
const shared = () => (kept ??= setUp())

describe('a person', () => {
  test('sees what is remembered: as "me", by channel and by our id', async () => {
    const { as, ids } = await shared()
    for (const person of ['me', 'api:ann', ids.ann]) {
      const { status, body } = await as('ann', 'GET', person, 'memory')
      expect(status).toBe(200)
      const id = String(ids.ann)
      const at = { started: '2026-03-09T12:00:00.000Z', made: '2026-03-09T12:16:00.000Z' }
      const tags = ['acme', 'invoices', 'pdf']
      const made = { tokens: expect.any(Number), model: 'scripted' }
      expect(body).toEqual({
        person: { id, channel: 'api', external_id: 'ann', name: 'ann', linked_ids: [id] },
        ...{ opted_out: false, recent: '- Net 30 here', history: null, topics: [] },
        rolling: { recent: { ...made, updated_at: at.made, session_ids: ['past'] }, history: null },
        refreshing: false,
        sessions: [
          {
            ...{ session_id: 'past', title: null, conversation_id: null },
            ...{ started_at: at.started, ended_at: at.started },
            ...{ summary_text: '- Net 30 here', tags },
            tag_weights: tags.map((tag) => ({ tag, confidence: 0.8 })),
            ...{ ...made, corrected_at: null, folded: 'recent', folded_at: at.made },
          },
        ],
      })
    }
  })

  test('opts out and in again', async () => {
    const { as } = await setUp()
    const out = await as('ann', 'PUT', 'me', 'memory', { opted_out: true })
    expect(out.body).toMatchObject({ opted_out: true, recent: null, sessions: [] })
    const again = await as('ann', 'PUT', 'me', 'memory', { opted_out: false })
    expect(again.body).toMatchObject({ opted_out: false, sessions: [] })
  })

  test('exports all that is kept on them, and nothing of anybody else', async () => {
    const { as, send } = await setUp()
    const by = (id: string, text: string) => ({ author: { id }, text })
    const said = wireMessages(by('ann', 'mine'), by('bob', 'BOBS'))
    await send('POST', '/api/messages', said)
    const { status, body } = await as('ann', 'GET', 'me', 'export')
    expect({ status, ...body }).toMatchObject({
      status: 200,
      people: [{ channel: 'api', external_id: 'ann' }],
      messages: [{ text: 'mine', chat: 'api:team' }],
      sessions: [{ id: 'past', status: 'closed' }],
      turns: [{ question: 'about Net 30 here' }],
      session_summaries: [{ text: '- Net 30 here' }],
      rolling_summaries: [{ kind: 'recent' }],
    })
    expect(JSON.stringify(body)).not.toMatch(/BOBS|SECRET|workspace_id/)
  })

  test('is forgotten, and a second time there is nothing left to forget', async () => {
    const { as, here, send } = await setUp()
    const said = wireMessages({ author: { id: 'ann' }, text: 'Net 30 here' })
    await send('POST', '/api/messages', said)
    const first = await as('ann', 'DELETE', 'me', 'memory')
    expect([first.status, first.body]).toEqual([200, { messages: 1, sessions: 1, files: 0 }])
    expect([...(await rowsOf(here)).values()].join('\n')).not.toContain('Net 30 here')
    const again = await as('ann', 'DELETE', 'me', 'memory')
    expect(again.body).toEqual({ messages: 0, sessions: 0, files: 0 })
  })

  test('is linked by a code, in lower case too, and separated by staff', async () => {
    const { as } = await setUp()
    const made = await as('ann', 'POST', 'me', 'link-code')
    expect(made.body).toEqual({
      code: expect.stringMatching(/^[A-HJ-NP-Z2-9]{8}$/),
      expires_at: '2026-03-10T12:10:00.000Z',
    })
    const code = ` ${String(made.body.code).toLowerCase()} `
    const linked = await as('annie', 'POST', 'me', 'link', { code })
    expect(linked.body.sessions).toMatchObject([{ session_id: 'past' }])
    expect((await as('annie', 'GET', 'api:ann', 'memory')).status).toBe(200)
    const again = await as('bob', 'POST', 'me', 'link', { code })
    expect(coded(again)).toBe('400 link_code_invalid')
    expect((await as('staff', 'DELETE', 'api:annie', 'link')).body).toMatchObject({ sessions: [] })
    expect(coded(await as('annie', 'GET', 'api:ann', 'memory'))).toBe(NOBODY)
  })

  test('is linked by name by staff only', async () => {
    const { as } = await setUp()
    const body = { person_id: 'api:ann' }
    expect(coded(await as('annie', 'POST', 'me', 'link', body))).toBe('403 forbidden')
    const nobody = { person_id: 'api:nobody' }
    expect(coded(await as('staff', 'POST', 'api:annie', 'link', nobody))).toBe(NOBODY)
    const linked = await as('staff', 'POST', 'api:annie', 'link', body)
    expect((linked.body.person as { linked_ids: unknown[] }).linked_ids).toHaveLength(2)
  })
})

describe('others', () => {
  test.each(ROUTES)(
    '%s %s: to a member they are as unknown as nobody, and are not changed',
    async (method, what, body) => {
      const { as, ids, here } = await shared()
      const before = await rowsOf(here)
      const told = new Set<string>()
      for (const person of ['api:ann', ids.ann, ids.there, 'api:nobody', 999_999_999]) {
        const reply = await as('bob', method, person, what, body)
        expect(coded(reply)).toBe(isForStaff(method, what) ? '403 forbidden' : NOBODY)
        told.add(JSON.stringify(reply.body).replaceAll(`\\"${person}\\"`, 'WHO'))
      }
      expect(told.size).toBe(1)
      expect(await rowsOf(here)).toEqual(before)
    },
  )

  test.each(ROUTES)(
    '%s %s: of another workspace they are not reached, nor reach here',
    async (method, what, body) => {
      const { as, ids, there, here } = await shared()
      const before = [await rowsOf(there), await rowsOf(here)]
      expect(coded(await as('staff', method, ids.there, what, body))).toBe(NOBODY)
      expect((await as('otherAnn', method, ids.ann, what, body)).status).toBeGreaterThanOrEqual(403)
      expect([await rowsOf(there), await rowsOf(here)]).toEqual(before)
    },
  )

  test('without a key nobody, on every route', async () => {
    const { api } = await shared()
    for (const [method, what] of ROUTES) {
      const reply = await api.request(`/api/people/api:ann/${what}`, { method })
      expect(reply.status).toBe(401)
    }
  })

  test('staff reach anybody of theirs; "me" is nobody to a key without a person', async () => {
    const { as } = await setUp()
    for (const [method, what, body] of ROUTES) {
      expect(coded(await as('staff', method, 'me', what, body))).toBe(NOBODY)
      if (what === 'link') continue
      const reply = await as('staff', method, 'api:ann', what, body)
      expect(reply.status).toBe(200)
      expect(JSON.stringify(reply.body)).not.toContain('SECRET')
    }
  })
})

describe('what is sent', () => {
  const STRANGE = [
    "' or 1=1 --",
    "api:ann'; delete from people",
    'api:%',
    'ANN',
    '0x1',
    '-1',
    'a/b',
  ]

  test.each(STRANGE)('%s is nobody, on every route', async (person) => {
    const { as, here } = await shared()
    const before = await rowsOf(here)
    for (const [method, what, body] of ROUTES) {
      expect(coded(await as('staff', method, person, what, body))).toBe(NOBODY)
    }
    expect(await rowsOf(here)).toEqual(before)
  })

  test.each(['api:a\u0000', 'api:a\nb', '\u001b', 'x'.repeat(401)])(
    '%.20j is no name, on every route',
    async (person) => {
      const { as } = await shared()
      for (const [method, what, body] of ROUTES) {
        expect(coded(await as('staff', method, person, what, body))).toBe('400 invalid_request')
      }
    },
  )

  test.each([undefined, {}, { opted_out: 'true' }, { opted_out: 1 }, { opted_out: null }, [], '{'])(
    'opting out with %j is refused and changes nothing',
    async (body) => {
      const { as } = await shared()
      expect((await as('ann', 'PUT', 'me', 'memory', body)).status).toBe(400)
      expect((await as('ann', 'GET', 'me', 'memory')).body.opted_out).toBe(false)
    },
  )

  const LINKS = ['', 7, 'x'.repeat(65), 'A\u0000', null].map((code) => ({ code }))
  test.each([...LINKS, {}, { person_id: 7 }, []])('linking with %.40j is refused', async (body) => {
    const { as } = await shared()
    expect(coded(await as('staff', 'POST', 'api:ann', 'link', body))).toBe('400 invalid_request')
  })

  test.each(['AAAAAAAA', "' or 1=1", '%'])('the code %s is not valid', async (code) => {
    const reply = await (await shared()).as('ann', 'POST', 'me', 'link', { code })
    expect(coded(reply)).toBe('400 link_code_invalid')
  })

  test('is described in /openapi.json', async () => {
    const { paths } = (await (await shared()).send('GET', '/openapi.json')).body
    for (const [method, what] of ROUTES) {
      expect(paths).toHaveProperty([`/api/people/{id}/${what}`, method.toLowerCase()])
    }
  })
})
