import type { WebClient } from '@slack/web-api'
import { AppError } from '../../../domain/errors.ts'
import type { Inbox } from '../../channel.ts'
import { type BackfillDeps, backfill } from './backfill.ts'
import { rawEventsOf, type Wrapping } from './raw-events.ts'
import { createSlackCursor, momentBefore } from './slack-cursor.ts'
import { type Envelope, openSlackSocket, type SlackSocket } from './slack-socket.ts'

export type SocketDeps = BackfillDeps & {
  /** The client with the app's token, which opens connections. */
  readonly app: WebClient
  readonly silenceMs?: number | undefined
}

const WRAPPINGS: ReadonlySet<string> = new Set<Wrapping>([
  'events_api',
  'interactive',
  'slash_commands',
])

const BROKEN = 'The connection to Slack broke.'

/**
 * Listens by Socket Mode until it is stopped or the connection breaks. What was sent while there was no connection is
 * read from the history, while new events are saved already. A connection that Slack replaces leaves no gap: the next
 * one is open before it is closed.
 */
export async function listenBySocket(
  deps: SocketDeps,
  inbox: Inbox,
  stopping: AbortSignal,
): Promise<void> {
  const ending = new AbortController()
  const stop = AbortSignal.any([stopping, ending.signal])
  const saved = await inbox.position()
  const cursor = createSlackCursor(saved)
  let isReading = saved !== null
  let fail: (error: unknown) => void = () => undefined
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  failed.catch(() => undefined)
  const onEnvelope = (envelope: Envelope) => {
    const events = isWrapping(envelope.type)
      ? rawEventsOf(envelope.type, envelope.payload, deps.now())
      : []
    // Of a kind that is not handled; Slack would send it again.
    if (events.length === 0) return envelope.acknowledge()
    const options = { ...cursor.move(events), isMore: isReading, onSaved: envelope.acknowledge }
    inbox.save(events, options).catch(fail)
  }
  const open = () => openConnection(deps, onEnvelope, stop)
  const catchUp = async () => {
    if (saved !== null)
      await backfill(deps, { inbox, cursor }, momentBefore(saved, deps.now()), stop)
    isReading = false
    if (!stop.aborted) await inbox.save([], cursor.release())
  }
  try {
    let socket = await open()
    catchUp().catch(fail)
    while (!stopping.aborted) {
      await Promise.race([socket.replaced, closing(socket, stopping), failed])
      if (stopping.aborted) return
      const next = await open()
      // Closed before the next one was open: there is a gap.
      if (socket.isClosed()) throw new AppError('channel_failed', BROKEN)
      socket = next
    }
  } finally {
    ending.abort()
  }
}

async function openConnection(
  { app, silenceMs }: SocketDeps,
  onEnvelope: (envelope: Envelope) => void,
  stopping: AbortSignal,
): Promise<SlackSocket> {
  // An address is good for one connection.
  const { url } = await app.apps.connections.open({})
  if (url === undefined) {
    throw new AppError('channel_failed', 'Slack gave no address for Socket Mode.')
  }
  return openSlackSocket(url, { onEnvelope, stopping, silenceMs })
}

/** A connection that closes without a replacement may leave a gap. */
async function closing(socket: SlackSocket, stopping: AbortSignal): Promise<void> {
  await socket.closed
  if (!stopping.aborted) throw new AppError('channel_failed', BROKEN)
}

function isWrapping(type: string): type is Wrapping {
  return WRAPPINGS.has(type)
}
