/** The time of one call, all attempts included. */
export type Deadline = {
  readonly signal: AbortSignal
  /** True when the time ran out, as opposed to an abort by the caller. */
  readonly isOver: () => boolean
  readonly remainingMs: () => number
}

/**
 * Runs under one deadline and under the caller's signal, whichever comes first. A timer of our own
 * rather than AbortSignal.any with AbortSignal.timeout: on Node 20 that pair can be collected as
 * garbage before it fires, and the call would hang.
 */
export async function withDeadline<T>(
  timeoutMs: number,
  caller: AbortSignal | undefined,
  run: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  caller?.throwIfAborted()
  const controller = new AbortController()
  const endsAt = performance.now() + timeoutMs
  let over = false
  const timer = setTimeout(() => {
    over = true
    controller.abort()
  }, timeoutMs)
  const leave = () => controller.abort()
  caller?.addEventListener('abort', leave, { once: true })
  try {
    return await run({
      signal: controller.signal,
      isOver: () => over,
      remainingMs: () => endsAt - performance.now(),
    })
  } finally {
    clearTimeout(timer)
    caller?.removeEventListener('abort', leave)
  }
}
