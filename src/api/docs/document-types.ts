/* The parts of an OpenAPI 3.1 document that the reference reads. */

export type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly description?: string
  readonly example?: unknown
  readonly default?: unknown
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

/** The named shapes of the document. */
export type Shapes = Readonly<Record<string, Schema>>

export type Parameter = {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

export type MediaType = { readonly schema?: Schema; readonly example?: unknown }
export type Content = Readonly<Record<string, MediaType>>

export type Reply = { readonly description: string; readonly content?: Content }

export type Operation = {
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly security?: readonly unknown[]
  readonly 'x-role'?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, Reply>>
}

export type ApiDocument = {
  readonly info: { readonly description: string; readonly version: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Shapes }
}

/** An operation with its place. */
export type Route = {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

export const PROBLEM = 'application/problem+json'

/** All operations, in the document's order. */
export function routesOf({ paths }: Pick<ApiDocument, 'paths'>): Route[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
}

/** The name of the shape that a schema refers to. */
export function shapeNameOf({ $ref }: Schema): string | null {
  return $ref === undefined ? null : ($ref.split('/').at(-1) ?? null)
}

/** The schema itself, or the shape it refers to, with the fields of what it extends. */
export function resolveSchema(schema: Schema, shapes: Shapes): Schema {
  const name = shapeNameOf(schema)
  const { $ref: _ref, ...own } = schema
  if (name !== null) return { ...resolveSchema(shapes[name] ?? {}, shapes), ...own }
  if (schema.allOf === undefined) return schema
  const parts = schema.allOf.map((part) => resolveSchema(part, shapes))
  const { allOf: _all, ...rest } = schema
  return {
    ...Object.assign({}, ...parts, rest),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
  }
}
