import { createRoute, type RouteConfig, z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import type { ErrorCode } from '../domain/errors.ts'
import type { Role } from '../domain/principal.ts'
import { ERRORS } from './errors/errors.ts'
import { refuseUnknown } from './unknown-fields.ts'

/** The groups of routes, in the order of the reference. */
export const TAGS = {
  Messages: 'Send the messages of a chat, edit and delete them.',
  'Context and answers':
    'Build the context of a question, ask questions, read and rate what was used.',
  Tools: 'Functions that a language model may call, for callers with a model of their own.',
  Sessions: 'Sessions of questions and answers: start, end, list and delete them.',
  Chats:
    'List and delete chats, read and search their messages, correct conversations, change settings.',
  Files: 'Upload, list, search and delete files.',
  Pins: 'Attach files and messages to a thread, so that they come first in its contexts.',
  Memory: 'Summaries of people, groups and topics: read, correct, opt out, forget.',
  People: 'List people, link their accounts, export their data.',
  Channels: 'The bots on chat platforms and their outgoing messages.',
  Operations: 'Activity, pending work, failed jobs and health.',
  Settings: 'Settings of the server and the persona of the assistant.',
  Keys: 'API keys, and sign-in to the console.',
} as const
export type Tag = keyof typeof TAGS

type Described = {
  readonly tag: Tag
  readonly summary: string
  /** The role a key needs; without it every key may call the route. Enforced by middleware or the engine. */
  readonly role?: Role
  /** The codes of this route, besides those that follow from its method, path and input. */
  readonly errors?: readonly ErrorCode[]
}

/** A route with its group, role and error codes; the document lists a response for each status of its codes. */
export function defineRoute<P extends string, R extends RouteConfig & Described & { path: P }>(
  config: R,
) {
  return createRoute(documented(config)) as unknown as ReturnType<typeof createRoute<P, R>>
}

function documented(config: RouteConfig & Described): RouteConfig {
  const { tag, role, errors = [], responses, ...route } = config
  const notes = [config.description, bodyNote(config)].filter((note) => note != null)
  const codes = [...new Set([...errors, ...impliedErrors(config)])]
  return {
    ...route,
    tags: [tag],
    ...(needsKey(config) ? {} : { security: [] }),
    ...(role === undefined ? {} : { 'x-role': role }),
    ...(notes.length === 0 ? {} : { description: notes.join(' ') }),
    ...(config.request === undefined ? {} : { middleware: withUnknownRefused(config) }),
    responses: { ...responses, ...errorResponses(codes) },
  }
}

/** After the checks of a role: who may not call a route learns nothing of its fields. */
function withUnknownRefused({ middleware, request }: RouteConfig): MiddlewareHandler[] {
  const media = request?.body?.content['application/json']
  const body = media && 'schema' in media && media.schema instanceof z.ZodType ? media.schema : null
  const query = request?.query instanceof z.ZodType ? request.query : null
  return [...[middleware ?? []].flat(), refuseUnknown({ body, query })]
}

/** Wherever the database is used. */
export const DATABASE_ERRORS = [
  'database_unavailable',
  'database_stalled',
  'shutting_down',
  'disk_full',
] as const satisfies readonly ErrorCode[]

type Config = Pick<RouteConfig, 'method' | 'path' | 'request' | 'security'>

const needsKey = ({ path, security }: Config) =>
  /^\/(api|_internal)\//.test(path) && security === undefined

const sendsBody = ({ method }: Config) => ['post', 'put', 'patch'].includes(method)

/** limits.ts checks the content type of these methods, whether they have a body or not. */
function bodyNote(config: Config): string | null {
  const isEmpty = needsKey(config) && sendsBody(config) && config.request?.body === undefined
  return isEmpty ? 'Takes no body, but needs `Content-Type: application/json`.' : null
}

/** The codes of authentication, limits, validation and the database. */
function impliedErrors(config: Config): ErrorCode[] {
  if (!needsKey(config)) return []
  const { body, params, query } = config.request ?? {}
  return [
    ...(body || params || query ? (['invalid_request'] as const) : []),
    ...(body ? (['malformed_json'] as const) : []),
    ...(sendsBody(config) ? (['json_too_deep', 'body_too_large', 'not_json'] as const) : []),
    ...(['not_signed_in', 'forbidden', 'rate_limited', 'internal'] as const),
    ...DATABASE_ERRORS,
    ...(config.method === 'get' ? [] : (['write_not_made'] as const)),
  ]
}

/** A response for each status of these codes. */
function errorResponses(codes: readonly ErrorCode[]) {
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))].sort((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      errorResponse(codes.filter((code) => ERRORS[code].status === status)),
    ]),
  )
}

function errorResponse(codes: readonly ErrorCode[]) {
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].when}`).join(' '),
    content: {
      'application/problem+json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Problem' },
            {
              type: 'object' as const,
              properties: { code: { description: 'Stable error code', enum: [...codes] } },
            },
          ],
        },
      },
    },
  }
}
