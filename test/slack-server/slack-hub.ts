import { type WebSocket, WebSocketServer } from 'ws'

/* Slack's side of Socket Mode: connections, envelopes on their way, and those that come again. */

type Envelope = {
  readonly id: string
  readonly type: 'events_api' | 'interactive' | 'slash_commands'
  readonly payload: object
  attempt: number
}

export type Received = { readonly id: string; readonly type: string }

export type SlackHub = {
  /** Queues something for the app. */
  send(type: Envelope['type'], payload: object): void
  /** What waits, or was sent and is not acknowledged. */
  pending(): number
  /** Envelopes that the app acknowledged, in that order. */
  acknowledged(): readonly Received[]
  connections(): number
  /** Sends something raw on every connection. */
  sendRaw(data: string | Uint8Array): void
  /** Resets every connection. */
  cut(): void
  /** Asks for a new connection, as Slack does every few hours, and closes the old one when there is one. */
  refresh(): void
  /** Stops answering pings and sending anything, without closing. */
  freeze(): void
  /** The next so many envelopes are sent twice. */
  repeat(count: number): void
  /** The next so many are sent in reverse order. */
  reverse(count: number): void
  /** What waits is never sent: an app that was away for long misses it. */
  drop(): void
  /** Resets every connection, and new messages that are on their way or waiting then are in the history only. */
  lose(): void
  accept(ticket: string, upgrade: (server: WebSocketServer) => void): void
  openTicket(): string
  close(): void
}

type HubDeps = {
  readonly onChange: () => void
  readonly onBreach: (what: string) => void
  readonly appId: string
}

/** Slack sends an envelope again that is not acknowledged within this time. */
const ACK_MS = 3_000
const MAX_ATTEMPTS = 3
/** So many are on their way at once. */
const IN_FLIGHT = 20
const PING_MS = 5_000

type Connection = {
  readonly socket: WebSocket
  readonly sent: Map<string, { readonly envelope: Envelope; readonly timer: NodeJS.Timeout }>
  isOld: boolean
}

/** A hub without connections. */
export function createSlackHub({ onChange, onBreach, appId }: HubDeps): SlackHub {
  const server = new WebSocketServer({ noServer: true })
  const tickets = new Set<string>()
  const connections = new Set<Connection>()
  const acknowledged: Received[] = []
  let waiting: Envelope[] = []
  const known = new Set<string>()
  let ids = 0
  let repeats = 0
  let reversed = 0
  let isFrozen = false
  let isLosing = false

  const flush = () => {
    if (reversed > 0) {
      if (waiting.length < reversed) return
      waiting = [...waiting.slice(0, reversed).toReversed(), ...waiting.slice(reversed)]
      reversed = 0
    }
    const connection = [...connections].findLast((one) => !one.isOld)
    if (connection === undefined || isFrozen) return
    while (waiting.length > 0 && connection.sent.size < IN_FLIGHT) {
      const envelope = waiting.shift()
      if (envelope !== undefined) transmit(connection, envelope)
    }
  }
  const transmit = (connection: Connection, envelope: Envelope) => {
    const { id, type, payload, attempt } = envelope
    const body = JSON.stringify({
      envelope_id: id,
      type,
      payload,
      accepts_response_payload: type !== 'events_api',
      ...(type === 'events_api'
        ? { retry_attempt: attempt, retry_reason: attempt > 0 ? 'timeout' : '' }
        : {}),
    })
    connection.socket.send(body)
    if (repeats > 0) {
      repeats -= 1
      connection.socket.send(body)
    }
    const timer = setTimeout(() => {
      connection.sent.delete(id)
      retry(envelope)
    }, ACK_MS)
    connection.sent.set(id, { envelope, timer })
  }
  const retry = (envelope: Envelope) => {
    if (envelope.attempt >= MAX_ATTEMPTS) onBreach(`an envelope was never acknowledged`)
    else waiting = [{ ...envelope, attempt: envelope.attempt + 1 }, ...waiting]
    flush()
    onChange()
  }
  const onAck = (connection: Connection, data: string) => {
    let id: unknown
    try {
      id = JSON.parse(data).envelope_id
    } catch {
      onBreach('a message that is not JSON')
    }
    const sent = typeof id === 'string' ? connection.sent.get(id) : undefined
    if (sent === undefined) {
      if (typeof id !== 'string' || !known.has(id)) onBreach('an envelope that was never sent')
      return
    }
    clearTimeout(sent.timer)
    connection.sent.delete(sent.envelope.id)
    acknowledged.push({ id: sent.envelope.id, type: sent.envelope.type })
    flush()
    onChange()
  }
  const connect = (socket: WebSocket) => {
    const connection: Connection = { socket, sent: new Map(), isOld: false }
    const ping = setInterval(() => {
      if (!isFrozen) socket.ping()
    }, PING_MS)
    socket.on('message', (data) => onAck(connection, String(data)))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(ping)
      connections.delete(connection)
      const lost = [...connection.sent.values()].map(({ envelope, timer }) => {
        clearTimeout(timer)
        return envelope
      })
      connection.sent.clear()
      waiting = [...lost.map((one) => ({ ...one, attempt: one.attempt + 1 })), ...waiting]
      flush()
      onChange()
    })
    isFrozen = false
    if (isLosing) waiting = waiting.filter(({ payload }) => !isNewMessage(payload))
    isLosing = false
    const others = [...connections]
    connections.add(connection)
    socket.send(
      JSON.stringify({
        type: 'hello',
        num_connections: connections.size,
        debug_info: { host: 'applink-1', build_number: 1, approximate_connection_time: 18_060 },
        connection_info: { app_id: appId },
      }),
    )
    for (const one of others.filter(({ isOld }) => isOld)) one.socket.close()
    flush()
    onChange()
  }
  server.on('connection', connect)
  return {
    send: (type, payload) => {
      ids += 1
      const id = `envelope-${ids}`
      known.add(id)
      waiting.push({ id, type, payload, attempt: 0 })
      flush()
      onChange()
    },
    pending: () => waiting.length + [...connections].reduce((n, { sent }) => n + sent.size, 0),
    acknowledged: () => acknowledged,
    connections: () => connections.size,
    sendRaw: (data) => {
      for (const { socket } of connections) socket.send(data)
    },
    cut: () => {
      for (const { socket } of connections) socket.terminate()
    },
    refresh: () => {
      for (const connection of connections) {
        connection.isOld = true
        const debug_info = { host: 'applink-1' }
        connection.socket.send(
          JSON.stringify({ type: 'disconnect', reason: 'refresh_requested', debug_info }),
        )
      }
    },
    freeze: () => {
      isFrozen = true
    },
    repeat: (count) => {
      repeats = count
    },
    reverse: (count) => {
      reversed = count
    },
    drop: () => {
      waiting = []
      onChange()
    },
    lose: () => {
      isLosing = connections.size > 0
      for (const { socket } of connections) socket.terminate()
    },
    accept: (ticket, upgrade) => {
      if (!tickets.delete(ticket)) {
        onBreach('a connection without a valid ticket')
        return
      }
      upgrade(server)
    },
    openTicket: () => {
      ids += 1
      const ticket = `ticket-${ids}`
      tickets.add(ticket)
      return ticket
    },
    close: () => {
      for (const { socket, sent } of connections) {
        for (const { timer } of sent.values()) clearTimeout(timer)
        sent.clear()
        socket.terminate()
      }
      server.close()
    },
  }
}

function isNewMessage(payload: object): boolean {
  const { event } = payload as { event?: { type?: string; subtype?: string } }
  return event?.type === 'app_mention' || (event?.type === 'message' && event.subtype === undefined)
}
