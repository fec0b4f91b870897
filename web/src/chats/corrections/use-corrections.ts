import { useCallback, useEffect, useState } from 'react'
import type { TimelineMessage } from '../../../../src/api/chats/chats.ts'
import { api, type Problem } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'
import type { TimelineStore } from '../timeline/timeline-store.ts'

const PATH = '/api/conversations/corrections'

type CorrectionKind = TimelineMessage['corrections'][number]['kind']

/** The selected messages and their corrections. */
export type Correcting = {
  readonly selected: ReadonlySet<string>
  /** Number of successful requests, for the status of screen readers. */
  readonly done: number
  readonly isRunning: boolean
  readonly problem: Problem | null
  toggle(id: string): void
  clear(): void
  correct(kind: CorrectionKind): void
  undo(correctionId: string): void
}

/** Corrections of one thread. The timeline is reloaded right after each, not by the next poll. */
export function useCorrections(thread: string, store: TimelineStore | null): Correcting {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [done, setDone] = useState(0)
  const {
    run,
    isRunning,
    problem,
    clear: clearProblem,
  } = useAction(async (change: () => Promise<unknown>) => {
    await change()
    setSelected(new Set())
    setDone((count) => count + 1)
    await store?.poll()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a selection belongs to one thread
  useEffect(() => setSelected(new Set()), [thread])
  const toggle = useCallback((id: string) => {
    setSelected((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])
  const clear = useCallback(() => {
    setSelected(new Set())
    clearProblem()
  }, [clearProblem])
  const correct = useCallback(
    (kind: CorrectionKind) =>
      void run(() => api.post(PATH, { thread_id: thread, kind, message_ids: [...selected] })),
    [run, thread, selected],
  )
  const undo = useCallback(
    (id: string) => void run(() => api.delete(`${PATH}/${encodeURIComponent(id)}`)),
    [run],
  )
  return { selected, done, isRunning, problem, toggle, clear, correct, undo }
}
