import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Faults, Hit } from '../telegram-server/faults.ts'
import type { RateLimits } from './rate-limits.ts'
import type { RouteDeps } from './routes/route.ts'
import { ROUTES } from './routes/routes.ts'
import { WireRefusal } from './wire.ts'

/** A call that the bot made. */
export type ApiCall = {
  /** `POST /channels/:id/messages`. */
  readonly route: string
  readonly path: string
  readonly body: unknown
  readonly query: URLSearchParams
  status: number | null
}

export type ApiDeps = RouteDeps & {
  readonly token: () => string
  readonly faults: Faults
  readonly limits: RateLimits
  readonly calls: ApiCall[]
  readonly changed: () => void
}

type Reply = {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

const ROOT = '/api/v10'

/** Answers one request to the HTTP API. */
export async function serveApi(
  request: IncomingMessage,
  response: ServerResponse,
  deps: ApiDeps,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  const method = request.method ?? 'GET'
  const file = /^\/attachments\/\d+\/(\d+)\//.exec(url.pathname)?.[1]
  if (file !== undefined) return sendFile(request, response, file, deps)
  const path = url.pathname.startsWith(ROOT) ? url.pathname.slice(ROOT.length) : ''
  const found = ROUTES.flatMap((route) => {
    const ids = route.method === method ? route.pattern.exec(path) : null
    return ids === null ? [] : [{ route, ids: ids.slice(1).map(decodeURIComponent) }]
  })[0]
  const body = await readBody(request).catch(() => undefined)
  if (found === undefined) {
    deps.violations.push(`an unknown method: ${method} ${path}`)
    return send(response, errorReply(new WireRefusal(404, 0, '404: Not Found')))
  }
  const { route, ids } = found
  const query = url.searchParams
  const call: ApiCall = { route: route.name, path, body, query, status: null }
  deps.calls.push(call)
  deps.changed()
  const major = /^\/(?:channels|guilds)\/(\d+)/.exec(path)?.[1] ?? ''
  const headers = deps.limits.headers(route.name, major)
  const hit = deps.faults.take({ method: route.name.toLowerCase(), chatId: null, hasMarkup: false })
  const run = (): Reply => {
    if (route.needsToken && request.headers.authorization !== `Bot ${deps.token()}`) {
      return errorReply(new WireRefusal(401, 0, '401: Unauthorized'))
    }
    const limited = deps.limits.take(route.name, major)
    if (limited !== null) return limitReply(limited.retryAfter, limited.isGlobal)
    try {
      const done = route.run({ ids, body, query }, deps)
      const status = done === undefined ? 204 : 200
      return { status, body: done, headers: deps.limits.headers(route.name, major) }
    } catch (error) {
      if (error instanceof WireRefusal) return { ...errorReply(error), headers }
      throw error
    }
  }
  const reply = await withFault(hit, run, (seconds) =>
    deps.limits.block(route.name, major, seconds, false),
  )
  if (reply === 'cut') {
    request.socket.destroy()
  } else {
    call.status = reply.status
    send(response, reply)
  }
  deps.changed()
}

async function withFault(
  hit: Hit | null,
  run: () => Reply,
  block: (seconds: number) => void,
): Promise<Reply | 'cut'> {
  switch (hit?.kind) {
    case undefined:
    case 'parse-error':
      return run()
    case 'status':
      return errorReply(new WireRefusal(hit.status, 0, hit.description ?? `${hit.status}: fault`))
    case 'flood':
      block(hit.retryAfter)
      return limitReply(hit.retryAfter, false)
    case 'garbage':
      return { status: 200, body: '<html>a page of a proxy</html>', headers: HTML }
    case 'cut-before':
      return 'cut'
    case 'cut-after':
      run()
      return 'cut'
    case 'delay':
    case 'hang': {
      const early = hit.when === 'after' ? run() : null
      await hit.wait()
      return early ?? run()
    }
  }
}

const HTML = { 'content-type': 'text/html' }

function limitReply(retryAfter: number, isGlobal: boolean): Reply {
  const seconds = Math.ceil(retryAfter * 1_000) / 1_000
  return {
    status: 429,
    body: { message: 'You are being rate limited.', retry_after: seconds, global: isGlobal },
    headers: {
      'retry-after': String(Math.ceil(seconds)),
      'x-ratelimit-reset-after': String(seconds),
      'x-ratelimit-remaining': '0',
      'x-ratelimit-limit': '5',
      'x-ratelimit-scope': isGlobal ? 'global' : 'user',
      ...(isGlobal && { 'x-ratelimit-global': 'true' }),
    },
  }
}

function errorReply({ status, code, message, errors }: WireRefusal): Reply {
  const body = { message, code, ...(errors !== undefined && { errors }) }
  return { status, body, headers: {} }
}

function send(response: ServerResponse, { status, body, headers }: Reply): void {
  const isText = headers['content-type'] !== undefined
  response.writeHead(status, {
    ...(status !== 204 && { 'content-type': 'application/json' }),
    ...headers,
  })
  response.end(status === 204 ? undefined : isText ? String(body) : JSON.stringify(body))
}

/** Files need no token: a token sent here is a token given away. */
function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  id: string,
  { world, violations }: ApiDeps,
): void {
  if (request.headers.authorization !== undefined) violations.push('a token sent for a file')
  const file = world.files.get(id)
  response.writeHead(file === undefined ? 404 : 200).end(file?.bytes)
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const part of request) text += part
  return text === '' ? undefined : JSON.parse(text)
}
