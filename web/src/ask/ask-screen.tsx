import { useEffect, useRef, useState } from 'react'
import { useLocation, useParams } from 'wouter'
import type { ChatList } from '../../../src/api/chats/chats.ts'
import type { ConversationList } from '../../../src/api/chats/conversations.ts'
import { api } from '../lib/api.ts'
import { useLoad } from '../lib/use-load.ts'
import { Button } from '../parts/button.tsx'
import { Failure } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { useMe } from '../shell/me.tsx'
import { ask as strings } from '../strings/ask.ts'
import { Composer } from './composer.tsx'
import { ContextChip } from './context-chip.tsx'
import { EarlierSessions, ExampleQuestions } from './earlier-sessions.tsx'
import { TopicDialog } from './topic-dialog.tsx'
import { TurnView } from './turn-view.tsx'
import { useNewSession } from './use-new-session.ts'
import { usePresence } from './use-presence.ts'
import { useSession } from './use-session.ts'
import './ask.css'

/** A session of questions and answers; answers are streamed, with citations and a link to the trace. */
export function AskScreen() {
  const { session: sessionId } = useParams<{ session?: string }>()
  const me = useMe()
  const [, navigate] = useLocation()
  const session = useSession(sessionId ?? null)
  const [threadId, setThreadId] = useState<string | null>(null)
  const [asker, setAsker] = useState('console')
  const [pending, setPending] = useState<string | null>(null)
  const chats = useLoad((signal) => api.get<ChatList>('/api/chats', signal), [])
  const sessions = useLoad(
    (signal) => api.get<ConversationList>('/api/conversations', signal),
    // A new session is listed once its first answer is complete.
    [session.isWriting],
  )
  usePresence(sessionId ?? null)
  const author = me.person_id === null && asker !== '' ? { id: asker, name: nameOf(asker) } : null
  const target = { threadId, author }
  const newSession = useNewSession(me.topic_dialog)

  // An earlier session continues in its own chat.
  const known = sessions.data?.conversations.find(({ session_id }) => session_id === sessionId)
  const knownThread = known?.thread_id
  useEffect(() => {
    if (knownThread !== undefined) setThreadId(knownThread)
  }, [knownThread])

  const send = async (question: string) => {
    if (sessionId !== undefined) return session.ask(sessionId, question, target)
    setPending(question)
    const id = await newSession.run(target)
    setPending(null)
    if (id === null) return
    navigate(`/ask/${encodeURIComponent(id)}`)
    await session.ask(id, question, target)
  }
  const leave = (thread: string | null) => {
    setThreadId(thread)
    if (sessionId !== undefined) navigate('/ask')
  }
  const lastAnswer = session.turns.findLast(({ answerId }) => answerId !== null)?.answerId ?? null
  return (
    <Page
      isWide
      title={strings.title}
      actions={
        <>
          <ContextChip answerId={lastAnswer} preset={session.topics} />
          <Button onClick={() => leave(threadId)}>{strings.newSession}</Button>
        </>
      }
    >
      <div className="ask">
        <EarlierSessions sessions={sessions} current={sessionId ?? null} />
        <div className="ask-main">
          <div className="ask-scroll">
            {session.problem && <Failure problem={session.problem} />}
            {newSession.problem && <Failure problem={newSession.problem} />}
            {session.turns.length === 0 && pending === null && session.problem === null && (
              <ExampleQuestions onPick={(question) => void send(question)} />
            )}
            <ol className="ask-turns" aria-label={strings.session} aria-live="polite">
              {session.turns.map((turn) => (
                <TurnView
                  key={turn.key}
                  turn={turn}
                  threadId={threadId}
                  onRetry={session.isWriting ? null : () => void send(turn.question)}
                />
              ))}
            </ol>
            <Bottom watch={`${session.turns.length} ${session.turns.at(-1)?.text.length ?? 0}`} />
          </div>
          <Composer
            isWriting={session.isWriting || pending !== null}
            onSend={(question) => void send(question)}
            onStop={session.stop}
            chats={chats.data?.chats ?? []}
            threadId={threadId}
            onThread={leave}
            asker={me.person_id === null ? asker : null}
            onAsker={setAsker}
          />
        </div>
      </div>
      {newSession.isAsking && <TopicDialog onDone={newSession.answer} />}
    </Page>
  )
}

/** Scrolls to the end while an answer is streamed. */
function Bottom({ watch }: { watch: string }) {
  const ref = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it changes whenever there is more text
  useEffect(() => {
    void ref.current?.scrollIntoView({ block: 'end' })
  }, [watch])
  return <div ref={ref} />
}

/** A display name for an id: `priya` becomes Priya. */
function nameOf(id: string): string {
  return id.slice(0, 1).toUpperCase() + id.slice(1)
}
