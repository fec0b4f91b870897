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

/** A chat with Earshot: answers as they are written, each with its sources and its reasons. */
export function AskScreen() {
  const { session } = useParams<{ session?: string }>()
  const me = useMe()
  const [, navigate] = useLocation()
  const talk = useSession(session ?? null)
  const [threadId, setThreadId] = useState<string | null>(null)
  const [asker, setAsker] = useState('console')
  const [wanted, setWanted] = useState<string | null>(null)
  const chats = useLoad((signal) => api.get<ChatList>('/api/chats', signal), [])
  const talks = useLoad(
    (signal) => api.get<ConversationList>('/api/conversations', signal),
    // Anew when an answer is there: then its talk is, too.
    [talk.isWriting],
  )
  usePresence(session ?? null)
  const author = me.person_id === null && asker !== '' ? { id: asker, name: nameOf(asker) } : null
  const place = { threadId, author }
  const begin = useNewSession(me.topic_dialog)

  // A session goes on where it was.
  const known = talks.data?.conversations.find(({ session_id }) => session_id === session)
  const knownThread = known?.thread_id
  useEffect(() => {
    if (knownThread !== undefined) setThreadId(knownThread)
  }, [knownThread])

  const send = async (question: string) => {
    if (session !== undefined) return talk.ask(session, question, place)
    setWanted(question)
    const id = await begin.run(place)
    setWanted(null)
    if (id === null) return
    navigate(`/ask/${encodeURIComponent(id)}`)
    await talk.ask(id, question, place)
  }
  const leave = (thread: string | null) => {
    setThreadId(thread)
    if (session !== undefined) navigate('/ask')
  }
  const lastAnswer = talk.turns.findLast(({ answerId }) => answerId !== null)?.answerId ?? null
  return (
    <Page
      isWide
      title={strings.title}
      actions={
        <>
          <ContextChip answerId={lastAnswer} preset={talk.topics} />
          <Button onClick={() => leave(threadId)}>{strings.begin}</Button>
        </>
      }
    >
      <div className="ask">
        <EarlierSessions talks={talks} current={session ?? null} />
        <div className="ask-main">
          <div className="ask-scroll">
            {talk.problem && <Failure problem={talk.problem} />}
            {begin.problem && <Failure problem={begin.problem} />}
            {talk.turns.length === 0 && wanted === null && talk.problem === null && (
              <ExampleQuestions onPick={(question) => void send(question)} />
            )}
            <ol className="ask-turns" aria-label={strings.conversation} aria-live="polite">
              {talk.turns.map((turn) => (
                <TurnView
                  key={turn.key}
                  turn={turn}
                  threadId={threadId}
                  onRetry={talk.isWriting ? null : () => void send(turn.question)}
                />
              ))}
            </ol>
            <Bottom watch={`${talk.turns.length} ${talk.turns.at(-1)?.text.length ?? 0}`} />
          </div>
          <Composer
            isWriting={talk.isWriting || wanted !== null}
            onSend={(question) => void send(question)}
            onStop={talk.stop}
            chats={chats.data?.chats ?? []}
            threadId={threadId}
            onThread={leave}
            asker={me.person_id === null ? asker : null}
            onAsker={setAsker}
          />
        </div>
      </div>
      {begin.isAsking && <TopicDialog onDone={begin.answer} />}
    </Page>
  )
}

/** Keeps the newest words in sight while they are written. */
function Bottom({ watch }: { watch: string }) {
  const ref = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is what tells that there is more
  useEffect(() => {
    void ref.current?.scrollIntoView({ block: 'end' })
  }, [watch])
  return <div ref={ref} />
}

/** `priya` is called Priya, as a person who was never heard of. */
function nameOf(id: string): string {
  return id.slice(0, 1).toUpperCase() + id.slice(1)
}
