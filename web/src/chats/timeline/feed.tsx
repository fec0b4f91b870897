import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react'
import type { TimelineMessage } from '../../../../src/api/chats/chats.ts'
import { chats as strings } from '../../strings/chats.ts'
import { type FeedProps, FeedRow } from './feed-row.tsx'
import { widthFor } from './gutter.tsx'
import type { RowActions } from './message-row.tsx'
import { useFeed } from './use-feed.ts'
import { useLanes } from './use-lanes.ts'

/** The virtualized messages of a thread, with the lanes of their conversations. */
export function Feed(props: FeedProps) {
  const { store, snapshot, target, onPoint, onReach } = props
  const scroller = useRef<HTMLDivElement>(null)
  const feed = useFeed({ scroller, store, snapshot, target })
  const { virtualizer, cursor, setCursor } = feed
  const lanes = useLanes(store, snapshot, feed.first, feed.last)
  const [pointed, setPointed] = useState<TimelineMessage | null>(null)
  const actions = useActions(props)
  const point = (message: TimelineMessage | null) => {
    setPointed(message)
    onPoint(message)
  }
  const reach = (index: number, message: TimelineMessage) => {
    setCursor(index)
    onReach(message)
  }
  const total = snapshot.total ?? 0
  const atCursor = cursor === null ? undefined : store.messageAt(cursor)
  // Where a context or a trace marks the rows, the links of the cursor would hide the marks.
  const isMarked = props.inContext !== null || props.traced !== null
  const active = pointed ?? (isMarked ? undefined : atCursor)
  const shares = sharesOf(active)
  const strong = active === undefined ? null : store.groups.conversationOf(active.id)
  const style = {
    height: virtualizer.getTotalSize(),
    ['--chats-gutter' as string]: `${widthFor(lanes.count)}px`,
  }
  return (
    <div className="chats-scroller" ref={scroller} onPointerLeave={() => point(null)}>
      <div
        role="feed"
        aria-label={strings.feed(props.title)}
        aria-busy={virtualizer.isScrolling}
        className="chats-feed"
        tabIndex={cursor === null ? 0 : -1}
        style={style}
        onKeyDown={(event) => {
          const isDone =
            move(event, feed, total) || act(event, atCursor, actions, props.onPreviewContext)
          if (isDone) event.preventDefault()
        }}
      >
        {virtualizer.getVirtualItems().map(({ index, start, key }) => (
          <FeedRow
            key={key}
            {...{ index, start, total, lanes, shares, strong, actions }}
            feed={props}
            isCursor={index === cursor}
            measure={virtualizer.measureElement}
            onPoint={point}
            onReach={reach}
          />
        ))}
      </div>
    </div>
  )
}

function useActions({
  store: { groups },
  followed,
  onFollow,
  onJump,
  correcting: { toggle, undo },
}: FeedProps): RowActions {
  const follow = useCallback(
    (id: string) => {
      const [now, next] = [followed && groups.conversationOf(followed), groups.conversationOf(id)]
      onFollow(next === null || next === now ? null : id)
    },
    [followed, groups, onFollow],
  )
  return useMemo(
    () => ({
      follow,
      jump: onJump,
      colourOf: (conversation) => groups.colourOfConversation(conversation),
      select: toggle,
      undo,
    }),
    [follow, onJump, groups, toggle, undo],
  )
}

/** False while typing, or on a button inside a message. */
function isPlain(event: KeyboardEvent): boolean {
  const isOnRow =
    event.target instanceof HTMLElement && event.target.matches('article, [role=feed]')
  return isOnRow && !event.ctrlKey && !event.metaKey && !event.altKey
}

function move(
  event: KeyboardEvent,
  { cursor, moveTo }: ReturnType<typeof useFeed>,
  total: number,
): boolean {
  const moves: Record<string, number> = {
    ArrowDown: cursor === null ? total - 1 : cursor + 1,
    ArrowUp: cursor === null ? total - 1 : cursor - 1,
    Home: 0,
    End: total - 1,
  }
  const next = moves[event.key]
  if (next === undefined || !isPlain(event)) return false
  moveTo(next)
  return true
}

function act(
  event: KeyboardEvent,
  message: TimelineMessage | undefined,
  { follow, select }: RowActions,
  previewContext: FeedProps['onPreviewContext'],
): boolean {
  if (message === undefined || !isPlain(event)) return false
  if (event.key === 'Enter') previewContext(message)
  else if (event.key === 'c') follow(message.id)
  else if (event.key === 'x') select(message.id)
  else return false
  return true
}

function sharesOf(message: TimelineMessage | undefined): ReadonlyMap<string, number> {
  return new Map((message?.links ?? []).map(({ to, probability }) => [to, probability]))
}
