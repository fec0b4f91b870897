import { useCallback, useEffect, useRef, useState } from 'react'
import type { Answered } from '../../../src/api/answers/ask.ts'
import type { SessionView } from '../../../src/api/chats/conversations.ts'
import { api, Problem, request, toProblem } from '../lib/api.ts'
import { readEvents } from '../lib/events.ts'

/** A question and the state of its answer. */
export type ShownTurn = {
  readonly key: string
  readonly question: string
  readonly text: string
  readonly state: 'writing' | 'done' | 'stopped' | 'failed' | 'unanswered'
  readonly problem: Problem | null
  readonly answerId: string | null
  /** With its citations; only if it was asked on this page. */
  readonly reply: Answered | null
}

/** The chat and the author of a question. */
export type AskTarget = {
  readonly threadId: string | null
  readonly author: { readonly id: string; readonly name: string } | null
}

export type Session = {
  readonly turns: readonly ShownTurn[]
  readonly topics: SessionView['topics']
  readonly isWriting: boolean
  readonly problem: Problem | null
  ask(session: string, question: string, target: AskTarget): Promise<void>
  stop(): void
}

/** The turns of a session: stored ones, and the one that is streamed. */
export function useSession(session: string | null): Session {
  const [turns, setTurns] = useState<readonly ShownTurn[]>([])
  const [topics, setTopics] = useState<SessionView['topics']>([])
  const [problem, setProblem] = useState<Problem | null>(null)
  const writing = useRef<AbortController | null>(null)
  // A session that was created on this page is already shown.
  const shown = useRef<string | null>(null)

  useEffect(() => {
    if (session === shown.current) return
    shown.current = session
    writing.current?.abort()
    setTurns([])
    setTopics([])
    setProblem(null)
    if (session === null) return
    let isStale = false
    api.get<SessionView>(`/api/conversations/${encodeURIComponent(session)}`).then(
      (view) => {
        if (isStale) return
        setTurns((now) => (now.length > 0 ? now : view.turns.map(fromStored)))
        setTopics(view.topics)
      },
      (error: unknown) => {
        if (!isStale) setProblem(toProblem(error))
      },
    )
    return () => {
      isStale = true
    }
  }, [session])
  useEffect(() => () => writing.current?.abort(), [])

  const change = useCallback((key: string, next: (turn: ShownTurn) => ShownTurn) => {
    setTurns((all) => all.map((turn) => (turn.key === key ? next(turn) : turn)))
  }, [])
  const ask = useCallback(
    async (id: string, question: string, target: AskTarget) => {
      shown.current = id
      const controller = new AbortController()
      writing.current = controller
      const key = crypto.randomUUID()
      setTurns((all) => [...all, newTurn(key, question)])
      try {
        const reply = await streamAnswer(id, question, target, controller.signal, (piece) =>
          change(key, (turn) => ({ ...turn, text: turn.text + piece })),
        )
        const { answer: text, answer_id: answerId } = reply
        change(key, (turn) => ({ ...turn, text, answerId, reply, state: 'done' }))
      } catch (error) {
        const state = controller.signal.aborted ? 'stopped' : 'failed'
        change(key, (turn) => ({ ...turn, state, problem: toProblem(error) }))
      } finally {
        if (writing.current === controller) writing.current = null
      }
    },
    [change],
  )
  const stop = useCallback(() => writing.current?.abort(), [])
  const isWriting = turns.some(({ state }) => state === 'writing')
  return { turns, topics, isWriting, problem, ask, stop }
}

async function streamAnswer(
  session: string,
  question: string,
  { threadId, author }: AskTarget,
  signal: AbortSignal,
  onText: (piece: string) => void,
): Promise<Answered> {
  const response = await request('/api/ask', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      query: question,
      session_id: session,
      thread_id: threadId,
      author,
      stream: true,
    }),
    signal,
  })
  if (response.body === null) throw new Error('empty response')
  for await (const { event, data } of readEvents(response.body)) {
    const read = JSON.parse(data)
    if (event === 'text') onText(read.text)
    if (event === 'answer') return read as Answered
    if (event === 'error') throw new Problem(read.status, read.code, read.detail)
  }
  throw new Error('the stream ended early')
}

function newTurn(key: string, question: string): ShownTurn {
  return {
    key,
    question,
    text: '',
    state: 'writing',
    problem: null,
    answerId: null,
    reply: null,
  }
}

function fromStored(turn: SessionView['turns'][number]): ShownTurn {
  return {
    key: String(turn.number),
    question: turn.question,
    text: turn.answer ?? '',
    state: turn.answer === null ? 'unanswered' : 'done',
    problem: null,
    answerId: turn.answer_id,
    reply: null,
  }
}
