import { useCallback, useRef, useState } from 'react'
import type { SignedIn } from '../../../src/api/operations/sign-in.ts'
import { api, type Problem, toProblem } from '../lib/api.ts'
import type { AskTarget } from './use-session.ts'

type Outcome = 'answered' | 'skipped' | 'not_shown'

export type NewSession = {
  /** Begins a session and gives its id; null if that failed. */
  run(place: AskTarget): Promise<string | null>
  /** True while the topic is asked for. */
  readonly isAsking: boolean
  answer(topic: string | null): void
  readonly problem: Problem | null
}

/**
 * Begins sessions. Where the setting says so, first asks for the topic: always, or in one half of the chats, so
 * that both halves can be compared; either way the server is told which it was.
 */
export function useNewSession(dialog: SignedIn['topic_dialog']): NewSession {
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const waiting = useRef<((topic: string | null) => void) | null>(null)

  const askTopic = useCallback(async (): Promise<{ topic: string | null; outcome: Outcome }> => {
    const isShown = dialog === 'on' || (dialog === 'ab' && Math.random() < 0.5)
    if (!isShown) return { topic: null, outcome: 'not_shown' }
    setAsking(true)
    const topic = await new Promise<string | null>((resolve) => {
      waiting.current = resolve
    })
    setAsking(false)
    return { topic, outcome: topic === null ? 'skipped' : 'answered' }
  }, [dialog])

  const run = useCallback(
    async ({ threadId, author }: AskTarget) => {
      setProblem(null)
      // A session in a chat begins with its first question, in that chat.
      if (threadId !== null) return crypto.randomUUID()
      const { topic, outcome } = await askTopic()
      try {
        const begun = await api.post<{ session_id: string }>('/api/chat/new', {
          author,
          topic,
          ...(dialog === 'off' ? {} : { topic_dialog: outcome }),
        })
        return begun.session_id
      } catch (error) {
        setProblem(toProblem(error))
        return null
      }
    },
    [askTopic, dialog],
  )
  const answer = useCallback((topic: string | null) => waiting.current?.(topic), [])
  return { run, isAsking, answer, problem }
}
