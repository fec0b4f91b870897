import { AppError } from '../../../domain/errors.ts'
import { sleepUntilStopped } from '../../sleep.ts'
import { type ConnectionEnd, runConnection } from './gateway-connection.ts'
import type { ShardPosition } from './gateway-position.ts'
import { createReceiver, type ReceiverDeps } from './receive-dispatches.ts'

export type ShardDeps = Omit<ReceiverDeps, 'onFailure' | 'stopping'> & {
  readonly shard: readonly [id: number, count: number]
  readonly url: string
  readonly token: string
  readonly intents: number
  readonly identifyTurn: () => Promise<void>
  readonly stopping: AbortSignal
}

/** A connection that ends sooner is no ordinary reconnect. */
const SHORT_MS = 5_000
/** Discord asks to wait for so long before a session is begun again. */
const PAUSE_MS = { min: 1_000, max: 5_000 }

/** Receives the events of one shard until it is stopped; throws if the connection breaks. */
export async function runShard(deps: ShardDeps): Promise<void> {
  while (!deps.stopping.aborted) {
    const startedAt = performance.now()
    const end = await runSession(deps)
    if (end.kind === 'stopped') return
    if (end.kind === 'invalid') {
      const forget = (position: ShardPosition) => ({ ...position, session: null, isBehind: true })
      if (!end.isResumable) await deps.save([], forget, true)
      const pause = PAUSE_MS.min + Math.random() * (PAUSE_MS.max - PAUSE_MS.min)
      await sleepUntilStopped(pause, deps.stopping)
    } else if (performance.now() - startedAt < SHORT_MS) {
      throw new AppError('channel_failed', 'The gateway of Discord ended the connection at once.', {
        details: { discord: 'gateway', close: 0 },
      })
    }
  }
}

/** One connection, and the saving of what it brings. */
async function runSession(deps: ShardDeps): Promise<ConnectionEnd> {
  const failed = new AbortController()
  const over = new AbortController()
  const stopping = AbortSignal.any([deps.stopping, failed.signal])
  let failure: unknown
  const receiver = createReceiver({
    ...deps,
    stopping: AbortSignal.any([stopping, over.signal]),
    onFailure: (error) => {
      failure ??= error
      failed.abort()
    },
  })
  const { session } = deps.position()
  try {
    const end = await runConnection({
      ...deps,
      stopping,
      url: session?.url ?? deps.url,
      session,
      savedSequence: () => deps.position().session?.sequence ?? null,
      onEvent: receiver.receive,
    })
    // What was received is saved before the session is resumed, or is over.
    await receiver.saved()
    if (failure !== undefined) throw failure
    return end
  } finally {
    over.abort()
    await receiver.ended()
  }
}
