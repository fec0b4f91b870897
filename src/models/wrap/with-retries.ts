import { setTimeout as wait } from 'node:timers/promises'
import { APICallError } from 'ai'
import type { Deadline } from './with-deadline.ts'

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 8000

/**
 * Retries on 429, 5xx and lost connections: after 0.5 s, 1 s, 2 s …, or after the server's Retry-After. Ours
 * rather than the SDK's, which waits 2 s first and, if Retry-After exceeds the deadline, waits for the
 * deadline: here that wait is not begun and the true error is thrown.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  maxRetries: number,
  deadline: Deadline,
): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await attempt()
    } catch (error) {
      if (!APICallError.isInstance(error) || !error.isRetryable || retries >= maxRetries)
        throw error
      const waitMs = askedToWaitMs(error) ?? Math.min(FIRST_WAIT_MS * 2 ** retries, LONGEST_WAIT_MS)
      if (waitMs >= deadline.remainingMs()) throw error
      await wait(waitMs, undefined, { signal: deadline.signal })
    }
  }
}

/** Retry-After as seconds or as a date, or OpenAI's retry-after-ms; null when absent or invalid. */
function askedToWaitMs(error: APICallError): number | null {
  const headers = error.responseHeaders ?? {}
  const inMs = Number.parseFloat(headers['retry-after-ms'] ?? '')
  if (inMs >= 0) return inMs
  const after = headers['retry-after'] ?? ''
  const inSeconds = Number.parseFloat(after)
  const ms = /^[\d.]+$/.test(after) ? inSeconds * 1000 : Date.parse(after) - Date.now()
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}
