import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import type { DiscordWorld } from './discord-world.ts'
import { guildCreate, guildsOf } from './guild-payload.ts'

/* The gateway: sessions that number their events, replay them to whom resumes, and end connections that break its
 * rules. */

export type GatewaySettings = {
  readonly token: () => string
  /** Whether the application may receive the content of messages. */
  readonly mayReadContent: () => boolean
  readonly url: () => string
  readonly shards: () => number
  readonly violations: string[]
  readonly changed: () => void
  /** Takes the private messages that were written before the bot ever connected. */
  readonly takeEarly: () => readonly unknown[]
  /** Hides what a session may not see of a message. */
  readonly shown: (data: unknown, intents: number) => unknown
}

type Dispatched = { readonly s: number; readonly t: string; readonly d: unknown }

type Session = {
  readonly id: string
  readonly shard: number
  readonly intents: number
  readonly events: Dispatched[]
  sequence: number
  /** The sequence that the last heartbeat reported. */
  acknowledged: number
  socket: WebSocket | null
}

export type Gateway = {
  /** Sends an event to the sessions whose shard it belongs to; returns how many there are. */
  dispatch(name: string, data: unknown, guildId?: string): number
  /** Events that no heartbeat has reported yet. */
  pending(): readonly Dispatched[]
  /** Sends the last events again, under their old numbers. */
  repeat(count: number): void
  /** Sends text as it is. */
  sendText(text: string): void
  cut(): void
  close(code: number): void
  askToReconnect(): void
  invalidate(isResumable: boolean): void
  /** Forgets all sessions, as after a long absence. */
  forgetSessions(): void
  /** Asks for a heartbeat at once. */
  askForHeartbeat(): void
  /** Leaves the next heartbeats without a response. */
  ignoreHeartbeats(): void
  readonly identified: { readonly at: number; readonly intents: number }[]
  readonly resumed: string[]
  connections(): number
  /** True if a session is connected that has reported all events. */
  isReady(): boolean
  stop(): void
}

const HEARTBEAT_MS = 300
const IDENTIFY_MS = 5_000
const MESSAGE_CONTENT = 1 << 15

/** Serves the gateway on a server that speaks HTTP. */
export function serveGateway(
  server: Server,
  world: DiscordWorld,
  settings: GatewaySettings,
): Gateway {
  const { violations, changed } = settings
  const sessions = new Map<string, Session>()
  const sockets = new Set<WebSocket>()
  const identified: { at: number; intents: number }[] = []
  const resumed: string[] = []
  let isDeaf = false
  const wss = new WebSocketServer({ server, path: '/gateway' })
  const push = (session: Session, t: string, d: unknown) => {
    session.sequence += 1
    const event = { s: session.sequence, t, d }
    session.events.push(event)
    if (session.socket !== null) sendFrame(session.socket, { op: 0, ...event })
  }

  wss.on('connection', (socket, request) => {
    sockets.add(socket)
    const query = new URL(request.url ?? '', 'http://127.0.0.1').searchParams
    if (query.get('v') !== '10' || query.get('encoding') !== 'json') return socket.close(4012)
    let session: Session | null = null
    socket.on('close', () => {
      sockets.delete(socket)
      if (session?.socket === socket) session.socket = null
      changed()
    })
    socket.on('message', (data) => {
      const frame = parse(String(data))
      if (frame === null) return socket.close(4002)
      if (frame.op === 1) {
        const known = session
        if (known !== null && typeof frame.d === 'number') {
          if (frame.d > known.sequence) violations.push('a heartbeat with a sequence never sent')
          known.acknowledged = Math.max(known.acknowledged, frame.d)
        }
        if (!isDeaf) sendFrame(socket, { op: 11 })
      } else if (frame.op === 2) {
        if (session !== null) return socket.close(4005)
        session = identify(socket, fieldsOf(frame.d))
      } else if (frame.op === 6) {
        if (session !== null) return socket.close(4005)
        session = resume(socket, fieldsOf(frame.d))
      } else {
        violations.push(`an unknown opcode: ${String(frame.op)}`)
        socket.close(session === null ? 4003 : 4001)
      }
      changed()
    })
    sendFrame(socket, { op: 10, d: { heartbeat_interval: HEARTBEAT_MS } })
  })

  function identify(socket: WebSocket, data: Readonly<Record<string, unknown>>): Session | null {
    const { token, intents, properties, shard } = data
    if (token !== settings.token()) return refuse(socket, 4004)
    if (typeof intents !== 'number' || typeof properties !== 'object') return refuse(socket, 4013)
    if (intents & MESSAGE_CONTENT && !settings.mayReadContent()) return refuse(socket, 4014)
    const [id, count] = Array.isArray(shard) ? shard : [0, 1]
    if (count !== settings.shards() || id >= count) return refuse(socket, 4010)
    const last = identified.at(-1)?.at ?? Number.NEGATIVE_INFINITY
    identified.push({ at: performance.now(), intents })
    if (performance.now() - last < IDENTIFY_MS) {
      sendFrame(socket, { op: 9, d: false })
      return null
    }
    for (const [key, old] of sessions) if (old.shard === id) sessions.delete(key)
    const session: Session = {
      ...{ id: randomUUID().replaceAll('-', ''), shard: id, intents, events: [] },
      ...{ sequence: 0, acknowledged: 0, socket },
    }
    sessions.set(session.id, session)
    const guilds = guildsOf(world, [id, count])
    push(session, 'READY', {
      v: 10,
      user: world.bot,
      guilds: guilds.map((guild) => ({ id: guild.id, unavailable: true })),
      session_id: session.id,
      resume_gateway_url: settings.url(),
      shard: [id, count],
      application: { id: world.bot.id, flags: 0 },
    })
    for (const guild of guilds) push(session, 'GUILD_CREATE', guildCreate(world, guild))
    if (id === 0) for (const one of settings.takeEarly()) push(session, 'MESSAGE_CREATE', one)
    return session
  }

  function resume(socket: WebSocket, data: Readonly<Record<string, unknown>>): Session | null {
    if (data.token !== settings.token()) return refuse(socket, 4004)
    const session = sessions.get(String(data.session_id))
    if (session === undefined) {
      sendFrame(socket, { op: 9, d: false })
      return null
    }
    if (typeof data.seq !== 'number' || data.seq > session.sequence) {
      violations.push('resumed with a sequence never sent')
      return refuse(socket, 4007)
    }
    session.socket?.terminate()
    session.socket = socket
    const from = data.seq
    for (const event of session.events.filter(({ s }) => s > from)) {
      sendFrame(socket, { op: 0, ...event })
    }
    resumed.push(session.id)
    push(session, 'RESUMED', {})
    return session
  }

  const live = () => [...sessions.values()].filter(({ socket }) => socket !== null)
  return {
    identified,
    resumed,
    connections: () => sockets.size,
    isReady: () => {
      const sequences = live().map(({ sequence, acknowledged }) => sequence - acknowledged)
      return sequences.length > 0 && sequences.every((left) => left === 0)
    },
    dispatch: (name, data, guildId) => {
      const count = settings.shards()
      const shard = guildId === undefined ? 0 : Number((BigInt(guildId) >> 22n) % BigInt(count))
      const told = [...sessions.values()].filter((session) => session.shard === shard)
      for (const session of told) push(session, name, settings.shown(data, session.intents))
      changed()
      return told.length
    },
    pending: () =>
      [...sessions.values()].flatMap(({ events, acknowledged }) =>
        events.filter(({ s }) => s > acknowledged),
      ),
    repeat: (count) => {
      for (const { socket, events } of live()) {
        for (const event of events.slice(-count)) {
          if (socket !== null) sendFrame(socket, { op: 0, ...event })
        }
      }
    },
    sendText: (text) => {
      for (const { socket } of live()) socket?.send(text)
    },
    cut: () => {
      for (const socket of sockets) socket.terminate()
    },
    close: (code) => {
      for (const socket of sockets) socket.close(code)
    },
    askToReconnect: () => {
      for (const { socket } of live()) if (socket !== null) sendFrame(socket, { op: 7, d: null })
    },
    invalidate: (isResumable) => {
      for (const session of live()) {
        if (!isResumable) sessions.delete(session.id)
        if (session.socket !== null) sendFrame(session.socket, { op: 9, d: isResumable })
      }
    },
    forgetSessions: () => {
      for (const { socket } of sessions.values()) socket?.terminate()
      sessions.clear()
    },
    askForHeartbeat: () => {
      for (const { socket } of live()) if (socket !== null) sendFrame(socket, { op: 1, d: null })
    },
    ignoreHeartbeats: () => {
      isDeaf = true
    },
    stop: () => {
      for (const socket of sockets) socket.terminate()
      wss.close()
    },
  }
}

function fieldsOf(data: ReadFrame['d']): Readonly<Record<string, unknown>> {
  return typeof data === 'object' && data !== null ? data : {}
}

function refuse(socket: WebSocket, code: number): null {
  socket.close(code)
  return null
}

function sendFrame(socket: WebSocket, frame: Readonly<Record<string, unknown>>): void {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ s: null, t: null, ...frame }))
}

type ReadFrame = {
  readonly op: unknown
  readonly d: Readonly<Record<string, unknown>> | number | null
}

function parse(text: string): ReadFrame | null {
  try {
    const frame = JSON.parse(text)
    return typeof frame === 'object' && frame !== null ? frame : null
  } catch {
    return null
  }
}
