import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { ROLES } from '../../domain/principal.ts'
import type { ConsoleSession } from '../../engine/access/console-sessions.ts'
import { addressOf, checkSameOrigin, refused, SESSION_COOKIE } from '../auth.ts'
import type { Api } from '../env.ts'
import { limitBody, limitJson, type RateLimiter } from '../limits.ts'
import { DATABASE_ERRORS, defineRoute } from '../route.ts'
import { flag, textOrNull } from '../wire/fields.ts'
import { shape } from '../wire/shape.ts'
import { jsonBody, jsonReply } from '../wire/wire.ts'

/** The functions of access/console-sessions.ts that the API needs, bound to its database. */
export type ConsoleAccess = {
  open(key: string): Promise<ConsoleSession | null>
  close(token: string): Promise<void>
}

const SignedIn = shape(
  'Me',
  'The caller',
  z.object({
    role: z.enum(ROLES).openapi({ description: 'Role of the key' }),
    person_id: textOrNull('Internal id of the person the key acts for; null if none', '5'),
    is_open: flag('True if the server requires no key'),
    topic_dialog: z.enum(['off', 'on', 'ab']).openapi({
      description:
        'Whether the console asks for the topic at the start of a chat; `ab`: for half of the chats',
    }),
  }),
)
export type SignedIn = z.infer<typeof SignedIn>

/** Checked by hand (checkSameOrigin), so that the error says what to do. */
const ORIGIN = {
  in: 'header',
  name: 'Origin',
  required: true,
  description: 'Origin of the server itself; browsers send it',
  schema: { type: 'string', example: 'http://127.0.0.1:3210' },
} as const

const open = defineRoute({
  method: 'post',
  path: '/api/session',
  tag: 'Keys',
  security: [],
  parameters: [ORIGIN],
  summary: 'Sign in to the console with an API key',
  description:
    'For pages of the server’s own origin only. Sets a cookie that scripts cannot read. It expires after two weeks, or when the key is revoked or the user signs out.',
  request: {
    body: jsonBody(
      shape(
        'SignIn',
        'The key of the user',
        z.object({
          key: z.string().min(1).max(200).openapi({
            description: 'An API key',
            example: 'es_4f9a1c07be52_…',
          }),
        }),
      ),
    ),
  },
  responses: { 204: { description: 'Signed in' } },
  errors: [
    'invalid_request',
    'malformed_json',
    'json_too_deep',
    'body_too_large',
    'not_json',
    'not_signed_in',
    'forbidden',
    'rate_limited',
    'internal',
    ...DATABASE_ERRORS,
  ],
})
const close = defineRoute({
  method: 'delete',
  path: '/api/session',
  tag: 'Keys',
  security: [],
  parameters: [ORIGIN],
  summary: 'Sign out of the console',
  description: 'For pages of the server’s own origin only. Without a session it does nothing.',
  responses: { 204: { description: 'Signed out' } },
  errors: ['forbidden', 'internal', ...DATABASE_ERRORS],
})
const me = defineRoute({
  method: 'get',
  path: '/api/me',
  tag: 'Keys',
  summary: 'Get the role and person of the caller',
  responses: { 200: jsonReply(SignedIn, 'The role of the key and its person') },
})

/** Signing in and out. Added before authentication: a user who signs in has no principal yet. */
export function addSessionRoutes(api: Api, sessions: ConsoleAccess, limiter: RateLimiter): void {
  api.use('/api/session', limitBody({ bodyMegabytes: 0.01, fileMegabytes: 0.01 }), limitJson)
  api.openapi(open, async (c) => {
    checkSameOrigin(c)
    const stranger = `address ${addressOf(c)}`
    limiter.check(stranger)
    const session = await sessions.open(c.req.valid('json').key)
    if (session === null) {
      limiter.take(stranger)
      throw refused('This key is wrong or revoked.')
    }
    setCookie(c, SESSION_COOKIE, session.token, { ...cookieOf(c), expires: session.expiresAt })
    return c.body(null, 204)
  })
  api.openapi(close, async (c) => {
    checkSameOrigin(c)
    const token = getCookie(c, SESSION_COOKIE)
    if (token !== undefined) await sessions.close(token)
    deleteCookie(c, SESSION_COOKIE, cookieOf(c))
    return c.body(null, 204)
  })
}

/** The caller's own principal; added after authentication. */
export function addMeRoute(
  api: Api,
  settings: { readonly topicDialog: SignedIn['topic_dialog'] },
): void {
  api.openapi(me, (c) => {
    const { role, personId } = c.get('principal')
    return c.json(
      {
        role,
        person_id: personId === null ? null : String(personId),
        is_open: c.get('isOpen') === true,
        topic_dialog: settings.topicDialog,
      },
      200,
    )
  })
}

/** `Secure` where the browser uses TLS. A forged header could only lock out its own sender. */
function cookieOf(c: Context) {
  const isTls = c.req.header('x-forwarded-proto') === 'https' || c.req.url.startsWith('https:')
  return { path: '/', httpOnly: true, sameSite: 'Strict', secure: isTls } as const
}
