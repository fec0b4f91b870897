import { describe, expect, test } from 'vitest'
import { testApp } from '../../test/test-app.ts'
import { useDatabase } from '../../test/with-db.ts'
import { jsonDepth } from './limits.ts'

const db = useDatabase()

test('a wrong address is a 404 that points to the docs', async () => {
  const { send } = await testApp(await db.fresh())
  const reply = await send('GET', '/nothing/here')
  expect(reply).toMatchObject({ status: 404, body: { code: 'route_not_found' } })
  expect(reply.body.detail).toContain('/docs')
})

test('a wrong method is a 405 that names the right ones', async () => {
  const { send } = await testApp(await db.fresh())
  const reply = await send('GET', '/api/ask')
  expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST'])
  expect(await send('PUT', '/api/answers/x/why')).toMatchObject({
    status: 405,
    body: {
      code: 'method_not_allowed',
      detail: 'There is no PUT /api/answers/x/why. Use GET; see /docs.',
    },
  })
})

describe('health', () => {
  test('live answers without a key and without the database', async () => {
    const failing = { name: 'database', run: () => Promise.reject(new Error('gone')) }
    const { api } = await testApp(await db.fresh(), { checks: [failing] })
    expect((await api.request('/health/live')).status).toBe(200)
  })

  test('ready says which check fails, and is never ok while one does', async () => {
    const failing = { name: 'database', run: () => Promise.reject(new Error('gone')) }
    const { send } = await testApp(await db.fresh(), { checks: [failing] })
    expect(await send('GET', '/health/ready')).toMatchObject({
      status: 503,
      body: {
        status: 'failing',
        checks: [{ name: 'database', ok: false, optional: false, problem: 'gone' }],
      },
    })
  })

  test('a server without its model is degraded, and stays ready', async () => {
    const check = {
      name: 'model',
      isOptional: true,
      run: () => Promise.reject(new Error('no answer')),
    }
    const { send } = await testApp(await db.fresh(), { checks: [check] })
    expect(await send('GET', '/health/ready')).toMatchObject({
      status: 200,
      body: { status: 'degraded', checks: [{ name: 'model', ok: false, optional: true }] },
    })
  })
})

test('metrics count requests by route, never by the ids in them', async () => {
  const { send } = await testApp(await db.fresh())
  await send('GET', '/api/answers/some-id/why')
  const { body } = await send('GET', '/metrics')
  expect(body.text).toContain('route="/api/answers/:id/why",status="404"')
  expect(body.text).not.toContain('some-id')
})

describe('documentation', () => {
  test('openapi.json names every route of the API', async () => {
    const { send, api } = await testApp(await db.fresh())
    const { body } = await send('GET', '/openapi.json')
    const documented = Object.entries(body.paths as Record<string, object>).flatMap(
      ([path, methods]) =>
        Object.keys(methods).map(
          (method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        ),
    )
    const served = api.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
      .map(({ method, path }) => `${method} ${path}`)
    expect(new Set(documented.filter((route) => route.includes('/api/')))).toEqual(new Set(served))
  })

  test('/docs is a page a person can read, without a script', async () => {
    const { send } = await testApp(await db.fresh())
    const { body, headers } = await send('GET', '/docs')
    expect(body.text).toContain('Send messages of one chat')
    expect(body.text).toContain('/api/context/build')
    expect(body.text).not.toContain('<script')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  })
})

test.each([
  ['{}', 1],
  ['{"a":[[{}]]}', 4],
  ['"[[[["', 0],
  ['{"a":"\\"[[["}', 1],
  [`${'['.repeat(1_000_000)}`, 1_000_000],
])('the depth of %.20s is %i', (json, depth) => {
  expect(jsonDepth(json)).toBe(depth)
})
