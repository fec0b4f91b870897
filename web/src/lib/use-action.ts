import { useCallback, useEffect, useRef, useState } from 'react'
import { type Problem, toProblem } from './api.ts'

export type Action<A extends readonly unknown[]> = {
  /** Runs the action; true on success. A call while it runs does nothing. */
  run(...args: A): Promise<boolean>
  readonly isRunning: boolean
  readonly problem: Problem | null
  clear(): void
}

/** The action of a button: whether it runs, and its last error. */
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
