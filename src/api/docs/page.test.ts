import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { useDatabase } from '../../../test/with-db.ts'
import { ERRORS } from '../errors/errors.ts'
import { curlOf } from './curl.ts'
import { type ApiDocument, routesOf } from './document-types.ts'
import { docsPage } from './page.ts'

const db = useDatabase()

async function readPage() {
  const { send } = await testApp(await db.fresh())
  const { body, headers } = await send('GET', '/docs')
  const document = (await send('GET', '/openapi.json')).body as unknown as ApiDocument
  return { page: String(body.text), headers, document }
}

const idsIn = (page: string) => [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)

test('names every route, field, shape and error code', async () => {
  const { page, document } = await readPage()
  for (const { operation } of routesOf(document)) expect(page).toContain(operation.summary)
  for (const name of Object.keys(document.components.schemas)) {
    expect(page).toContain(`<h3 id="shape-${name}">`)
  }
  for (const code of Object.keys(ERRORS)) expect(page).toContain(`<code id="error-${code}">`)
})

test('every link leads somewhere, and no anchor is there twice', async () => {
  const { page } = await readPage()
  const ids = idsIn(page)
  expect(ids).toEqual([...new Set(ids)])
  const links = [...page.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id)
  expect(links.length).toBeGreaterThan(200)
  expect(ids).toEqual(expect.arrayContaining([...new Set(links)]))
})

test('headings go down one level at a time, from one h1', async () => {
  const { page } = await readPage()
  const levels = [...page.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level))
  expect(levels.filter((level) => level === 1)).toEqual([1])
  const jumps = levels.filter((level, i) => level > (levels[i - 1] ?? 0) + 1)
  expect(jumps).toEqual([])
})

test('has no script, and may load nothing', async () => {
  const { page, headers } = await readPage()
  expect(page).not.toMatch(/<script|\son\w+=|javascript:/i)
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'",
  )
})

test('shows a request for a shell, with its body', async () => {
  const { document } = await readPage()
  const route = routesOf(document).find(({ path }) => path === '/api/context/feedback')
  expect(route && curlOf(route)).toBe(`curl -X POST 'http://127.0.0.1:3210/api/context/feedback' \\
  -H 'Authorization: Bearer es_…' \\
  -H 'Content-Type: application/json' \\
  -d '{
  "context_item_id": "message:7",
  "answer_id": "a3f9c1d27be40865",
  "useful": true
}'`)
})

test('a quotation mark in an example stays inside the shell’s', () => {
  const body = { content: { 'application/json': { example: { text: "it's; rm -rf" } } } }
  const operation = { requestBody: body, responses: {} }
  const command = curlOf({ method: 'post', path: '/x', operation })
  expect(command).toContain(`it'\\''s; rm -rf`)
})

test('escapes whatever a route says about itself', async () => {
  const evil = '<img src=x onerror="alert(1)">`</code><script>'
  const field = { type: 'string', description: evil, example: evil, enum: [evil], default: evil }
  const schema = { type: 'object', description: evil, properties: { [evil]: field } }
  const content = { 'application/json': { schema, example: { [evil]: evil } } }
  const operation = {
    tags: [evil],
    summary: evil,
    description: evil,
    parameters: [{ name: evil, in: evil, description: evil, schema: field }],
    requestBody: { content },
    responses: { 200: { description: evil, content } },
  }
  const page = String(
    await docsPage({
      info: { description: evil, version: evil },
      tags: [{ name: evil, description: evil }],
      paths: { [`/${evil}`]: { post: operation } },
      components: { schemas: { [evil]: schema } },
    }),
  )
  expect(page).not.toContain('<img')
  expect(page).not.toContain('<script')
  expect(page).toContain('&lt;img')
})
