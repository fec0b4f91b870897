import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createFaults, type Fault, type SetFault } from '../telegram-server/faults.ts'
import { createDiscordWorld, type DiscordWorld } from './discord-world.ts'
import { type Gateway, serveGateway } from './gateway-server.ts'
import { createPeople, type People } from './people.ts'
import { type BucketLimit, createRateLimits, type RateLimits } from './rate-limits.ts'
import type { DiscordRecords } from './routes/route.ts'
import { type ApiCall, serveApi } from './serve-api.ts'
import { hideContent } from './shown.ts'
import type { WireMessage } from './wire.ts'

/* Discord on this machine: people, servers, the gateway and the HTTP API.
 *
 * It is strict: what Discord refuses is refused here, with its codes; what Discord only punishes later is recorded in
 * `violations`. Nothing goes wrong by itself: `fault` and the gateway's methods make it.
 *
 *   people ──> world ──> gateway ──events──> bot ──HTTP──> world ──> sent()
 */

export type DiscordServerOptions = {
  /** Whether the Message Content Intent is enabled. Default: yes. */
  readonly mayReadContent?: boolean
  readonly shards?: number
  /** How many calls a bucket allows. */
  readonly limitOf?: (route: string) => BucketLimit
}

export type DiscordServer = {
  readonly apiRoot: string
  token: string
  mayReadContent: boolean
  readonly world: DiscordWorld
  readonly people: People
  readonly gateway: Gateway
  readonly limits: RateLimits
  readonly records: DiscordRecords
  readonly violations: string[]
  /** What the bot sent and is not deleted, oldest first; of one channel or thread. */
  sent(room?: string): WireMessage[]
  calls(route?: string): ApiCall[]
  fault(fault: Fault): SetFault
  /** Resolves once the condition holds; rejects after a minute. */
  until(condition: () => boolean, what?: string): Promise<void>
  stop(): Promise<void>
}

const TOKEN = 'MTAwMDAwMDAwMDAwMDAwMDAw.GabcDE.abcdefghijklmnopqrstuvwxyz0123456789AB'
const PATIENCE_MS = 60_000
const LOOK_EVERY_MS = 50

/** Messages: five in a second, where Discord allows five in five; all else is more than a bot needs. */
const DEFAULT_LIMIT = (route: string): BucketLimit =>
  /^(POST|PATCH) .*messages/.test(route)
    ? { limit: 5, windowMs: 1_000 }
    : { limit: 50, windowMs: 1_000 }

/** Starts a Discord. */
export async function startDiscordServer(
  options: DiscordServerOptions = {},
): Promise<DiscordServer> {
  const changes = new EventEmitter().setMaxListeners(0)
  const changed = () => changes.emit('change')
  const world = createDiscordWorld('earshot_bot')
  const violations: string[] = []
  const calls: ApiCall[] = []
  const records: DiscordRecords = {
    ...{ typing: [], commands: [], responses: new Map(), interactions: new Map() },
    unread: new Set(),
    early: new Set(),
  }
  const limits = createRateLimits(options.limitOf ?? DEFAULT_LIMIT, violations)
  const faults = createFaults()
  const http = createServer()
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  const shards = () => options.shards ?? 1
  const state = { token: TOKEN, mayReadContent: options.mayReadContent ?? true }
  const gatewayUrl = () => `ws://127.0.0.1:${port}/gateway`
  const gateway = serveGateway(http, world, {
    ...{ violations, changed, shards, url: gatewayUrl },
    token: () => state.token,
    mayReadContent: () => state.mayReadContent,
    takeEarly: () => {
      const ids = [...records.early]
      records.early.clear()
      return ids.flatMap((id) => structuredClone(world.messages.get(id)) ?? [])
    },
    shown: (data, intents) => ((intents & (1 << 15)) === 0 ? hideContent(data, world) : data),
  })
  const dispatch = (name: string, data: unknown, guildId?: string) =>
    gateway.dispatch(name, structuredClone(data), guildId)
  const shown = (message: WireMessage) =>
    state.mayReadContent ? message : hideContent(message, world)
  http.on('request', (request, response) => {
    const deps = { world, records, violations, gatewayUrl, shards, dispatch, shown, faults }
    serveApi(request, response, {
      ...{ ...deps, limits, calls, changed },
      token: () => state.token,
      mayReadContent: () => state.mayReadContent,
    }).catch((error) => {
      violations.push(`the server failed: ${error}`)
      request.socket.destroy()
    })
  })
  return {
    apiRoot: `http://127.0.0.1:${port}/api`,
    get token() {
      return state.token
    },
    set token(token) {
      state.token = token
    },
    get mayReadContent() {
      return state.mayReadContent
    },
    set mayReadContent(may) {
      state.mayReadContent = may
    },
    ...{ world, gateway, limits, records, violations },
    people: createPeople({ world, records, dispatch, fileRoot: `http://127.0.0.1:${port}` }),
    sent: (room) =>
      [...world.messages.values()].filter(
        ({ author, channel_id }) =>
          author.id === world.bot.id && (room === undefined || channel_id === room),
      ),
    calls: (route) => (route === undefined ? calls : calls.filter((one) => one.route === route)),
    fault: (fault) => faults.set(fault),
    until: (condition, what = 'a condition') => until(changes, condition, what),
    stop: async () => {
      faults.releaseAll()
      gateway.stop()
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  }
}

function until(changes: EventEmitter, condition: () => boolean, what: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const look = () => {
      const isDone = condition()
      const isLate = performance.now() - began > PATIENCE_MS
      if (!isDone && !isLate) return
      clearInterval(timer)
      changes.off('change', look)
      if (isDone) resolve()
      else reject(new Error(`There was not within a minute: ${what}`))
    }
    const timer = setInterval(look, LOOK_EVERY_MS)
    changes.on('change', look)
    look()
  })
}
