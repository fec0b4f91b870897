import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { useDatabase, useOwnDatabase } from '../../../test/with-db.ts'

const db = useDatabase()
const own = useOwnDatabase()

const idOf = (key: string) => key.split('_')[1] ?? ''

async function ownId(app: Awaited<ReturnType<typeof testApp>>): Promise<string> {
  const { body } = await app.send('GET', '/api/keys')
  const [first] = body.keys as { id: string }[]
  return first?.id ?? ''
}

test('the last admin key is revoked only by somebody who says so, and the reply says what follows', async () => {
  const app = await testApp(await db.fresh())
  const id = await ownId(app)
  await app.keyFor('staff')
  const refused = await app.send('DELETE', `/api/keys/${id}`)
  expect(refused).toMatchObject({ status: 409, body: { code: 'last_admin_key' } })
  expect(refused.body.detail).toContain('--last')
  expect((await app.send('GET', '/api/keys')).status).toBe(200)
  const { status, body } = await app.send('DELETE', `/api/keys/${id}?last=true`)
  expect({ status, ...body }).toEqual({
    status: 200,
    revoked: id,
    next: expect.stringContaining('last admin key'),
  })
})

test('of two admin keys that are revoked at once one stays', async () => {
  const app = await testApp(await db.fresh())
  const ids = [await ownId(app), idOf(await app.keyFor('admin'))]
  const replies = await Promise.all(ids.map((id) => app.send('DELETE', `/api/keys/${id}`)))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('after the last key of the server programs on this machine need none, which the reply says', async () => {
  const app = await testApp(await own.fresh())
  const { body } = await app.send('DELETE', `/api/keys/${await ownId(app)}?last=true`)
  expect(body.next).toContain('need no key from now on')
})
