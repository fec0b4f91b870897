import { platform } from 'node:os'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { AppError } from '../../../domain/errors.ts'
import type { GatewaySession } from './gateway-position.ts'

/* One connection to the gateway, from its opening to its end.
 *
 *   open ── hello ──┬── identify ── READY   ──┐
 *                   └── resume   ── RESUMED ──┴── events, heartbeats ── the end
 *
 * The heartbeat reports the sequence up to which events were saved, as resuming begins there too. */

/** How a connection ended, where it may be followed by another at once. */
export type ConnectionEnd =
  | { readonly kind: 'stopped' }
  /** The session goes on at another server of Discord. */
  | { readonly kind: 'reconnect' }
  /** The session is over, unless it is resumable. */
  | { readonly kind: 'invalid'; readonly isResumable: boolean }

export type GatewayEvent = {
  readonly name: string
  readonly data: unknown
  readonly sequence: number
}

export type ConnectionOptions = {
  readonly url: string
  readonly token: string
  readonly shard: readonly [id: number, count: number]
  readonly intents: number
  /** Null to begin a session. */
  readonly session: GatewaySession | null
  /** Resolves when a new session may be begun: Discord allows few of them at a time. */
  readonly identifyTurn: () => Promise<void>
  /** The sequence up to which events were saved. */
  readonly savedSequence: () => number | null
  readonly onEvent: (event: GatewayEvent) => void
  readonly stopping: AbortSignal
}

const HANDSHAKE_MS = 30_000
/** The event of a large server has some megabytes. */
const MAX_BYTES = 64 * 1_024 * 1_024
/** Ends the connection and not the session, as 1000 would. */
const CLOSE_RESUMABLE = 4_900
/** Invalid sequence, session timed out: a new session is needed. */
const SESSION_OVER = new Set([1000, 1001, 4003, 4005, 4007, 4009])

const Frame = z.object({
  op: z.number(),
  d: z.unknown().optional(),
  s: z.number().int().nullish(),
  t: z.string().nullish(),
})
type Frame = z.output<typeof Frame>
const Hello = z.object({ heartbeat_interval: z.number().positive() })

/** Runs one connection to its end; throws if it broke or was refused. */
export function runConnection(options: ConnectionOptions): Promise<ConnectionEnd> {
  const { stopping } = options
  const url = new URL(options.url)
  url.searchParams.set('v', '10')
  url.searchParams.set('encoding', 'json')
  const socket = new WebSocket(url, {
    handshakeTimeout: HANDSHAKE_MS,
    maxPayload: MAX_BYTES,
    perMessageDeflate: false,
  })
  return new Promise((resolve, reject) => {
    let ended: ConnectionEnd | null = null
    let systemCode = ''
    const end = (how: ConnectionEnd) => {
      ended ??= how
      socket.close(CLOSE_RESUMABLE)
      // The other side may be gone.
      setTimeout(() => socket.terminate(), 1_000).unref()
    }
    const stop = () => (socket.readyState === WebSocket.OPEN ? end({ kind: 'stopped' }) : leave())
    const leave = () => {
      ended ??= { kind: 'stopped' }
      socket.terminate()
    }
    const heart = createHeart(socket, options)
    const hello = setTimeout(() => socket.terminate(), HANDSHAKE_MS)
    socket.on('message', (data) => {
      const frame = readFrame(String(data))
      if (frame === null) return
      if (frame.op === 10) {
        clearTimeout(hello)
        heart.begin(frame.d)
        void introduceSelf(socket, options)
      } else if (frame.op === 0) dispatch(frame, options)
      else if (frame.op === 1) heart.beat()
      else if (frame.op === 7) end({ kind: 'reconnect' })
      else if (frame.op === 9) end({ kind: 'invalid', isResumable: frame.d === true })
      else if (frame.op === 11) heart.acknowledged()
    })
    socket.on('error', (error) => {
      systemCode = 'code' in error ? String(error.code) : ''
    })
    socket.on('close', (code) => {
      clearTimeout(hello)
      heart.stop()
      stopping.removeEventListener('abort', stop)
      if (ended !== null) resolve(ended)
      else if (SESSION_OVER.has(code)) resolve({ kind: 'invalid', isResumable: false })
      else reject(brokenBy(code, systemCode))
    })
    stopping.addEventListener('abort', stop, { once: true })
    if (stopping.aborted) stop()
  })
}

function dispatch({ d, s, t }: Frame, { onEvent }: ConnectionOptions): void {
  if (typeof t === 'string' && typeof s === 'number') onEvent({ name: t, data: d, sequence: s })
}

/** Resumes the session, or begins one. */
async function introduceSelf(socket: WebSocket, options: ConnectionOptions): Promise<void> {
  const { token, session, shard, intents, identifyTurn } = options
  if (session !== null) {
    const { id, sequence } = session
    send(socket, { op: 6, d: { token, session_id: id, seq: sequence } })
    return
  }
  await identifyTurn()
  const properties = { os: platform(), browser: 'earshot', device: 'earshot' }
  send(socket, { op: 2, d: { token, properties, intents, shard } })
}

/** Beats at the interval that Discord asks for; a connection without a response to a beat is dead. */
function createHeart(socket: WebSocket, { savedSequence }: ConnectionOptions) {
  let timer: NodeJS.Timeout | undefined
  let isAcknowledged = true
  const beat = () => send(socket, { op: 1, d: savedSequence() })
  return {
    begin: (data: unknown) => {
      const interval = Hello.safeParse(data).data?.heartbeat_interval
      if (interval === undefined) return socket.terminate()
      const next = (ms: number) => {
        timer = setTimeout(() => {
          // A process that was busy reads first what has arrived meanwhile.
          timer = setTimeout(() => {
            if (!isAcknowledged) return socket.terminate()
            isAcknowledged = false
            beat()
            next(interval)
          }, 1)
        }, ms)
      }
      // The first after a random part of the interval, so that not all bots beat at once after an outage.
      next(interval * Math.random())
    },
    beat,
    acknowledged: () => {
      isAcknowledged = true
    },
    stop: () => clearTimeout(timer),
  }
}

function send(socket: WebSocket, frame: object): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame))
}

function readFrame(text: string): Frame | null {
  try {
    return Frame.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

const REFUSALS: Readonly<Record<number, string>> = {
  4004: 'the token is not valid',
  4010: 'the shard is not valid',
  4011: 'the bot is in too many servers for so few shards',
  4012: 'the version of the gateway is not valid',
  4013: 'an intent is not valid',
  4014: 'the bot may not receive these events: enable the Message Content Intent in the Developer Portal',
}

function brokenBy(code: number, system: string): AppError {
  const refusal = REFUSALS[code]
  const message =
    refusal === undefined
      ? `The gateway of Discord closed the connection (${system || code}).`
      : `The gateway of Discord refused the bot (${code}): ${refusal}.`
  return new AppError('channel_failed', message, { details: { discord: 'gateway', close: code } })
}
