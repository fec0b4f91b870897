import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { useDatabase } from '../../../test/with-db.ts'
import { readConsoleFiles } from './console.ts'

const db = useDatabase()
let home = ''

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'earshot-web-'))
  await mkdir(join(home, 'assets'))
  await writeFile(join(home, 'index.html'), '<!doctype html><title>Earshot</title>')
  await writeFile(join(home, 'assets', 'main-x1.js'), 'export {}\n'.repeat(100))
  await writeFile(join(home, 'secret.env'), 'KEY=1')
})
afterAll(() => rm(home, { recursive: true, force: true }))

async function open() {
  const app = await testApp(await db.fresh(), { console: readConsoleFiles(home) })
  return (path: string, headers: Record<string, string> = {}) => app.api.request(path, { headers })
}

test('the page comes without a key, under a policy that lets nothing else in', async () => {
  const get = await open()
  const page = await get('/')
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.headers.get('cache-control')).toBe('no-cache')
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe|\*|https?:/)
  expect(page.headers.get('x-frame-options')).toBe('DENY')
  expect(page.headers.get('x-content-type-options')).toBe('nosniff')
})

test('what is named by its content is kept for good, compressed where that is understood', async () => {
  const get = await open()
  const plain = await get('/assets/main-x1.js')
  expect(plain.headers.get('cache-control')).toContain('immutable')
  expect(plain.headers.get('content-type')).toContain('text/javascript')
  const zipped = await get('/assets/main-x1.js', { 'Accept-Encoding': 'br, gzip' })
  expect(zipped.headers.get('content-encoding')).toBe('gzip')
  const text = gunzipSync(Buffer.from(await zipped.arrayBuffer())).toString()
  expect(text).toBe(await plain.text())
  const tag = plain.headers.get('etag') ?? ''
  const again = await get('/assets/main-x1.js', { 'If-None-Match': tag })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

test.each([
  '/secret.env',
  '/assets/../secret.env',
  '/assets/%2e%2e/secret.env',
  '/assets/..%2fsecret.env',
  '/index.html',
  '/assets/',
  '/assets/none.js',
])('%s is not there', async (path) => {
  const get = await open()
  const reply = await get(path)
  expect(reply.status).toBe(404)
  expect(await reply.text()).not.toContain('KEY')
})

test('where it was not built, the page says how to', async () => {
  expect(readConsoleFiles(join(home, 'nowhere'))).toBeNull()
  const app = await testApp(await db.fresh())
  const page = await app.api.request('/')
  expect(page.status).toBe(404)
  expect(await page.text()).toContain('npm run build')
})
