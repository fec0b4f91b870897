/** An error response of the server, or a failed connection. */
export class Problem extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.name = 'Problem'
    this.status = status
    this.code = code
  }
}

/** Requests that find out who is signed in: their 401 is an answer and does not sign out. */
const IDENTITY_PATHS: ReadonlySet<string> = new Set(['/api/me', '/api/session'])

type Listener = () => void
const signedOut = new Set<Listener>()

/** Calls back when the server rejects the session: the key was revoked or the session expired. */
export function onSignedOut(listener: Listener): () => void {
  signedOut.add(listener)
  return () => signedOut.delete(listener)
}

/** Turns anything thrown into a problem that can be displayed. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new Problem(0, 'unreachable', `The server cannot be reached (${reason}). Is it running?`)
}

/** Reads the problem of an error response. */
async function problemFrom(response: Response): Promise<Problem> {
  const text = await response.text()
  try {
    const { code, detail, title } = JSON.parse(text) as Record<string, string>
    return new Problem(response.status, code ?? 'unknown', detail ?? title ?? text)
  } catch {
    return new Problem(
      response.status,
      'unknown',
      text || `The server returned ${response.status}.`,
    )
  }
}

/** Sends a request to the own server; throws a Problem unless the response is 2xx. */
export async function request(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response
  try {
    response = await fetch(path, { credentials: 'same-origin', ...init })
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw toProblem(error)
  }
  if (response.ok) return response
  const problem = await problemFrom(response)
  if (problem.code === 'not_signed_in' && !IDENTITY_PATHS.has(path)) {
    for (const listener of signedOut) listener()
  }
  throw problem
}

async function send<T>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const response = await request(path, {
    method,
    signal: signal ?? null,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  })
  const text = await response.text()
  return (text === '' ? undefined : JSON.parse(text)) as T
}

/** The JSON API. `path` starts with a slash; the caller encodes ids in it. */
export const api = {
  get: <T>(path: string, signal?: AbortSignal) => send<T>('GET', path, undefined, signal),
  post: <T>(path: string, body: unknown, signal?: AbortSignal) =>
    send<T>('POST', path, body, signal),
  put: <T>(path: string, body: unknown) => send<T>('PUT', path, body),
  patch: <T>(path: string, body: unknown) => send<T>('PATCH', path, body),
  delete: <T>(path: string) => send<T>('DELETE', path),
}
