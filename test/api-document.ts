import {
  type ApiDocument,
  type Route,
  routesOf,
  type Schema,
} from '../src/api/docs/document-types.ts'
import { testApp } from './test-app.ts'
import type { TestDb } from './with-db.ts'

/* /openapi.json, for tests about it. */

/** The document of an app, and the app. */
export async function readDocument(db: TestDb) {
  const app = await testApp(db)
  const { body } = await app.send('GET', '/openapi.json')
  const document = body as unknown as ApiDocument
  return { ...app, document, shapes: document.components.schemas }
}

/** An operation by its method and path. */
export function nameOf({ method, path }: Pick<Route, 'method' | 'path'>): string {
  return `${method} ${path}`
}

type Place = { readonly at: string; readonly schema: Schema }

/** Every schema of the document, with its place. */
export function schemasOf(document: ApiDocument): Place[] {
  const { schemas } = document.components
  const named = Object.entries(schemas).map(([at, schema]) => ({ at, schema }))
  const used = routesOf(document).flatMap(({ method, path, operation }) => {
    const { parameters = [], requestBody, responses } = operation
    const contents = [requestBody?.content, ...Object.values(responses).map((one) => one.content)]
    return [
      ...parameters.map(({ name, schema }) => ({ at: `${method} ${path} ${name}`, schema })),
      ...contents.flatMap((content) =>
        Object.values(content ?? {}).flatMap(({ schema }) =>
          schema === undefined ? [] : [{ at: `${method} ${path}`, schema }],
        ),
      ),
    ]
  })
  return [...named, ...used].flatMap(below)
}

function below({ at, schema }: Place): Place[] {
  const {
    properties = {},
    items,
    additionalProperties,
    allOf = [],
    anyOf = [],
    oneOf = [],
  } = schema
  const inner = [
    ...Object.entries(properties).map(([name, field]) => ({ at: `${at}.${name}`, schema: field })),
    ...[items, additionalProperties].flatMap((one) =>
      typeof one === 'object' ? [{ at: `${at}[]`, schema: one }] : [],
    ),
    ...[...allOf, ...anyOf, ...oneOf].map((one) => ({ at, schema: one })),
  ]
  return [{ at, schema }, ...inner.flatMap(below)]
}
