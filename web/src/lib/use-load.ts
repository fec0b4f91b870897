import { type DependencyList, useCallback, useEffect, useState } from 'react'
import { type Problem, toProblem } from './api.ts'

export type Loaded<T> = {
  /** Null until the first answer; afterwards the last one, also while it is loaded anew. */
  readonly data: T | null
  readonly problem: Problem | null
  readonly isLoading: boolean
  reload(): void
}

type State<T> = { data: T | null; problem: Problem | null; isLoading: boolean }

/**
 * Loads something when a component appears and whenever what it depends on changes. An answer that comes
 * after the next question was asked is thrown away.
 */
export function useLoad<T>(
  load: (signal: AbortSignal) => Promise<T>,
  deps: DependencyList,
): Loaded<T> {
  const [state, setState] = useState<State<T>>({ data: null, problem: null, isLoading: true })
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller says what it depends on
  useEffect(() => {
    const controller = new AbortController()
    setState((before) => ({ ...before, isLoading: true }))
    load(controller.signal).then(
      (data) => {
        if (!controller.signal.aborted) setState({ data, problem: null, isLoading: false })
      },
      (error: unknown) => {
        if (controller.signal.aborted) return
        setState((before) => ({ ...before, problem: toProblem(error), isLoading: false }))
      },
    )
    return () => controller.abort()
  }, [...deps, round])
  const reload = useCallback(() => setRound((n) => n + 1), [])
  return { ...state, reload }
}
