import type { z } from 'zod'
import { AppError } from '../../domain/errors.ts'

/* A request to a public server that the operator chose. Its response is untrusted: limited in time and
 * size, checked against a schema, and only the schema's fields are used. Redirects are not followed, as
 * they would lead to servers the operator did not choose. */

/** For all requests of one tool call. */
const DEADLINE_MS = 5_000
const MAX_BYTES = 100_000

/** A server that tools query, by its name in errors, and the signal that aborts a request to it. */
type Service = { readonly name: string; readonly signal: AbortSignal }

/** A service with a timeout, which the caller's signal can cut short. */
export function serviceUntil(name: string, signal: AbortSignal): Service {
  return { name, signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]) }
}

/** The URL of a path below a base, with its parameters encoded. */
export function urlOf(base: string, path: string, params: Readonly<Record<string, string>>): URL {
  const url = new URL(`${base.replace(/\/+$/, '')}${path}`)
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return url
}

/** Fetches JSON of this shape; fails with an error that a model can read. */
export async function fetchJson<T>(url: URL, schema: z.ZodType<T>, service: Service): Promise<T> {
  const body = await readBody(url, service)
  const parsed = schema.safeParse(parseJson(body))
  if (parsed.success) return parsed.data
  throw broken(service, 'gave an answer that makes no sense')
}

async function readBody(url: URL, service: Service): Promise<string> {
  const { signal } = service
  try {
    const headers = { Accept: 'application/json' }
    const response = await fetch(url, { redirect: 'manual', signal, headers })
    if (response.status === 200) return await readBounded(response, service)
    await response.body?.cancel()
    throw refused(service, response.status)
  } catch (error) {
    if (error instanceof AppError) throw error
    if (signal.aborted) throw tooSlow(service, error)
    throw broken(service, 'cannot be reached', error)
  }
}

async function readBounded(response: Response, service: Service): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop closes the connection, so that no more than this is ever read.
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MAX_BYTES) throw broken(service, 'gave an answer that is far too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refused(service: Service, status: number): AppError {
  const isOurs = status >= 400 && status < 500 && status !== 429
  return isOurs
    ? broken(service, `refused the request (${status}); check what was asked for`)
    : broken(service, `does not work at present (${status})`)
}

function broken({ name }: Service, what: string, cause?: unknown): AppError {
  return new AppError('server_unreachable', `The ${name} service ${what}.`, { cause })
}

function tooSlow({ name }: Service, cause: unknown): AppError {
  return new AppError('source_too_slow', `The ${name} service did not answer in time.`, { cause })
}
