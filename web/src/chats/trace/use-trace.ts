import { useMemo } from 'react'
import type { Why } from '../../../../src/api/wire/why-wire.ts'
import { api, type Problem } from '../../lib/api.ts'
import { useLoad } from '../../lib/use-load.ts'

/** What an answer did with a message. */
export type TraceMark = 'cited' | 'included' | 'nearby' | 'excluded'

export type ShownTrace = {
  readonly why: Why
  /** By the channel's id of the message. */
  readonly marks: ReadonlyMap<string, TraceMark>
  /** The message to open at: the cited one with the highest score, or the highest score. */
  readonly best: string | null
}

/** The trace of an answer, as marks of messages; null without one. */
export function useTrace(answerId: string | null): {
  readonly trace: ShownTrace | null
  readonly problem: Problem | null
} {
  const loaded = useLoad(
    async (signal) =>
      answerId === null
        ? null
        : api.get<Why>(`/api/answers/${encodeURIComponent(answerId)}/why`, signal),
    [answerId],
  )
  const trace = useMemo(
    () => (loaded.data === null ? null : shownTrace(loaded.data)),
    [loaded.data],
  )
  return { trace: trace?.why.answer_id === answerId ? trace : null, problem: loaded.problem }
}

function shownTrace(why: Why): ShownTrace {
  const marks = new Map<string, TraceMark>()
  for (const item of why.items) {
    if (item.message_id !== null) marks.set(item.message_id, markOf(item))
  }
  const [best] = why.items
    .filter(({ included, message_id, text }) => included && message_id !== null && text !== null)
    .toSorted((a, b) => Number(b.cited) - Number(a.cited) || b.relevance - a.relevance)
  return { why, marks, best: best?.message_id ?? null }
}

function markOf({ cited, included, type }: Why['items'][number]): TraceMark {
  if (cited) return 'cited'
  if (!included) return 'excluded'
  return type === 'nearby' ? 'nearby' : 'included'
}
