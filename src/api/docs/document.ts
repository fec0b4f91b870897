import { VERSION } from '../../app/version.ts'
import type { Api } from '../env.ts'
import { TAGS } from '../route.ts'
import { NAMED_SHAPES } from '../wire/shape.ts'
import { composeExample } from './compose-example.ts'
import {
  type ApiDocument,
  type Content,
  type Operation,
  PROBLEM,
  type Shapes,
} from './document-types.ts'
import { repairSchemas } from './repair-schemas.ts'

const INFO = {
  title: 'Earshot',
  version: VERSION,
  description:
    'Context and memory engine for chat assistants. Send messages, request a context or an answer, and read the trace of an answer.',
}

/** The OpenAPI document of all routes that were added. */
export function buildDocument(api: Api): ApiDocument {
  const { openAPIRegistry: registry } = api
  registry.registerComponent('securitySchemes', 'key', { type: 'http', scheme: 'bearer' })
  // Before the routes: a shape would take the description of the first field that uses it.
  for (const [name, shape] of NAMED_SHAPES) registry.register(name, shape)
  const generated = api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: INFO,
    security: [{ key: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
  })
  return withExamples(repairSchemas(generated as unknown as ApiDocument))
}

function withExamples(document: ApiDocument): ApiDocument {
  const { schemas } = document.components
  const paths = mapValues(document.paths, (methods) =>
    mapValues(methods, (operation) => withOperationExamples(operation, schemas)),
  )
  return { ...document, paths }
}

function withOperationExamples(operation: Operation, shapes: Shapes): Operation {
  const { requestBody, responses } = operation
  return {
    ...operation,
    ...(requestBody && {
      requestBody: { ...requestBody, content: withMediaExamples(requestBody.content, shapes) },
    }),
    responses: mapValues(responses, (reply) =>
      reply.content === undefined
        ? reply
        : { ...reply, content: withMediaExamples(reply.content, shapes) },
    ),
  }
}

function withMediaExamples(content: Content, shapes: Shapes): Content {
  return Object.fromEntries(
    Object.entries(content).map(([type, media]) => {
      if (type === PROBLEM || media.example !== undefined) return [type, media]
      return [type, { ...media, example: composeExample(media.schema ?? {}, shapes) }]
    }),
  )
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, change: (value: T) => U) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
}
