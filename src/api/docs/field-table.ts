import { html } from 'hono/html'
import { resolveSchema, type Schema, type Shapes, shapeNameOf } from './document-types.ts'
import { code, type Html, prose, table } from './markup.ts'

/* The fields of a schema as a table. Objects without a name are unfolded in place, as `author.id` and `items[].id`;
 * named shapes are linked. */

type Field = { readonly name: string; readonly isRequired: boolean; readonly schema: Schema }

/** A table of the fields of an object, or of what a list or a choice contains. */
export function fieldTable(schema: Schema, shapes: Shapes, label: string): Html {
  const whole = resolveSchema(schema, shapes)
  const options = (whole.anyOf ?? whole.oneOf ?? []).filter(({ type }) => type !== 'null')
  if (options.length > 0) {
    return html`${options.map(
      (option, i) =>
        html`<p>${i === 0 ? 'Either' : 'or'}: ${typeOf(option, shapes)}</p>${fieldTable(option, shapes, `${label}, option ${i + 1}`)}`,
    )}`
  }
  const fields = fieldsOf(schema, '', shapes)
  if (fields.length === 0) return html``
  const rows = fields.map(({ name, isRequired, schema: field }) => [
    code(name),
    typeOf(field, shapes),
    isRequired ? 'yes' : 'no',
    limitsAndDefault(field),
    prose(descriptionOf(field, shapes)),
  ])
  return table(label, ['Field', 'Type', 'Required', 'Limits', 'Description'], rows)
}

/** The fields of an object, and below each those of the unnamed objects in it. */
function fieldsOf(schema: Schema, prefix: string, shapes: Shapes): Field[] {
  const { properties = {}, required = [] } = resolveSchema(schema, shapes)
  return Object.entries(properties).flatMap(([key, field]) => {
    const name = `${prefix}${key}`
    const own: Field = { name, isRequired: required.includes(key), schema: field }
    const { schema: inner, suffix } = unfold(field)
    return shapeNameOf(inner) === null
      ? [own, ...fieldsOf(inner, `${name}${suffix}.`, shapes)]
      : [own]
  })
}

/** The object inside lists and maps, and how its fields are reached. */
function unfold(schema: Schema): { readonly schema: Schema; readonly suffix: string } {
  const { items, additionalProperties: values } = schema
  const inner = items ?? (typeof values === 'object' ? values : undefined)
  if (inner === undefined) return { schema, suffix: '' }
  const below = unfold(inner)
  return { schema: below.schema, suffix: `${items ? '[]' : '.*'}${below.suffix}` }
}

/** The type of a value in words; named shapes are links. */
export function typeOf(schema: Schema, shapes: Shapes): Html | string {
  const name = shapeNameOf(schema)
  if (name !== null) return html`<a href="#shape-${name}">${name}</a>`
  const options = schema.anyOf ?? schema.oneOf
  if (options !== undefined) return choice(options.map((option) => typeOf(option, shapes)))
  if (schema.allOf !== undefined) return 'object'
  const types = [schema.type ?? 'any value'].flat()
  return choice(types.map((type) => plainType(type, schema, shapes)))
}

function plainType(type: string, { items, additionalProperties, format }: Schema, shapes: Shapes) {
  if (type === 'array') return html`list of ${typeOf(items ?? {}, shapes)}`
  if (type === 'object' && typeof additionalProperties === 'object') {
    return html`map of ${typeOf(additionalProperties, shapes)}`
  }
  return type === 'string' && format !== undefined ? `string (${format})` : type
}

function choice(options: readonly (Html | string)[]): Html {
  return html`${options.map((option, i) => html`${i === 0 ? '' : ' or '}${option}`)}`
}

/** Nobody chose this limit: larger numbers are not exact. */
const SAFE = Number.MAX_SAFE_INTEGER

/** Allowed values and lengths. */
export function limitsOf(schema: Schema): Html {
  const { items, pattern } = schema
  const values = schema.enum ?? items?.enum ?? []
  const limits = [
    range(schema.minimum, schema.maximum === SAFE ? undefined : schema.maximum),
    schema.exclusiveMinimum === undefined ? '' : `above ${schema.exclusiveMinimum}`,
    range(schema.minLength, schema.maxLength, 'character'),
    range(schema.minItems, schema.maxItems, 'entry', 'entries'),
  ].filter((limit) => limit !== '')
  const shown = [
    ...limits.map((limit) => html`${limit}`),
    ...(pattern === undefined ? [] : [html`matches ${code(pattern)}`]),
    ...values.filter((value) => value !== null).map((value) => code(String(value))),
  ]
  return html`${shown.map((part, i) => html`${i === 0 ? '' : ', '}${part}`)}`
}

/** A body's table has no column for defaults: few fields have one. */
function limitsAndDefault(field: Schema): Html {
  const limits = limitsOf(field)
  if (field.default === undefined) return limits
  const value = code(JSON.stringify(field.default))
  return html`${limits}${String(limits) === '' ? '' : '; '}default ${value}`
}

type Limit = number | undefined

function range(min: Limit, max: Limit, one = '', many = `${one}s`): string {
  const number = (limit: number) => limit.toLocaleString('en')
  const amount = (limit: number) =>
    one === '' ? number(limit) : `${number(limit)} ${limit === 1 ? one : many}`
  if (min === undefined) return max === undefined ? '' : `at most ${amount(max)}`
  return max === undefined ? `at least ${amount(min)}` : `${number(min)} to ${amount(max)}`
}

/** Its own description, else that of its shape. */
export function descriptionOf(schema: Schema, shapes: Shapes): string {
  return schema.description ?? resolveSchema(schema, shapes).description ?? ''
}
