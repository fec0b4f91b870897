import { useCallback, useEffect, useRef, useState } from 'react'
import { type Problem, toProblem } from './api.ts'

export type Action<A extends readonly unknown[]> = {
  /** Does it; true if it went well. A second call while the first runs does nothing. */
  run(...args: A): Promise<boolean>
  readonly isRunning: boolean
  readonly problem: Problem | null
  clear(): void
}

/** Something a button does: whether it is under way, and what went wrong with it. */
export function useAction<A extends readonly unknown[]>(
  work: (...args: A) => Promise<unknown>,
): Action<A> {
  const [state, setState] = useState<{ isRunning: boolean; problem: Problem | null }>({
    isRunning: false,
    problem: null,
  })
  const running = useRef(false)
  const latest = useRef(work)
  useEffect(() => {
    latest.current = work
  })
  const run = useCallback(async (...args: A) => {
    if (running.current) return false
    running.current = true
    setState({ isRunning: true, problem: null })
    try {
      await latest.current(...args)
      setState({ isRunning: false, problem: null })
      return true
    } catch (error) {
      setState({ isRunning: false, problem: toProblem(error) })
      return false
    } finally {
      running.current = false
    }
  }, [])
  const clear = useCallback(() => setState({ isRunning: false, problem: null }), [])
  return { ...state, run, clear }
}
