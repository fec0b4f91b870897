import type { RouteConfig, z } from '@hono/zod-openapi'
import { expect, test } from 'vitest'
import { nameOf, readDocument, schemasOf } from '../../../test/api-document.ts'
import { mismatch } from '../../../test/json-schema.ts'
import { useDatabase } from '../../../test/with-db.ts'
import { type MediaType, PROBLEM, type Route, routesOf } from './document-types.ts'

const db = useDatabase()

const mediaOf = ({ operation }: Route): [type: string, media: MediaType][] =>
  [operation.requestBody, ...Object.values(operation.responses)].flatMap((one) =>
    Object.entries(one?.content ?? {}).filter(([type]) => type !== PROBLEM),
  )

test('each body and each reply has an example, and it matches its schema', async () => {
  const { document, shapes } = await readDocument(await db.fresh())
  const wrong = routesOf(document).flatMap((route) =>
    mediaOf(route).flatMap(([type, { schema = {}, example }]) => {
      const fault = example === undefined ? 'none' : mismatch(example, schema, shapes)
      return fault === null ? [] : [`${nameOf(route)} ${type}: ${fault}`]
    }),
  )
  expect(wrong).toEqual([])
})

test('each field’s example matches the field', async () => {
  const { document, shapes } = await readDocument(await db.fresh())
  const wrong = schemasOf(document).flatMap(({ at, schema }) => {
    const fault = schema.example === undefined ? null : mismatch(schema.example, schema, shapes)
    return fault === null ? [] : [`${at}: ${fault}`]
  })
  expect(wrong).toEqual([])
})

test('path parameters and required query parameters have an example', async () => {
  const { document } = await readDocument(await db.fresh())
  const lacking = routesOf(document).flatMap((route) =>
    (route.operation.parameters ?? [])
      .filter(({ required, schema }) => required && schema.example === undefined)
      .map(({ name }) => `${nameOf(route)} ${name}`),
  )
  expect(lacking).toEqual([])
})

test('the checks of the routes accept the examples', async () => {
  const { document, api } = await readDocument(await db.fresh())
  const definitions = api.openAPIRegistry.definitions as { type: string; route?: RouteConfig }[]
  const routes = definitions.flatMap(({ route }) => route ?? [])
  const wrong = routes.flatMap((route) => {
    const operation = document.paths[route.path]?.[route.method]
    const { body, params } = route.request ?? {}
    const pathExamples = (operation?.parameters ?? [])
      .filter((parameter) => parameter.in === 'path')
      .map(({ name, schema }) => [name, String(schema.example)])
    const checked = [
      [params, Object.fromEntries(pathExamples)],
      [schemaIn(body?.content), operation?.requestBody?.content['application/json']?.example],
      ...Object.entries(route.responses).map(([status, reply]) => [
        'content' in reply ? schemaIn(reply.content) : undefined,
        operation?.responses[status]?.content?.['application/json']?.example,
      ]),
    ] as [schema: z.ZodType | undefined, example: unknown][]
    return checked.flatMap(([schema, example]) => {
      const error = schema?.safeParse(example).error
      return error === undefined ? [] : [`${nameOf(route)}: ${error.message}`]
    })
  })
  expect(routes.length).toBeGreaterThan(60)
  expect(wrong).toEqual([])
})

test('no example request is invalid', async () => {
  const { document, api, keyFor } = await readDocument(await db.fresh())
  const key = await keyFor('admin')
  for (const route of routesOf(document)) {
    const response = await api.request(...exampleRequest(route, key))
    await response.body?.cancel()
    expect([400, 403, 413, 415, 422], nameOf(route)).not.toContain(response.status)
  }
})

function exampleRequest({ method, path, operation }: Route, key: string): [string, RequestInit] {
  const { parameters = [], requestBody, security } = operation
  const valueIn = (where: string) =>
    parameters
      .filter((parameter) => parameter.in === where && parameter.required === true)
      .map(({ name, schema }): [string, string] => [name, String(schema.example)])
  const filled = valueIn('path').reduce(
    (url, [name, value]) => url.replace(`{${name}}`, value),
    path,
  )
  const headers = {
    ...(security === undefined ? { Authorization: `Bearer ${key}` } : { Host: '127.0.0.1:3210' }),
    ...Object.fromEntries(valueIn('header')),
    'Content-Type': 'application/json',
  }
  const example = requestBody?.content['application/json']?.example
  const body = example === undefined ? {} : { body: JSON.stringify(example) }
  const query = new URLSearchParams(valueIn('query'))
  return [`${filled}?${query}`, { method: method.toUpperCase(), headers, ...body }]
}

function schemaIn(content: unknown): z.ZodType | undefined {
  const { schema } = (content as Record<string, { schema?: z.ZodType }>)?.['application/json'] ?? {}
  return schema !== undefined && 'safeParse' in schema ? schema : undefined
}
