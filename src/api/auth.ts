import { timingSafeEqual } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import { LRUCache } from 'lru-cache'
import { AppError } from '../domain/errors.ts'
import { DEFAULT_WORKSPACE } from '../domain/ids.ts'
import { mayActAs, type Principal, type Role } from '../domain/principal.ts'
import type { Env } from './env.ts'
import type { RateLimiter } from './limits.ts'

/** A revoked key stops working within this time, on every server. */
const CACHE_MS = 5_000
/** The cookie of a browser's session. Scripts cannot read it, other sites cannot use it. */
export const SESSION_COOKIE = 'earshot_session'
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

export type Authenticator = {
  authenticate(key: string): Promise<Principal | null>
  /** The principal of a browser's session, by the token of its cookie. */
  findSession(token: string): Promise<Principal | null>
  hasKeys(): Promise<boolean>
  /** Authenticates the owner of the data directory: the terminal on the same machine. */
  readonly controlToken: string
  /** True when bound to loopback: only then may requests come without a key. */
  readonly isLoopback: boolean
}

/** Authenticates the request. The workspace comes from the key, never from the request. */
export function signIn(door: Authenticator, limiter: RateLimiter): MiddlewareHandler<Env> {
  // No refresh on use: a key in steady use must notice its revocation too.
  const remembered = new LRUCache<string, Principal>({ max: 1_000, ttl: CACHE_MS })
  let keysSeen = { any: false, at: Number.NEGATIVE_INFINITY }
  const isOpen = async () => {
    if (!door.isLoopback) return false
    if (performance.now() - keysSeen.at > CACHE_MS) {
      keysSeen = { any: await door.hasKeys(), at: performance.now() }
    }
    return !keysSeen.any
  }
  const findKey = async (c: Context, header: string): Promise<Principal> => {
    const key = /^Bearer +(\S+)$/i.exec(header)?.[1] ?? ''
    const stranger = `address ${addressOf(c)}`
    const known = isSame(key, door.controlToken) ? OWNER : remembered.get(key)
    // Guessing keys is rate-limited before the database is queried.
    if (known === undefined) limiter.check(stranger)
    const principal = known ?? (await door.authenticate(key))
    if (principal === null) {
      limiter.take(stranger)
      throw refused('This key is wrong or revoked.')
    }
    if (known === undefined) remembered.set(key, principal)
    return principal
  }
  const findBrowser = async (c: Context): Promise<Principal | null> => {
    const token = getCookie(c, SESSION_COOKIE)
    if (token === undefined) return null
    // Not cached: a sign-out takes effect at once, and browsers send few requests.
    const principal = await door.findSession(token)
    if (principal === null) return null
    if (!['GET', 'HEAD'].includes(c.req.method)) checkSameOrigin(c)
    return principal
  }
  return async (c, next) => {
    const header = c.req.header('authorization')
    const principal = header === undefined ? await findBrowser(c) : await findKey(c, header)
    if (principal !== null) c.set('principal', principal)
    else if (await isOpen()) {
      checkLocal(c.req.header('host'), c.req.header('origin'))
      c.set('principal', OPEN)
      c.set('isOpen', true)
    } else {
      throw refused('This server needs a key.')
    }
    await next()
  }
}

/** Requires this role or a higher one. */
export function requireRole(role: Role): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (!mayActAs(c.get('principal').role, role)) {
      throw new AppError(
        'forbidden',
        `This needs a key with the role ${role}. Ask the operator of Earshot.`,
      )
    }
    await next()
  }
}

const OWNER: Principal = {
  workspaceId: DEFAULT_WORKSPACE,
  role: 'admin',
  personId: null,
  name: 'owner',
}
const OPEN: Principal = { ...OWNER, name: 'open door' }

/**
 * Without keys the API is for programs on this machine. A web page from elsewhere could reach it through the
 * visitor's browser; it cannot forge the Host or Origin header.
 */
function checkLocal(host: string | undefined, origin: string | undefined): void {
  const from =
    origin === undefined || origin === 'null' ? origin : origin.replace(/^https?:\/\//, '')
  if (LOOPBACK.test(host ?? '') && (from === undefined || LOOPBACK.test(from))) return
  throw new AppError(
    'forbidden',
    'Without API keys this server accepts requests from its own machine only. Use http://127.0.0.1, or create a key: earshot keys create.',
  )
}

/**
 * A browser sends its cookie with requests of any page. A request that changes something must come from a page
 * of ours: browsers send the origin themselves, and pages cannot forge it.
 */
export function checkSameOrigin(c: Context): void {
  const site = c.req.header('sec-fetch-site')
  const origin = c.req.header('origin')
  const isOurs = site === undefined || site === 'same-origin'
  const host = origin === undefined || !URL.canParse(origin) ? null : new URL(origin).host
  if (isOurs && host !== null && host === c.req.header('host')) return
  throw new AppError(
    'forbidden',
    'A browser session can do this from the console only. Programs send "Authorization: Bearer es_…".',
  )
}

/** The client's address; inside this process there is none. */
export function addressOf(c: Context): string {
  const { incoming } = (c.env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } }
  return incoming?.socket?.remoteAddress ?? 'none'
}

/** The error for a request that is not authenticated, with what to do. */
export function refused(why: string): AppError {
  return new AppError(
    'not_signed_in',
    `${why} Send "Authorization: Bearer es_…"; "earshot keys create" creates one.`,
  )
}

/** Compares two secrets in constant time. */
export function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
