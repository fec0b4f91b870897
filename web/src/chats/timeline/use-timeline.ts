import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { Timeline } from '../../../../src/api/chats/chats.ts'
import { api, type Problem, toProblem } from '../../lib/api.ts'
import { chatApiPath } from '../paths.ts'
import { createTimelineStore, PAGE, type Snapshot, type TimelineStore } from './timeline-store.ts'

const POLL_MS = 4_000
const NOTHING: Snapshot = { total: null, version: '', problem: null }
const never = () => () => undefined

/** Where to go, once: a second range for the same place is another one. */
export type Target = { readonly id: string; readonly index: number; readonly round: number }

export type OpenTimeline = {
  readonly store: TimelineStore | null
  readonly snapshot: Snapshot
  readonly target: Target | null
  /** Why the last jump came to nothing. */
  readonly lost: Problem | null
  /** Goes to a message, wherever it is. */
  jump(id: string): Promise<void>
}

/** A thread that is looked at: its messages as they are fetched, and what is new every few seconds. */
export function useTimeline(thread: string, start: string | null): OpenTimeline {
  const [store, setStore] = useState<TimelineStore | null>(null)
  const [target, setTarget] = useState<Target | null>(null)
  const [lost, setLost] = useState<Problem | null>(null)
  const snapshot = useSyncExternalStore(
    store?.subscribe ?? never,
    () => store?.snapshot() ?? NOTHING,
  )

  const goIn = useCallback(
    async (one: TimelineStore, id: string) => {
      setLost(null)
      try {
        const around = `${chatApiPath(thread)}/messages?around=${encodeURIComponent(id)}&limit=${PAGE}`
        const known = one.indexOf(id)
        if (known === undefined) one.put(await api.get<Timeline>(around))
        const index = one.indexOf(id)
        if (index === undefined) return
        setTarget((before) => ({ id, index, round: (before?.round ?? 0) + 1 }))
      } catch (error) {
        setLost(toProblem(error))
        if (one.snapshot().total === null) await one.poll()
      }
    },
    [thread],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: where to start is of the first look only
  useEffect(() => {
    const one = createTimelineStore(({ index, limit }, signal) =>
      api.get<Timeline>(`${chatApiPath(thread)}/messages?index=${index}&limit=${limit}`, signal),
    )
    setStore(one)
    void (start === null ? one.poll() : goIn(one, start))
    const timer = setInterval(() => {
      // A chat that is not there will not come by asking.
      const isGone = one.snapshot().problem?.status === 404
      if (document.visibilityState === 'visible' && !isGone) void one.poll()
    }, POLL_MS)
    return () => {
      clearInterval(timer)
      one.stop()
    }
  }, [thread])
  const jump = useCallback(
    async (id: string) => {
      if (store !== null) await goIn(store, id)
    },
    [store, goIn],
  )
  return { store, snapshot, target, lost, jump }
}
