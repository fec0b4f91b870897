import { describe, expect, test } from 'vitest'
import { nameOf, readDocument, schemasOf } from '../../../test/api-document.ts'
import { useDatabase } from '../../../test/with-db.ts'
import { TAGS } from '../route.ts'
import { routesOf, type Schema } from './document-types.ts'
import { codesOf } from './error-section.ts'

const db = useDatabase()

describe('every part is described', () => {
  test('fields, parameters and shapes', async () => {
    const { document, shapes } = await readDocument(await db.fresh())
    const silent = [
      ...schemasOf(document).flatMap(({ at, schema }) =>
        Object.entries(schema.properties ?? {})
          .filter(([, field]) => !field.description)
          .map(([name]) => `${at}.${name}`),
      ),
      ...routesOf(document).flatMap((route) =>
        (route.operation.parameters ?? [])
          .filter(({ description }) => !description)
          .map(({ name }) => `${nameOf(route)} ${name}`),
      ),
      ...Object.keys(shapes).filter((name) => !shapes[name]?.description),
    ]
    expect(silent).toEqual([])
  })

  test('operations have one group, a summary, and a description of each reply', async () => {
    const { document } = await readDocument(await db.fresh())
    const odd = routesOf(document).filter(({ operation }) => {
      const { tags = [], summary, responses } = operation
      const isGrouped = tags.length === 1 && tags[0] !== undefined && Object.hasOwn(TAGS, tags[0])
      return !isGrouped || !summary || Object.values(responses).some((one) => !one.description)
    })
    expect(odd.map(nameOf)).toEqual([])
    const used = new Set(routesOf(document).flatMap(({ operation }) => operation.tags ?? []))
    expect(used).toEqual(new Set(document.tags.map(({ name }) => name)))
  })

  test('shapes that are referred to exist, and none stands in another’s place', async () => {
    const { document, shapes } = await readDocument(await db.fresh())
    const references = schemasOf(document).flatMap(({ schema }) => schema.$ref ?? [])
    const known = Object.keys(shapes).map((name) => `#/components/schemas/${name}`)
    expect(known).toEqual(expect.arrayContaining(references))
    const nullable = Object.keys(shapes).filter((name) =>
      [shapes[name]?.type].flat().includes('null'),
    )
    expect(nullable).toEqual([])
  })

  test('no object is written out that is a shape already', async () => {
    const { document, shapes } = await readDocument(await db.fresh())
    const fieldsOf = ({ properties = {} }: Schema) => Object.keys(properties).toSorted().join()
    const names = new Map(Object.entries(shapes).map(([name, shape]) => [fieldsOf(shape), name]))
    const copies = schemasOf(document).flatMap(({ at, schema }) => {
      const fields = fieldsOf(schema)
      const isNamed = fields === '' || at in shapes
      return !isNamed && names.has(fields) ? [`${at} is ${names.get(fields)}`] : []
    })
    expect(copies).toEqual([])
  })
})

describe('every operation declares its errors', () => {
  test('those of the key, the limits and the server, unless it needs no key', async () => {
    const { document } = await readDocument(await db.fresh())
    const always = [
      'not_signed_in',
      'forbidden',
      'rate_limited',
      'internal',
      'database_unavailable',
    ]
    const lacking = routesOf(document).filter(({ operation }) => {
      const codes = codesOf(operation)
      return (
        operation.security === undefined && !always.every((code) => codes.includes(code as never))
      )
    })
    expect(lacking.map(nameOf)).toEqual([])
    const open = routesOf(document).filter(({ operation }) => operation.security !== undefined)
    expect(open.map(nameOf).toSorted()).toEqual([
      'delete /api/session',
      'get /health/live',
      'get /health/ready',
      'get /metrics',
      'post /api/session',
      'post /telegram/webhook',
      'post /webhooks/{channel}',
    ])
  })

  test('those of its input', async () => {
    const { document } = await readDocument(await db.fresh())
    const lacking = routesOf(document).filter(({ method, operation }) => {
      const codes = codesOf(operation)
      const { parameters = [], requestBody, security } = operation
      if (security !== undefined) return false
      const takesInput = parameters.length > 0 || requestBody !== undefined
      const sendsBody = ['post', 'put', 'patch'].includes(method)
      return (
        (takesInput && !codes.includes('invalid_request')) ||
        (requestBody !== undefined && !codes.includes('malformed_json')) ||
        (sendsBody && !codes.includes('not_json'))
      )
    })
    expect(lacking.map(nameOf)).toEqual([])
  })

  test('a path with an id declares that there is none', async () => {
    const { document } = await readDocument(await db.fresh())
    const lacking = routesOf(document).filter(
      ({ path, operation }) =>
        path.includes('{') &&
        path !== '/api/tools/{name}' &&
        operation.responses[404] === undefined,
    )
    expect(lacking.map(nameOf)).toEqual([])
  })
})

test.each(['member', 'staff'] as const)(
  'a route that names a higher role than %s refuses such a key',
  async (role) => {
    const { document, api, keyFor } = await readDocument(await db.fresh())
    const key = await keyFor(role, 'api:ann')
    const higher = role === 'member' ? ['staff', 'admin'] : ['admin']
    const closed = routesOf(document).filter(({ operation }) =>
      higher.includes(operation['x-role'] ?? ''),
    )
    expect(closed.length).toBeGreaterThan(5)
    for (const { method, path, operation } of closed) {
      const filled = (operation.parameters ?? [])
        .filter((parameter) => parameter.in === 'path')
        .reduce((url, { name, schema }) => url.replace(`{${name}}`, String(schema.example)), path)
      const example = operation.requestBody?.content['application/json']?.example
      const response = await api.request(filled, {
        method: method.toUpperCase(),
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        ...(example === undefined ? {} : { body: JSON.stringify(example) }),
      })
      expect(response.status, `${method} ${path}`).toBe(403)
    }
  },
)
