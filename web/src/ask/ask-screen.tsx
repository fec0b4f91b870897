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
import { useAskers } from './use-askers.ts'
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
  // Undefined until a chat, or none, is chosen.
  const [picked, setPicked] = useState<string | null | undefined>(undefined)
  const [pending, setPending] = useState<string | null>(null)
  const chats = useLoad(
    (signal) => api.get<ChatList>('/api/chats?limit=200', signal),
    // A chat may have been deleted since.
    [session.isWriting],
  )
  const sessions = useLoad(
    (signal) => api.get<ConversationList>('/api/conversations', signal),
    // A new session is listed once its first answer is complete.
    [session.isWriting],
  )
  usePresence(sessionId ?? null)
  const listed = chats.data?.chats
  const chosen = listed && chosenThread(listed, picked)
  const threadId = chosen ?? null
  const askers = useAskers(chosen)
  const target = { threadId, author: me.person_id === null ? askers.author : null }
  // A question before that would be asked without its chat or person.
  const isReady =
    (listed !== undefined || chats.problem !== null) && (me.person_id !== null || askers.isReady)
  const newSession = useNewSession(me.topic_dialog)

  // An earlier session continues in its own chat.
  const known = sessions.data?.conversations.find(({ session_id }) => session_id === sessionId)
  const knownThread = known?.thread_id
  useEffect(() => {
    if (knownThread !== undefined) setPicked(knownThread)
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
    setPicked(thread)
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
            {session.turns.length === 0 &&
              pending === null &&
              session.problem === null &&
              listed && (
                <ExampleQuestions threadId={threadId} onPick={(question) => void send(question)} />
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
            isReady={isReady}
            onSend={(question) => void send(question)}
            onStop={session.stop}
            chats={listed ?? []}
            threadId={threadId}
            onThread={leave}
            askers={me.person_id === null ? askers : null}
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

/** The chosen chat; at first, or if it was deleted, the most recently active one. */
function chosenThread(chats: ChatList['chats'], picked: string | null | undefined): string | null {
  if (picked === null) return null
  const isThere = chats.some(({ thread_id }) => thread_id === picked)
  return isThere && picked !== undefined ? picked : (chats[0]?.thread_id ?? null)
}
