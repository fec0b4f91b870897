import { describe, expect, test } from 'vitest'
import { testApp, wireMessages } from '../../../test/test-app.ts'
import { useDatabase } from '../../../test/with-db.ts'

const db = useDatabase()

const person = (id: string, name: string, more: Record<string, unknown> = {}) => ({
  author: { id, name, ...more },
})

/** Ann, Bob and Cat have written, Dan has asked; Ann and Annie are one person. Another workspace has an Eve. */
async function setUp() {
  const [here, there] = [await db.fresh(), await db.fresh()]
  const app = await testApp(here)
  const other = await testApp(there)
  await app.send(
    'POST',
    '/api/messages',
    wireMessages(
      person('cat', 'Cat', { username: 'whiskers' }),
      { ...person('ann', 'Ann'), sent_at: '2026-03-10T11:55:00Z' },
      person('b%b', 'Bob_1', { is_bot: true }),
    ),
  )
  for (const id of ['dan', 'annie']) {
    const author = { id, name: id === 'dan' ? 'dan' : 'Annie' }
    await app.send('POST', '/api/ask', { query: 'hi', session_id: id, author })
  }
  await app.send('POST', '/api/people/api:annie/link', { person_id: 'api:ann' })
  await other.send('POST', '/api/messages', wireMessages(person('eve', 'Eve')))
  const keys = {
    ann: await app.keyFor('member', 'api:ann'),
    staff: await app.keyFor('staff'),
    otherStaff: await other.keyFor('staff'),
  }
  const list = async (query = '', who: keyof typeof keys = 'staff') => {
    const headers = { Authorization: `Bearer ${keys[who]}` }
    const reply = await app.send('GET', `/api/people${query}`, undefined, headers)
    return { ...reply, ids: (reply.body.people as { id: string }[] | undefined)?.map((p) => p.id) }
  }
  return { ...app, list }
}

let kept: ReturnType<typeof setUp> | null = null
const shared = () => (kept ??= setUp())
const EVERYBODY = ['api:ann', 'api:annie', 'api:b%b', 'api:cat', 'api:dan']

describe('people', () => {
  test('are listed by name, with when they were last there and what they are also called', async () => {
    const { list } = await shared()
    const { status, body } = await list()
    expect(status).toBe(200)
    const known = { channel: 'api', is_bot: false, opted_out: false, linked_ids: [] }
    const spoken = { ...known, username: null, last_seen_at: '2026-03-10T11:50:00.000Z' }
    const asked = { ...spoken, last_seen_at: '2026-03-10T12:00:00.000Z' }
    expect(body).toEqual({
      people: [
        {
          ...{ ...spoken, id: 'api:ann', name: 'Ann', linked_ids: ['api:annie'] },
          last_seen_at: '2026-03-10T11:55:00.000Z',
        },
        { ...asked, id: 'api:annie', name: 'Annie', linked_ids: ['api:ann'] },
        { ...spoken, id: 'api:b%b', name: 'Bob_1', is_bot: true },
        { ...spoken, id: 'api:cat', name: 'Cat', username: 'whiskers' },
        { ...asked, id: 'api:dan', name: 'dan' },
      ],
      next: null,
    })
  })

  test.each([
    ['ANN', ['api:ann', 'api:annie']],
    ['whisk', ['api:cat']],
    ['b%b', ['api:b%b']],
    ['_', ['api:b%b']],
    ['%', ['api:b%b']],
    ["' or 1=1 --", []],
    ['  ', EVERYBODY],
  ])('with %j in a name, a username or an id', async (q, ids) => {
    const { list } = await shared()
    expect((await list(`?q=${encodeURIComponent(q)}`)).ids).toEqual(ids)
  })

  test('come in pages, each once', async () => {
    const { list } = await shared()
    const seen: string[] = []
    let next: unknown = null
    do {
      const page = await list(next === null ? '?limit=2' : `?limit=2&after=${next}`)
      seen.push(...(page.ids ?? []))
      next = page.body.next
    } while (next !== null)
    expect(seen).toEqual(EVERYBODY)
  })

  test('of a chat are its authors, and of a channel those it knows', async () => {
    const { list, send } = await setUp()
    const chat = { channel: 'api', id: 'two', kind: 'group', title: 'Two' }
    const at = (id: string, author: { id: string; name: string }) => ({
      ...{ id, author, sent_at: '2026-03-10T11:50:00.000Z', text: 'Hello' },
    })
    const messages = [at('1', { id: 'ann', name: 'Ann' }), at('2', { id: 'fay', name: 'Fay' })]
    await send('POST', '/api/messages', { chat, messages })
    expect((await list('?thread_id=api:two')).ids).toEqual(['api:ann', 'api:fay'])
    expect((await list('?thread_id=api:two', 'ann')).ids).toEqual(['api:ann'])
    await send('DELETE', '/api/messages/api:two/2')
    expect((await list('?thread_id=api:two')).ids).toEqual(['api:ann'])
    expect((await list('?thread_id=api:none')).ids).toEqual([])
    expect((await list('?channel=api')).ids).toContain('api:fay')
    expect((await list('?channel=demo')).ids).toEqual([])
  })

  test('are to a member only themselves', async () => {
    const { list } = await shared()
    expect((await list('', 'ann')).ids).toEqual(['api:ann', 'api:annie'])
    expect((await list('?q=cat', 'ann')).ids).toEqual([])
    expect((await list('', 'otherStaff')).ids).toEqual(['api:eve'])
  })

  test('show that they opted out, and are no longer listed once they are forgotten', async () => {
    const { list, send } = await setUp()
    await send('PUT', '/api/people/api:dan/memory', { opted_out: true })
    expect((await list('?q=dan')).body.people).toMatchObject([{ opted_out: true }])
    await send('DELETE', '/api/people/api:cat/memory')
    expect((await list('?q=cat')).ids).toEqual([])
  })

  test.each([
    '?limit=0',
    '?limit=101',
    '?limit=x',
    '?after=x',
    '?after=-1',
    '?q=',
    `?q=${'x'.repeat(201)}`,
    '?q=%00',
  ])('%.20s is refused', async (query) => {
    expect((await (await shared()).list(query)).status).toBe(400)
  })
})
