import type { ApiDocument, Schema } from './document-types.ts'

/* The generator writes a shape that may be null, or that is described again, as `allOf` of the shape and the
 * difference. Where the difference is `null`, no value satisfies both; and query parameters that are converted to
 * numbers would accept `null`, which no query can contain. Both are rewritten here. */

type Json = { readonly [key: string]: unknown }

/** The document with every schema rewritten. */
export function repairSchemas(document: ApiDocument): ApiDocument {
  return repaired(document) as ApiDocument
}

function repaired(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(repaired)
  if (typeof value !== 'object' || value === null) return value
  const json = Object.fromEntries(
    // Examples are data, not schemas.
    Object.entries(value).map(([key, inner]) => [key, key === 'example' ? inner : repaired(inner)]),
  )
  if (Array.isArray(json.allOf)) return withoutAllOf(json, json.allOf as Schema[])
  return json.in === 'query' || json.in === 'path' ? withoutNull(json) : json
}

function withoutAllOf(json: Json, [first, difference, ...others]: readonly Schema[]): Json {
  const isPlain = first?.$ref !== undefined && difference?.properties === undefined
  if (!isPlain || others.length > 0) return json
  const { type = [], ...described } = difference ?? {}
  const isNullable = [type].flat().includes('null')
  return isNullable
    ? { anyOf: [first, { type: 'null' }], ...described }
    : { ...first, ...described }
}

function withoutNull(parameter: Json): Json {
  const { type, ...schema } = parameter.schema as Schema
  const types = [type ?? []].flat().filter((name) => name !== 'null')
  const [only, ...others] = types
  if (only === undefined) return parameter
  return { ...parameter, schema: { ...schema, type: others.length === 0 ? only : types } }
}
