import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { AppError } from '../../domain/errors.ts'
import { problemOf, toAppError } from '../problem.ts'

export type LiveDeps = {
  /** Aborted when the server stops: a stream must not delay that. */
  readonly stopping: AbortSignal
  readonly everyMs: number
}

/** Then the stream ends, the browser reconnects, and its key is checked again. */
const MAX_EVENTS = 30
/** A browser has six connections to a server; more streams than this are a mistake. */
const MAX_STREAMS = 6
const RETRY_MS = 500

/** Counts the streams of each caller and refuses one too many; call the returned function when a stream ends. */
export function limitStreams(): (caller: string) => () => void {
  const open = new Map<string, number>()
  return (caller) => {
    const count = open.get(caller) ?? 0
    if (count >= MAX_STREAMS) {
      throw new AppError(
        'rate_limited',
        `${MAX_STREAMS} live views are open already. Close some of them first.`,
      )
    }
    open.set(caller, count + 1)
    return () => {
      const left = (open.get(caller) ?? 1) - 1
      if (left === 0) open.delete(caller)
      else open.set(caller, left)
    }
  }
}

/** Sends the result of `read` as a `now` event periodically, until the reader disconnects or the server stops. */
export function streamLive(
  c: Context,
  { stopping, everyMs }: LiveDeps,
  onEnd: () => void,
  read: () => Promise<unknown>,
): Response {
  return streamSSE(c, async (stream) => {
    const gone = new AbortController()
    stream.onAbort(() => gone.abort())
    const over = AbortSignal.any([stopping, gone.signal])
    try {
      for (let sent = 0; sent < MAX_EVENTS && !over.aborted; sent += 1) {
        // Rejects when it is over, which the next line sees.
        if (sent > 0) await wait(everyMs, undefined, { signal: over }).catch(() => undefined)
        if (over.aborted) break
        const data = JSON.stringify(await read())
        await stream.writeSSE({ event: 'now', data, retry: RETRY_MS })
      }
    } catch (error) {
      const data = JSON.stringify(problemOf(toAppError(error)))
      await stream.writeSSE({ event: 'problem', data, retry: RETRY_MS })
    } finally {
      onEnd()
    }
  })
}
