import { codeWithin } from '../connection-failure.ts'
import { type JsonObject, objectOf } from './json.ts'

/* Calls to a homeserver's client-server API. There is no retry here: rate limits and failures are the outbox's and the
 * inbox's. */

/** What went wrong with a call. */
export type MatrixFailure = {
  /** The HTTP status; null if there was no response that could be read. */
  readonly status: number | null
  /** The server's error code, or the system's code of a broken connection. */
  readonly code: string
  readonly retryAfterMs: number | null
}

/** A call that the homeserver refused, or that got no answer. Its message holds nothing that people wrote. */
export class MatrixError extends Error {
  readonly failure: MatrixFailure

  constructor(failure: MatrixFailure) {
    super(`${failure.status ?? 'no response'} ${failure.code}`)
    this.failure = failure
  }
}

export type MatrixCall = {
  readonly query?: Readonly<Record<string, string>>
  readonly body?: JsonObject
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
}

export type MatrixClient = {
  get(path: string, call?: MatrixCall): Promise<JsonObject>
  put(path: string, call?: MatrixCall): Promise<JsonObject>
  post(path: string, call?: MatrixCall): Promise<JsonObject>
  /** The response to a GET of bytes; null for any status but 200. */
  download(path: string, signal: AbortSignal): Promise<Response | null>
}

const TIMEOUT_MS = 30_000
const DEFAULT_LIMIT_MS = 1_000
const CLIENT = '/_matrix/client/v3'
const MEDIA = '/_matrix/client/v1'

/** The path of an endpoint; every part is escaped. */
export function matrixPath(...parts: readonly string[]): string {
  return parts.map((part) => `/${encodeURIComponent(part)}`).join('')
}

/** A client for the account with this access token. */
export function matrixClient(homeserver: string, token: string): MatrixClient {
  const root = homeserver.replace(/\/+$/, '')
  const limits = createLimits()
  const headers = { authorization: `Bearer ${token}` }
  const call = async (
    method: 'GET' | 'PUT' | 'POST',
    path: string,
    { query = {}, body, signal, timeoutMs = TIMEOUT_MS }: MatrixCall = {},
  ): Promise<JsonObject> => {
    const group = limits.check(path)
    const search = new URLSearchParams(query).toString()
    const isComplete = path.startsWith('/_matrix/')
    const url = `${root}${isComplete ? '' : CLIENT}${path}${search === '' ? '' : `?${search}`}`
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const response = await fetch(url, {
        method,
        headers: { ...headers, ...(method !== 'GET' && { 'content-type': 'application/json' }) },
        ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
        // A redirect would send the token, or lose the body.
        redirect: 'error',
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      })
      return await readResponse(response)
    } catch (error) {
      const failed = error instanceof MatrixError ? error : new MatrixError(brokenBy(error))
      limits.record(group, failed.failure)
      throw failed
    }
  }
  return {
    get: (path, given) => call('GET', path, given),
    put: (path, given) => call('PUT', path, given),
    post: (path, given) => call('POST', path, given),
    download: async (path, signal) => {
      const response = await fetch(`${root}${MEDIA}${path}`, { headers, signal })
      return response.status === 200 ? response : null
    },
  }
}

/** The path of an endpoint that is not below /v3. */
export function unversionedPath(prefix: 'versions' | 'relations', ...parts: readonly string[]) {
  return prefix === 'versions' ? '/_matrix/client/versions' : `${MEDIA}${matrixPath(...parts)}`
}

async function readResponse(response: Response): Promise<JsonObject> {
  const body = await response.text().then(parse)
  if (response.ok && body !== null) return body
  if (response.ok) throw new MatrixError(failed(null, 'response is no JSON'))
  const code = typeof body?.errcode === 'string' ? body.errcode : ''
  const status = response.status
  throw new MatrixError({
    // The server's sentence is left out: it may quote what people wrote.
    ...failed(status, /^[\w.]{1,60}$/.test(code) ? code : 'no error code'),
    retryAfterMs: status === 429 ? retryAfter(response, body) : null,
  })
}

function retryAfter(response: Response, body: JsonObject | null): number {
  const header = response.headers.get('retry-after')
  const seconds = header === null ? Number.NaN : Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000)
  const until = header === null ? Number.NaN : Date.parse(header)
  if (!Number.isNaN(until)) return Math.max(0, until - Date.now())
  const ms = body?.retry_after_ms
  return typeof ms === 'number' && ms >= 0 ? ms : DEFAULT_LIMIT_MS
}

function parse(text: string): JsonObject | null {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    return null
  }
}

function failed(status: number | null, code: string): MatrixFailure {
  return { status, code, retryAfterMs: null }
}

function brokenBy(error: unknown): MatrixFailure {
  const name = error instanceof Error ? error.name : ''
  return failed(null, codeWithin(error) || (name === 'TimeoutError' ? 'timeout' : 'no answer'))
}

/** Rate limits count an account's calls of a kind, in whichever room: none is made until the limit has ended. */
function createLimits() {
  const until = new Map<string, number>()
  return {
    check: (path: string): string => {
      const group = groupOf(path)
      const leftMs = (until.get(group) ?? 0) - performance.now()
      if (leftMs <= 0) return group
      throw new MatrixError({ ...failed(429, 'M_LIMIT_EXCEEDED'), retryAfterMs: leftMs })
    },
    record: (group: string, { retryAfterMs }: MatrixFailure) => {
      if (retryAfterMs !== null) until.set(group, performance.now() + retryAfterMs)
    },
  }
}

function groupOf(path: string): string {
  const kind = /^\/rooms\/[^/]+\/(\w+)/.exec(path)?.[1]
  return kind ?? path.split('/')[1] ?? ''
}
