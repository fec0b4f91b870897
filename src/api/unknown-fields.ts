import type { z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { AppError } from '../domain/errors.ts'
import { nearestName } from '../text/spelling.ts'

/* A field that no route knows is most often a typo: ignored, it would change what a request means without a word. The
 * schemas leave unknown fields out, so they are looked for in what was sent. */

/** A name with more wrong letters is another word. */
const MAX_SLIPS = 3

type Unknown = { readonly path: string; readonly known: readonly string[] }

/** Refuses a body or query parameter that the route does not have. */
export function refuseUnknown(schemas: {
  readonly body: z.ZodType | null
  readonly query: z.ZodType | null
}): MiddlewareHandler {
  return async (c, next) => {
    if (schemas.query !== null) refuse(findUnknown(schemas.query, c.req.query(), ''), 'parameter')
    const isJson = /^application\/([\w.]+\+)?json/.test(c.req.header('content-type') ?? '')
    if (schemas.body !== null && isJson) {
      // What is no JSON is reported by the check of the body.
      const body: unknown = await c.req.json().catch(() => null)
      refuse(findUnknown(schemas.body, body, ''), 'field')
    }
    await next()
  }
}

function refuse(unknown: Unknown | null, what: 'field' | 'parameter'): void {
  if (unknown === null) return
  const { path, known } = unknown
  const name = path.slice(path.lastIndexOf('.') + 1)
  const nearest = nearestName(name, known, MAX_SLIPS)
  const meant = nearest === null ? `Known are: ${known.join(', ')}.` : `Did you mean "${nearest}"?`
  throw new AppError(
    'invalid_request',
    `${path.slice(0, 200)}: there is no such ${what} here. ${known.length === 0 ? 'Leave it out.' : meant} /docs lists them.`,
    { details: { field: path.slice(0, 200), ...(nearest === null ? {} : { nearest }) } },
  )
}

/** The parts of a schema that say what may be inside it. */
type Parts = {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly catchall?: z.ZodType
  readonly element?: z.ZodType
  readonly valueType?: z.ZodType
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly options?: readonly z.ZodType[]
}

/** The first field that the schema does not have; null if it has all of them. */
export function findUnknown(schema: z.ZodType, value: unknown, path: string): Unknown | null {
  const parts = schema._zod.def as unknown as Parts
  const inner = parts.innerType ?? parts.in
  if (inner !== undefined) return findUnknown(inner, value, path)
  if (typeof value !== 'object' || value === null) return null
  if (parts.options !== undefined) return inEvery(parts.options, value, path)
  if (Array.isArray(value)) {
    return first(
      value.entries(),
      (i, one) => parts.element && findUnknown(parts.element, one, at(path, i)),
    )
  }
  const { shape, valueType, catchall } = parts
  if (valueType !== undefined) {
    return first(Object.entries(value), (name, one) => findUnknown(valueType, one, at(path, name)))
  }
  if (shape === undefined) return null
  const isOpen = catchall !== undefined && catchall._zod.def.type !== 'never'
  return first(Object.entries(value), (name, one) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (field !== undefined) return findUnknown(field, one, at(path, name))
    return isOpen ? null : { path: at(path, name), known: Object.keys(shape) }
  })
}

/** Unknown to a union is what is unknown to each of its options that is made of fields. */
function inEvery(options: readonly z.ZodType[], value: object, path: string): Unknown | null {
  const found = options.map((option) => findUnknown(option, value, path))
  return found.includes(null) ? null : (found[0] ?? null)
}

function first<K>(
  entries: Iterable<[K, unknown]>,
  find: (key: K, value: unknown) => Unknown | null | undefined,
): Unknown | null {
  for (const [key, value] of entries) {
    const found = find(key, value)
    if (found) return found
  }
  return null
}

function at(path: string, part: string | number): string {
  return path === '' ? String(part) : `${path}.${part}`
}
