import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { Timeline } from '../../../../src/api/chats/chats.ts'
import { api, type Problem, toProblem } from '../../lib/api.ts'
import { chatApiPath } from '../paths.ts'
import { createTimelineStore, PAGE, type Snapshot, type TimelineStore } from './timeline-store.ts'

const POLL_MS = 4_000
const EMPTY: Snapshot = { total: null, version: '', problem: null }
const never = () => () => undefined

/** A message to scroll to; `round` makes a second jump to the same message a new target. */
export type Target = { readonly id: string; readonly index: number; readonly round: number }

export type OpenTimeline = {
  readonly store: TimelineStore | null
  readonly snapshot: Snapshot
  readonly target: Target | null
  /** Error of the last jump. */
  readonly jumpProblem: Problem | null
  /** Scrolls to a message; loads it if needed. */
  jump(id: string): Promise<void>
}

/** The timeline of an open thread, polled for changes. */
export function useTimeline(thread: string, start: string | null): OpenTimeline {
  const [store, setStore] = useState<TimelineStore | null>(null)
  const [target, setTarget] = useState<Target | null>(null)
  const [jumpProblem, setJumpProblem] = useState<Problem | null>(null)
  const snapshot = useSyncExternalStore(store?.subscribe ?? never, () => store?.snapshot() ?? EMPTY)

  const jumpIn = useCallback(
    async (one: TimelineStore, id: string) => {
      setJumpProblem(null)
      try {
        const around = `${chatApiPath(thread)}/messages?around=${encodeURIComponent(id)}&limit=${PAGE}`
        const known = one.indexOf(id)
        if (known === undefined) one.put(await api.get<Timeline>(around))
        const index = one.indexOf(id)
        if (index === undefined) return
        setTarget((before) => ({ id, index, round: (before?.round ?? 0) + 1 }))
      } catch (error) {
        setJumpProblem(toProblem(error))
        if (one.snapshot().total === null) await one.poll()
      }
    },
    [thread],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the start message is only for the first load
  useEffect(() => {
    const one = createTimelineStore(({ index, limit }, signal) =>
      api.get<Timeline>(`${chatApiPath(thread)}/messages?index=${index}&limit=${limit}`, signal),
    )
    setStore(one)
    void (start === null ? one.poll() : jumpIn(one, start))
    const timer = setInterval(() => {
      // Do not poll a chat that does not exist.
      const isMissing = one.snapshot().problem?.status === 404
      if (document.visibilityState === 'visible' && !isMissing) void one.poll()
    }, POLL_MS)
    return () => {
      clearInterval(timer)
      one.stop()
    }
  }, [thread])
  const jump = useCallback(
    async (id: string) => {
      if (store !== null) await jumpIn(store, id)
    },
    [store, jumpIn],
  )
  return { store, snapshot, target, jumpProblem, jump }
}
