import { WebSocket } from 'ws'
import { AppError } from '../../../domain/errors.ts'
import { asFields, type Fields, fieldText } from '../../../text/fields.ts'

/* A connection of Socket Mode. Slack's own package is not used: it closes a connection that Slack replaces before what
 * came on it is acknowledged, and reconnects by timers of its own. */

/** Slack's own messages are far smaller. */
const MAX_BYTES = 4_194_304
/** Slack pings more often; a connection that is silent for this long is dead. */
const SILENCE_MS = 45_000

export type Envelope = {
  readonly type: string
  readonly payload: Fields
  /** Tells Slack that it need not send the envelope again; nothing is sent on a connection that is closed. */
  acknowledge(): void
}

export type SlackSocket = {
  /** Resolves when Slack asks for another connection. It closes this one itself, and delivers on it until then. */
  readonly replaced: Promise<void>
  /** Resolves when it is closed, by whichever side. */
  readonly closed: Promise<void>
  isClosed(): boolean
}

export type SocketOptions = {
  readonly onEnvelope: (envelope: Envelope) => void
  readonly stopping: AbortSignal
  readonly silenceMs?: number | undefined
}

/** Opens a connection, and resolves when Slack has greeted: from then on it delivers. */
export function openSlackSocket(
  url: string,
  { onEnvelope, stopping, silenceMs = SILENCE_MS }: SocketOptions,
): Promise<SlackSocket> {
  const socket = new WebSocket(url, { maxPayload: MAX_BYTES, perMessageDeflate: false })
  const end = () => socket.terminate()
  const silence = setTimeout(end, silenceMs)
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      clearTimeout(silence)
      stopping.removeEventListener('abort', end)
      resolve()
    })
  })
  const isClosed = () => socket.readyState !== WebSocket.OPEN
  stopping.addEventListener('abort', end, { once: true })
  // Followed by "close". Its message may contain the address, which is a secret.
  socket.on('error', () => undefined)
  socket.on('ping', () => silence.refresh())
  const replaced = new Promise<void>((resolve) => {
    onMessage(socket, (message) => {
      silence.refresh()
      if (message.type === 'disconnect') resolve()
      else deliver(socket, message, onEnvelope)
    })
  })
  return new Promise((resolve, reject) => {
    onMessage(socket, ({ type }) => {
      if (type === 'hello') resolve({ replaced, closed, isClosed })
    })
    const problem = 'Slack did not open a connection for Socket Mode.'
    void closed.then(() => reject(new AppError('channel_failed', problem)))
  })
}

function onMessage(socket: WebSocket, take: (message: Fields) => void): void {
  socket.on('message', (data, isBinary) => {
    const message = isBinary ? null : parseMessage(String(data))
    if (message !== null) take(message)
  })
}

function deliver(socket: WebSocket, message: Fields, take: SocketOptions['onEnvelope']): void {
  const id = fieldText(message.envelope_id)
  const type = fieldText(message.type)
  if (id === null || type === null) return
  take({
    type,
    payload: asFields(message.payload) ?? {},
    acknowledge: () => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ envelope_id: id }))
    },
  })
}

function parseMessage(text: string): Fields | null {
  try {
    return asFields(JSON.parse(text))
  } catch {
    return null
  }
}
