import { useCallback, useRef, useState } from 'react'
import type { SignedIn } from '../../../src/api/operations/sign-in.ts'
import { api, type Problem, toProblem } from '../lib/api.ts'
import type { AskTarget } from './use-session.ts'

type Outcome = 'answered' | 'skipped' | 'not_shown'

export type NewSession = {
  /** Creates a session and returns its id; null on failure. */
  run(target: AskTarget): Promise<string | null>
  /** True while the topic dialog is open. */
  readonly isAsking: boolean
  answer(topic: string | null): void
  readonly problem: Problem | null
}

/**
 * Creates sessions. Depending on EARSHOT_TOPIC_DIALOG it asks for the topic first: always, or in a random half of
 * the sessions, to compare both. The outcome is reported to the server.
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
      // A session in a chat is created by its first question.
      if (threadId !== null) return crypto.randomUUID()
      const { topic, outcome } = await askTopic()
      try {
        const created = await api.post<{ session_id: string }>('/api/chat/new', {
          author,
          topic,
          ...(dialog === 'off' ? {} : { topic_dialog: outcome }),
        })
        return created.session_id
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
