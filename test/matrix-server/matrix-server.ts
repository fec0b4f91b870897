import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMatrixFaults, type Endpoint, type HitFault, type MatrixFault } from './faults.ts'
import { MatrixRefusal } from './refusal.ts'
import { type MatrixRequest, ROUTES, type Route } from './routes.ts'
import { placeOf, readFilter, type SyncQuirks, syncResponse } from './sync.ts'
import { type Content, createMatrixWorld, type MatrixWorld, membershipOf } from './world.ts'

/* A homeserver on this machine, as strict as one is: the client-server API as far as a bot without encryption needs it. */

export type MatrixServer = {
  readonly url: string
  token(): string
  readonly world: MatrixWorld
  /** Wakes syncs that wait, and those who wait for a condition. */
  changed(): void
  fault(fault: MatrixFault): ReturnType<ReturnType<typeof createMatrixFaults>['set']>
  readonly quirks: SyncQuirks
  /** The token is known no more; `soft`: the bot may get another for the same device. */
  expireToken(options?: { readonly soft?: boolean }): void
  /** A new token instead of the expired one. */
  renewToken(token: string): void
  /** Positions from before are known no more, as after a restored backup. */
  forgetPositions(): void
  /** Events of others that the bot has not acknowledged by a later sync. */
  pending(): number
  violations(): readonly string[]
  calls(endpoint: Endpoint): number
  until(condition: () => boolean, what?: string): Promise<void>
  stop(): Promise<void>
}

const LOOK_EVERY_MS = 20
const ON_ITS_WAY_MS = 100
const PATIENCE_MS = 60_000
const TOKEN = 'syt_ZWFyc2hvdA_local_test_token'

/** Starts a homeserver with the account of a bot. */
export async function startMatrixServer(): Promise<MatrixServer> {
  const world = createMatrixWorld('earshot')
  const faults = createMatrixFaults()
  const quirks: SyncQuirks = { maxEvents: Number.POSITIVE_INFINITY, repeated: 0 }
  const violations: string[] = []
  const counts = new Map<Endpoint, number>()
  const limits = new Map<Endpoint, { readonly since: number; readonly until: number }>()
  const waiting = new Set<() => void>()
  let token: string | null = TOKEN
  let isSoft = false
  let acknowledged = 0
  let oldest = 0
  let isOver = false
  const changed = () => {
    for (const wake of waiting) wake()
  }
  const nextChange = (ms: number) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        waiting.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      waiting.add(wake)
    })

  const checkToken = (request: IncomingMessage) => {
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (given === undefined) {
      throw new MatrixRefusal(401, 'M_MISSING_TOKEN', 'Missing access token')
    }
    if (given === token) return
    const more = { soft_logout: isSoft }
    throw new MatrixRefusal(401, 'M_UNKNOWN_TOKEN', 'Unknown access token', more)
  }
  const checkLimit = (endpoint: Endpoint) => {
    const { since = 0, until = 0 } = limits.get(endpoint) ?? {}
    const left = until - performance.now()
    if (left <= 0) return
    // A call may have been on its way when the limit was told.
    if (performance.now() - since > ON_ITS_WAY_MS) {
      violations.push(`${endpoint} was called ${Math.round(left)} ms before its rate limit ended`)
    }
    throw limitFor(left, true)
  }
  const sync = async ({ query }: MatrixRequest, response: ServerResponse) => {
    const filter = readFilter(query.get('filter'))
    const given = query.get('since')
    const since = given === null ? null : placeOf(given, world)
    if (since !== null && since < oldest) {
      throw new MatrixRefusal(400, 'M_INVALID_PARAM', 'Invalid stream token')
    }
    if (since !== null) acknowledged = Math.max(acknowledged, since)
    changed()
    const until = performance.now() + Number(query.get('timeout') ?? 0)
    for (;;) {
      const { isNews, body } = syncResponse(world, since, filter, quirks)
      const left = until - performance.now()
      if (isNews || since === null || left <= 0 || isOver || response.destroyed) return body
      await nextChange(left)
    }
  }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    const found = findRoute(request.method ?? '', url.pathname)
    if (found === null) {
      violations.push(`unknown endpoint: ${request.method} ${url.pathname}`)
      throw new MatrixRefusal(404, 'M_UNRECOGNIZED', 'Unrecognized request')
    }
    const { endpoint, run } = found.route
    counts.set(endpoint, (counts.get(endpoint) ?? 0) + 1)
    if (endpoint !== 'versions') checkToken(request)
    const body = await readBody(request)
    checkLimit(endpoint)
    const fault = faults.take(endpoint, found.parts[4] ?? null)
    if (fault?.kind === 'limit') {
      const since = performance.now()
      limits.set(endpoint, { since, until: since + fault.ms })
      throw limitFor(fault.ms, fault.hasHeader !== false)
    }
    if (fault !== null && (await failedBy(fault, 'before', response))) return
    const given = { parts: found.parts, query: url.searchParams, body }
    const result =
      run === null
        ? await sync(given, response)
        : run(given, { world, onViolation: (what) => violations.push(what) })
    changed()
    if (fault !== null && (await failedBy(fault, 'after', response))) return
    if (result instanceof Uint8Array) response.writeHead(200).end(result)
    else sendBody(response, 200, result)
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (error instanceof MatrixRefusal) {
        for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value)
        sendBody(response, error.status, error.body)
      } else {
        violations.push(`the server failed: ${String(error)}`)
        sendBody(response, 500, { errcode: 'M_UNKNOWN', error: 'Internal server error' })
      }
      changed()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    ...{ world, changed, quirks },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: () => TOKEN,
    fault: faults.set,
    expireToken: ({ soft = false } = {}) => {
      token = null
      isSoft = soft
    },
    renewToken: (next) => {
      token = next
    },
    forgetPositions: () => {
      world.next()
      oldest = world.position()
    },
    pending: () => countPending(world, acknowledged),
    violations: () => violations,
    calls: (endpoint) => counts.get(endpoint) ?? 0,
    until: async (condition, what = 'the condition') => {
      const end = performance.now() + PATIENCE_MS
      while (!condition()) {
        if (performance.now() > end) throw new Error(`Waited a minute for ${what}`)
        await nextChange(LOOK_EVERY_MS)
      }
    },
    stop: async () => {
      isOver = true
      faults.releaseAll()
      changed()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** True if the response is over: the fault took it. */
async function failedBy(
  fault: HitFault,
  when: 'before' | 'after',
  response: ServerResponse,
): Promise<boolean> {
  if (fault.kind === 'refuse' && when === 'before') {
    throw new MatrixRefusal(fault.status, fault.errcode, 'Refused by a test', fault.more)
  }
  if (!('when' in fault) || fault.when !== when) return false
  if (fault.kind === 'hang') await fault.released
  if (fault.kind === 'cut') response.destroy()
  if (fault.kind === 'garbage') {
    response.writeHead(fault.status, { 'content-type': 'text/html' })
    response.end('<html><body>Bad gateway</body></html>')
  }
  return fault.kind !== 'hang'
}

function limitFor(ms: number, hasHeader: boolean): MatrixRefusal {
  const headers = hasHeader ? { 'Retry-After': String(Math.ceil(ms / 1_000)) } : {}
  const more = { retry_after_ms: Math.ceil(ms) }
  return new MatrixRefusal(429, 'M_LIMIT_EXCEEDED', 'Too Many Requests', more, headers)
}

function findRoute(method: string, path: string) {
  const [prefix, client, ...parts] = path.slice(1).split('/').map(decodeURIComponent)
  if (prefix !== '_matrix' || client !== 'client') return null
  const isLike = ({ path: wanted }: Route) =>
    wanted.length === parts.length && wanted.every((one, i) => one === '*' || one === parts[i])
  const route = ROUTES.find((one) => one.method === method && isLike(one))
  // Without the version: `rooms` is the second part everywhere.
  return route === undefined ? null : { route, parts }
}

async function readBody(request: IncomingMessage): Promise<Content> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  if (request.method === 'GET') return {}
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null) return body as Content
  } catch {
    // Refused below.
  }
  throw new MatrixRefusal(400, 'M_NOT_JSON', 'Content not JSON.')
}

function sendBody(response: ServerResponse, status: number, body: unknown): void {
  if (response.destroyed || response.headersSent) return
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

function countPending(world: MatrixWorld, acknowledged: number): number {
  let count = 0
  for (const room of world.rooms.values()) {
    if (membershipOf(room, world.me) !== 'join') continue
    count += room.events.filter(
      ({ pos, sender, type }) =>
        pos > acknowledged &&
        sender !== world.me &&
        /^m\.(room\.(message|redaction|encrypted)|reaction|sticker|poll)/.test(type),
    ).length
  }
  return count
}
