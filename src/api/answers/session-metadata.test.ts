import { expect, test } from 'vitest'
import { rowsOf } from '../../../test/rows.ts'
import { testApp } from '../../../test/test-app.ts'
import { useDatabase } from '../../../test/with-db.ts'

const db = useDatabase()

const METADATA = { ticket: 'T-quokka', nested: { tags: ['a', 'ü', '\\u0000'] } }

async function setUp() {
  const it = await db.fresh()
  const app = await testApp(it)
  const begin = (metadata: unknown) =>
    app.send('POST', '/api/chat/new', { author: { id: 'ann', name: 'Ann' }, metadata })
  const isStored = async () =>
    [...(await rowsOf(it)).values()].flat().some((row) => row.includes('quokka'))
  return { app, begin, isStored }
}

test('metadata is stored with a session and returned with it, also by the one that continues it', async () => {
  const { app, begin } = await setUp()
  const { body } = await begin(METADATA)
  expect(body.metadata).toEqual(METADATA)
  const read = async (id: unknown) => (await app.send('GET', `/api/conversations/${id}`)).body
  expect(await read(body.session_id)).toMatchObject({ metadata: METADATA })
  await app.send('POST', '/_internal/session/close', { session_id: body.session_id })
  const asked = await app.send('POST', '/api/ask', {
    ...{ query: 'hi', session_id: body.session_id, author: { id: 'ann' } },
  })
  expect(asked.body.session_id).not.toBe(body.session_id)
  expect(await read(asked.body.session_id)).toMatchObject({ metadata: METADATA })
  const exported = (await app.send('GET', '/api/people/api:ann/export')).body
  expect(JSON.stringify(exported)).toContain('quokka')
  expect((await read((await begin(null)).body.session_id)).metadata).toBeNull()
})

test.each([
  ['the session', (id: string) => `/api/conversations/${id}`],
  ['its person', () => '/api/people/api:ann/memory'],
])('it is deleted with %s', async (_, pathOf) => {
  const { app, begin, isStored } = await setUp()
  const id = String((await begin(METADATA)).body.session_id)
  expect(await isStored()).toBe(true)
  await app.send('DELETE', pathOf(id))
  expect(await isStored()).toBe(false)
})

test.each([
  ['a list', [1], /object|record/],
  ['a text', 'x', /object|record/],
  ['5 KB', { text: 'x'.repeat(5_000) }, /at most 4096 bytes/],
  ['4,100 bytes in 1,400 characters', { text: '漢'.repeat(1_400) }, /at most 4096 bytes/],
  ['a NUL', { text: 'a\0b' }, /NUL/],
  ['half a surrogate pair in a name', { '\ud83d': 1 }, /surrogates/],
])('%s is refused with a reason', async (_, metadata, reason) => {
  const { begin } = await setUp()
  const { status, body } = await begin(metadata)
  expect([status, body.code]).toEqual([400, 'invalid_request'])
  expect(JSON.stringify(body)).toMatch(reason)
})
