import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { TimelineMessage } from '../../../src/api/chats/chats.ts'
import { formatCount } from '../lib/format.ts'
import { Button } from '../parts/button.tsx'
import { Failure, Loading, Notice } from '../parts/notice.tsx'
import { chats as strings } from '../strings/chats.ts'
import { type Context, ContextPanel } from './context/context-panel.tsx'
import { CorrectionBar } from './corrections/correction-bar.tsx'
import { useCorrections } from './corrections/use-corrections.ts'
import { chatPath } from './paths.ts'
import { SearchField } from './search-field.tsx'
import { SearchPanel } from './search-panel.tsx'
import { Feed } from './timeline/feed.tsx'
import { letterOf } from './timeline/gutter.tsx'
import { MessageDetails } from './timeline/message-details.tsx'
import type { TimelineStore } from './timeline/timeline-store.ts'
import { useTimeline } from './timeline/use-timeline.ts'

/** One thread: its messages, what is known of the one pointed at, a search, and what the bot would see. */
export function ThreadView({
  thread,
  title,
  message,
}: {
  thread: string
  title: string
  /** Where to open it; null for the newest. */
  message: string | null
}) {
  const [, navigate] = useLocation()
  const timeline = useTimeline(thread, message)
  const { store, snapshot, jump } = timeline
  const correcting = useCorrections(thread, store)
  const [followed, setFollowed] = useState<string | null>(null)
  const [pointed, setPointed] = useState<TimelineMessage | null>(null)
  const [isPointing, setPointing] = useState(false)
  const [chosen, setChosen] = useState<TimelineMessage | null>(null)
  const [anchor, setAnchor] = useState<TimelineMessage | null>(null)
  const [context, setContext] = useState<Context | null>(null)
  const [query, setQuery] = useState('')

  // The address follows what is chosen here; only one that comes from elsewhere is gone to.
  const own = useRef(message)
  useEffect(() => {
    if (message === null || message === own.current) return
    own.current = message
    void jump(message)
  }, [message, jump])
  const choose = useCallback(
    (one: TimelineMessage) => {
      own.current = one.id
      setChosen(one)
      navigate(chatPath(thread, one.id), { replace: true })
    },
    [navigate, thread],
  )
  const look = useCallback(
    (one: TimelineMessage) => {
      choose(one)
      setQuery('')
      setAnchor(one)
    },
    [choose],
  )
  const point = useCallback((one: TimelineMessage | null) => {
    setPointing(one !== null)
    // The last one stays: on the way to its links the pointer leaves it.
    setPointed((before) => one ?? before)
  }, [])
  // Beside a panel the messages are narrower and higher: what was chosen would be out of sight.
  useEffect(() => {
    if (anchor !== null) void jump(anchor.id)
  }, [anchor, jump])
  const go = useCallback((id: string) => void jump(id), [jump])
  const closeLook = useCallback(() => setAnchor(null), [])
  const leave = useCallback(() => setFollowed(null), [])
  useEscape(leave, followed !== null)
  useEscape(correcting.clear, correcting.selected.size > 0)
  const inContext = useMemo(() => (context === null ? null : messagesIn(context)), [context])

  const { total, problem } = snapshot
  if (store === null || (total === null && problem === null)) return <Loading />
  const letter = followed === null ? null : store.groups.colourOf(followed)
  return (
    <div className={anchor !== null || query !== '' ? 'chats-thread chats-split' : 'chats-thread'}>
      <div className="chats-main">
        <div className="chats-bar">
          <SearchField
            query={query}
            onSearch={(text) => {
              setAnchor(null)
              setQuery(text)
            }}
          />
          {letter !== null && (
            <Button size="small" onClick={leave}>
              {strings.conversation.following(letterOf(letter))} ✕
            </Button>
          )}
          <span className="quiet small chats-total">{strings.total(formatCount(total ?? 0))}</span>
        </div>
        {problem && <Failure problem={problem} retry={store.retry} />}
        {timeline.lost && (
          <Notice tone="warn" title={strings.missing}>
            {timeline.lost.message}
          </Notice>
        )}
        {total === 0 ? (
          <Notice title={strings.emptyThread.title}>{strings.emptyThread.text}</Notice>
        ) : (
          <Feed
            {...{ thread, title, store, snapshot, followed, inContext, correcting }}
            target={timeline.target}
            onFollow={setFollowed}
            onJump={go}
            onPoint={point}
            onChoose={choose}
            onPreviewContext={look}
          />
        )}
        <CorrectionBar correcting={correcting} />
        <MessageDetails
          {...{ store, correcting }}
          message={current(store, isPointing ? pointed : (chosen ?? pointed))}
          onJump={go}
          onPreviewContext={look}
        />
      </div>
      {anchor !== null && (
        <ContextPanel
          key={anchor.id}
          {...{ thread, anchor }}
          onBuilt={setContext}
          onJump={go}
          onClose={closeLook}
        />
      )}
      {query !== '' && (
        <SearchPanel {...{ thread, query }} onJump={go} onClose={() => setQuery('')} />
      )}
    </div>
  )
}

/** The message as it is by now: its links may have been corrected since it was pointed at. */
function current(store: TimelineStore, message: TimelineMessage | null): TimelineMessage | null {
  const index = message === null ? undefined : store.indexOf(message.id)
  return (index === undefined ? undefined : store.messageAt(index)) ?? message
}

function messagesIn({ data }: Context): ReadonlySet<string> {
  const inside = data.items.filter(({ type }) => type !== 'nearby')
  return new Set(inside.flatMap(({ metadata }) => metadata.message_id ?? []))
}

/** Escape ends what is under way. */
function useEscape(end: () => void, isUnderWay: boolean): void {
  useEffect(() => {
    if (!isUnderWay) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') end()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [end, isUnderWay])
}
