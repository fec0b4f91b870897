import { resolveSchema, type Schema, type Shapes } from './document-types.ts'

/**
 * An example of a schema: its own, or one that is composed of the examples of its fields. Optional fields without an
 * example are left out; undefined if there is none.
 */
export function composeExample(schema: Schema, shapes: Shapes): unknown {
  if (schema.example !== undefined) return schema.example
  const whole = resolveSchema(schema, shapes)
  if (whole.example !== undefined) return whole.example
  if (whole.default !== undefined) return whole.default
  const [option] = whole.anyOf ?? whole.oneOf ?? []
  if (option !== undefined) return composeExample(option, shapes)
  if (whole.enum !== undefined) return whole.enum[0]
  const types = [whole.type ?? []].flat()
  if (types.includes('object')) return objectExample(whole, shapes)
  if (types.includes('array')) return [composeExample(whole.items ?? {}, shapes)]
  return types.includes('null') ? null : undefined
}

function objectExample({ properties = {}, required = [] }: Schema, shapes: Shapes) {
  const shown = Object.entries(properties).filter(
    ([name, field]) => required.includes(name) || field.example !== undefined,
  )
  return Object.fromEntries(shown.map(([name, field]) => [name, composeExample(field, shapes)]))
}
