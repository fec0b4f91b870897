import { resolveSchema, type Schema, type Shapes } from '../src/api/docs/document-types.ts'

/* The part of JSON Schema that /openapi.json uses. Stricter in one point: a field that no schema names is wrong, as
 * a client could not know it. */

/** What is wrong with a value, and where; null if it matches the schema. */
export function mismatch(value: unknown, schema: Schema, shapes: Shapes, at = '$'): string | null {
  const options = schema.anyOf ?? schema.oneOf
  if (options !== undefined) {
    const faults = options.map((option) => mismatch(value, option, shapes, at))
    return faults.includes(null) ? null : faults.join(' or ')
  }
  const whole = resolveSchema(schema, shapes)
  if (whole.anyOf !== undefined || whole.oneOf !== undefined)
    return mismatch(value, whole, shapes, at)
  if (whole.enum !== undefined && !whole.enum.includes(value)) {
    return `${at} is ${JSON.stringify(value)}, none of ${whole.enum.join(', ')}`
  }
  const types = [whole.type ?? []].flat()
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) {
    return `${at} is ${JSON.stringify(value)?.slice(0, 80)}, not ${types.join(' or ')}`
  }
  if (Array.isArray(value)) return listMismatch(value, whole, shapes, at)
  if (typeof value === 'object' && value !== null) return objectMismatch(value, whole, shapes, at)
  return isWithin(value, whole) ? null : `${at} is ${JSON.stringify(value)}, beyond its limits`
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return type === 'integer' ? Number.isInteger(value) : typeof value === type
}

function isWithin(value: unknown, { format, pattern, ...limits }: Schema): boolean {
  if (typeof value === 'number') {
    const { minimum = value, maximum = value, exclusiveMinimum = Number.NEGATIVE_INFINITY } = limits
    return value >= minimum && value <= maximum && value > exclusiveMinimum
  }
  if (typeof value !== 'string') return true
  if (format === 'date-time' && Number.isNaN(Date.parse(value))) return false
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) return false
  const { minLength = 0, maxLength = value.length } = limits
  return value.length >= minLength && value.length <= maxLength
}

function listMismatch(value: unknown[], schema: Schema, shapes: Shapes, at: string): string | null {
  const { items = {}, minItems = 0, maxItems = value.length } = schema
  if (value.length < minItems || value.length > maxItems) return `${at} has ${value.length} entries`
  return first(value.map((item, i) => mismatch(item, items, shapes, `${at}[${i}]`)))
}

function objectMismatch(value: object, schema: Schema, shapes: Shapes, at: string): string | null {
  const { properties = {}, required = [], additionalProperties: others } = schema
  const isOpen = others === true || (schema.properties === undefined && others === undefined)
  const missing = required.find((name) => !(name in value))
  if (missing !== undefined) return `${at}.${missing} is missing`
  return first(
    Object.entries(value).map(([name, inner]) => {
      const field = properties[name] ?? (typeof others === 'object' ? others : undefined)
      if (field !== undefined) return mismatch(inner, field, shapes, `${at}.${name}`)
      return isOpen ? null : `${at}.${name} is not documented`
    }),
  )
}

function first(faults: readonly (string | null)[]): string | null {
  return faults.find((fault) => fault !== null) ?? null
}
