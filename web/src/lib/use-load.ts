import { type DependencyList, useCallback, useEffect, useState } from 'react'
import { type Problem, toProblem } from './api.ts'

export type Loaded<T> = {
  /** Null until the first response; then the last one, also while it reloads. */
  readonly data: T | null
  readonly problem: Problem | null
  readonly isLoading: boolean
  reload(): void
}

type State<T> = { data: T | null; problem: Problem | null; isLoading: boolean }

/**
 * Loads data on mount and whenever a dependency changes. A response to an earlier request is discarded.
 */
export function useLoad<T>(
  load: (signal: AbortSignal) => Promise<T>,
  deps: DependencyList,
): Loaded<T> {
  const [state, setState] = useState<State<T>>({ data: null, problem: null, isLoading: true })
  const [version, setVersion] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller passes the dependencies
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
  }, [...deps, version])
  const reload = useCallback(() => setVersion((n) => n + 1), [])
  return { ...state, reload }
}
