import {
  type ApiDocument,
  PROBLEM,
  type Reply,
  type Route,
  routesOf,
} from '../src/api/docs/document-types.ts'
import { codesOf } from '../src/api/docs/error-section.ts'
import type { Api } from '../src/api/env.ts'
import { mismatch } from './json-schema.ts'

/* Every reply of every API test is compared with /openapi.json: its status, its error code and its fields. */

/** The app, which throws where a reply is not what the document says. */
export function checkingReplies(api: Api): Api {
  const request = api.request
  api.request = async (input, init, ...others) => {
    const response = await request(input, init, ...others)
    const url = input instanceof Request ? input.url : String(input)
    const method = (input instanceof Request ? input.method : (init?.method ?? 'GET')).toLowerCase()
    await check(await documentOf(api, request), { url, method }, response)
    return response
  }
  return api
}

/** The same for all apps: their routes do not depend on a database. */
let document: Promise<ApiDocument> | undefined

function documentOf(api: Api, request: Api['request']): Promise<ApiDocument> {
  document ??= Promise.resolve(request.call(api, '/openapi.json')).then(
    async (response) => (await response.json()) as ApiDocument,
  )
  return document
}

async function check(
  { paths, components }: ApiDocument,
  asked: { readonly url: string; readonly method: string },
  response: Response,
): Promise<void> {
  const { pathname } = new URL(asked.url, 'http://localhost')
  const route = findRoute(routesOf({ paths }), asked.method, pathname)
  if (route === undefined) return
  const name = `${asked.method.toUpperCase()} ${route.path}`
  const reply = route.operation.responses[response.status]
  if (reply === undefined) throw new Error(`${name} does not declare ${response.status}`)
  const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? ''
  if (!type.endsWith('json')) return checkEmpty(name, reply, type)
  const body: unknown = await response.clone().json()
  if (type === PROBLEM) {
    const { code } = body as { readonly code: string }
    if (!codesOf(route.operation).some((one) => one === code)) {
      throw new Error(`${name} does not declare ${code}`)
    }
  }
  const fault = mismatch(body, reply.content?.[type]?.schema ?? {}, components.schemas)
  if (fault !== null) throw new Error(`${name}, ${response.status}: ${fault}`)
}

function checkEmpty(name: string, { content = {} }: Reply, type: string): void {
  const declared = Object.keys(content)
  if (type === '' && declared.length === 0) return
  if (!declared.includes(type)) throw new Error(`${name} does not declare "${type}"`)
}

/** The route of a path; a literal part wins over a parameter: /files/search is not /files/{id}. */
function findRoute(routes: readonly Route[], method: string, path: string): Route | undefined {
  const parts = path.split('/')
  const matching = routes.filter((route) => {
    const wanted = route.path.split('/')
    const isSame = wanted.every((part, i) => part.startsWith('{') || part === parts[i])
    return route.method === method && wanted.length === parts.length && isSame
  })
  const parameters = (route: Route) => route.path.split('{').length
  return matching.toSorted((a, b) => parameters(a) - parameters(b))[0]
}
