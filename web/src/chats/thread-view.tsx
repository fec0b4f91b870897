import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { TimelineMessage } from '../../../src/api/chats/chats.ts'
import { formatCount } from '../lib/format.ts'
import { useEscape } from '../lib/use-escape.ts'
import { Button } from '../parts/button.tsx'
import { Failure, Loading, Notice } from '../parts/notice.tsx'
import { chats as strings } from '../strings/chats.ts'
import { conversations } from '../strings/conversations.ts'
import type { Context } from './context/context-items.tsx'
import { ContextPanel } from './context/context-panel.tsx'
import { CatchUpPanel } from './conversations/catch-up-panel.tsx'
import { ConversationsPanel } from './conversations/conversations-panel.tsx'
import { CorrectionBar } from './corrections/correction-bar.tsx'
import { useCorrections } from './corrections/use-corrections.ts'
import { DeleteChat } from './delete-chat.tsx'
import { chatOf, chatPath } from './paths.ts'
import { SearchField } from './search-field.tsx'
import { SearchPanel } from './search-panel.tsx'
import { Feed } from './timeline/feed.tsx'
import { letterOf } from './timeline/gutter.tsx'
import { MessageDetails } from './timeline/message-details.tsx'
import type { TimelineStore } from './timeline/timeline-store.ts'
import { useDetails } from './timeline/use-details.ts'
import { useTimeline } from './timeline/use-timeline.ts'
import { TraceLegend } from './trace/trace-legend.tsx'
import { useTrace } from './trace/use-trace.ts'

/** One thread: the timeline, the links of the selected message, search, corrections, context preview. */
export function ThreadView({
  thread,
  title,
  message,
  answerId,
  onDeleted,
}: {
  thread: string
  title: string
  /** The message to open at; null for the newest. */
  message: string | null
  /** The answer whose trace is shown; null for none. */
  answerId: string | null
  onDeleted: (chat: string) => void
}) {
  const [, navigate] = useLocation()
  const timeline = useTimeline(thread, message)
  const { store, snapshot, jump } = timeline
  const correcting = useCorrections(thread, store)
  const { trace, problem: traceProblem } = useTrace(answerId)
  const [followed, setFollowed] = useState<string | null>(null)
  const details = useDetails()
  const { show } = details
  const [anchor, setAnchor] = useState<TimelineMessage | null>(null)
  const [context, setContext] = useState<Context | null>(null)
  const [query, setQuery] = useState('')
  const [panel, setPanel] = useState<'conversations' | 'catch-up' | null>(null)

  // The route follows the selection; only a message from another route is scrolled to.
  const selectedHere = useRef(message)
  useEffect(() => {
    if (message === null || message === selectedHere.current) return
    selectedHere.current = message
    void jump(message)
  }, [message, jump])
  const choose = useCallback(
    (one: TimelineMessage) => {
      selectedHere.current = one.id
      show(one)
      // The route of a trace stays: it is what is shown.
      if (answerId === null) navigate(chatPath(thread, one.id), { replace: true })
    },
    [navigate, thread, answerId, show],
  )
  const previewContext = useCallback(
    (one: TimelineMessage) => {
      choose(one)
      setQuery('')
      setPanel(null)
      setAnchor(one)
    },
    [choose],
  )
  // The panel makes the rows narrower and higher, which moves the selected message out of view.
  useEffect(() => {
    if (anchor !== null) void jump(anchor.id)
  }, [anchor, jump])
  useEffect(() => {
    if (trace?.best != null) void jump(trace.best)
  }, [trace, jump])
  const go = useCallback((id: string) => void jump(id), [jump])
  const follow = useCallback(
    (id: string) => {
      setFollowed(id)
      void jump(id)
    },
    [jump],
  )
  const closePanel = useCallback(() => setPanel(null), [])
  const openPanel = (wanted: 'conversations' | 'catch-up') => {
    setAnchor(null)
    setQuery('')
    setPanel(panel === wanted ? null : wanted)
  }
  const closeContext = useCallback(() => setAnchor(null), [])
  const unfollow = useCallback(() => setFollowed(null), [])
  useEscape(unfollow, followed !== null)
  useEscape(details.dismiss, details.message !== null)
  useEscape(correcting.clear, correcting.selected.size > 0)
  const inContext = useMemo(() => (context === null ? null : messagesIn(context)), [context])

  const { total, problem } = snapshot
  if (store === null || (total === null && problem === null)) return <Loading />
  const isSplit = anchor !== null || query !== '' || panel !== null
  const letter = followed === null ? null : store.groups.colourOf(followed)
  return (
    <div className={isSplit ? 'chats-thread chats-split' : 'chats-thread'}>
      <div className="chats-main">
        <div className="chats-bar">
          <SearchField
            query={query}
            onSearch={(text) => {
              setAnchor(null)
              setPanel(null)
              setQuery(text)
            }}
          />
          {letter !== null && (
            <Button size="small" onClick={unfollow}>
              {strings.conversation.following(letterOf(letter))} ✕
            </Button>
          )}
          <Button size="small" onClick={() => openPanel('conversations')}>
            {conversations.open}
          </Button>
          <Button size="small" onClick={() => openPanel('catch-up')}>
            {conversations.catchUp.open}
          </Button>
          <span className="quiet small chats-total">{strings.total(formatCount(total ?? 0))}</span>
          <DeleteChat chat={chatOf(thread)} title={title} onDeleted={onDeleted} />
        </div>
        {trace && <TraceLegend trace={trace} close={`#${chatPath(thread)}`} />}
        {traceProblem && <Failure problem={traceProblem} />}
        {problem && <Failure problem={problem} retry={store.retry} />}
        {timeline.jumpProblem && (
          <Notice tone="warn" title={strings.missing}>
            {timeline.jumpProblem.message}
          </Notice>
        )}
        {total === 0 ? (
          <Notice title={strings.emptyThread.title}>{strings.emptyThread.text}</Notice>
        ) : (
          <Feed
            {...{ thread, title, store, snapshot, followed, inContext, correcting }}
            target={timeline.target}
            traced={trace?.marks ?? null}
            onFollow={setFollowed}
            onJump={go}
            onPoint={details.point}
            onReach={show}
            onChoose={choose}
            onPreviewContext={previewContext}
          />
        )}
        <CorrectionBar correcting={correcting} />
        <MessageDetails
          {...{ store, correcting }}
          message={current(store, details.message)}
          onJump={go}
          onPreviewContext={previewContext}
        />
      </div>
      {anchor !== null && (
        <ContextPanel
          key={anchor.id}
          {...{ thread, anchor }}
          onBuilt={setContext}
          onJump={go}
          onClose={closeContext}
        />
      )}
      {panel === 'conversations' && (
        <ConversationsPanel
          {...{ thread }}
          version={snapshot.version}
          colourOf={store.groups.colourOfConversation}
          onFollow={follow}
          onClose={closePanel}
        />
      )}
      {panel === 'catch-up' && (
        <CatchUpPanel {...{ thread }} version={snapshot.version} onJump={go} onClose={closePanel} />
      )}
      {query !== '' && (
        <SearchPanel {...{ thread, query }} onJump={go} onClose={() => setQuery('')} />
      )}
    </div>
  )
}

/** The current version of a message: its links may have been corrected. */
function current(store: TimelineStore, message: TimelineMessage | null): TimelineMessage | null {
  const index = message === null ? undefined : store.indexOf(message.id)
  return (index === undefined ? undefined : store.messageAt(index)) ?? message
}

function messagesIn({ data }: Context): ReadonlySet<string> {
  const inside = data.items.filter(({ type }) => type !== 'nearby')
  return new Set(inside.flatMap(({ metadata }) => metadata.message_id ?? []))
}
