import type { TimelineMessage } from '../../../../src/api/chats/chats.ts'
import { formatDay } from '../../lib/format.ts'
import { visibleText } from '../../lib/visible-text.ts'
import { chats as strings } from '../../strings/chats.ts'
import type { Correcting } from '../corrections/use-corrections.ts'
import type { TraceMark } from '../trace/use-trace.ts'
import type { LaneCell } from './lanes.ts'
import { MessageRow, type RowActions } from './message-row.tsx'
import type { Snapshot, TimelineStore } from './timeline-store.ts'
import type { DrawnLanes } from './use-lanes.ts'
import type { Target } from './use-timeline.ts'

export type FeedProps = {
  readonly thread: string
  readonly title: string
  readonly store: TimelineStore
  readonly snapshot: Snapshot
  readonly target: Target | null
  /** A message of the followed conversation; other conversations are dimmed. */
  readonly followed: string | null
  /** Messages of the context preview; all others are dimmed. Null without a preview. */
  readonly inContext: ReadonlySet<string> | null
  /** What an answer did with the messages; null if no trace is shown. */
  readonly traced: ReadonlyMap<string, TraceMark> | null
  readonly correcting: Pick<Correcting, 'selected' | 'toggle' | 'undo'>
  onFollow(id: string | null): void
  onJump(id: string): void
  /** The message under the pointer. */
  onPoint(message: TimelineMessage | null): void
  /** The message under the keyboard cursor. */
  onReach(message: TimelineMessage): void
  onChoose(message: TimelineMessage): void
  onPreviewContext(message: TimelineMessage): void
}

type Props = {
  readonly index: number
  /** Offset from the start of the feed in pixels. */
  readonly start: number
  readonly total: number
  readonly feed: FeedProps
  readonly lanes: DrawnLanes
  /** Probabilities of the links of the active message, by target. */
  readonly shares: ReadonlyMap<string, number>
  /** The conversation of the active message. */
  readonly strong: string | null
  readonly actions: RowActions
  readonly isCursor: boolean
  measure(element: Element | null): void
  onPoint(message: TimelineMessage): void
  onReach(index: number, message: TimelineMessage): void
}

/** A row of the feed; until its message is loaded, a placeholder of average height. */
export function FeedRow(props: Props) {
  const { index, start, total, feed, shares, actions, isCursor, measure } = props
  const { store } = feed
  const message = store.messageAt(index)
  const attributes = {
    ref: measure,
    'data-index': index,
    'aria-posinset': index + 1,
    'aria-setsize': total,
    style: { transform: `translateY(${start}px)` },
  }
  if (message === undefined) {
    return (
      <article
        {...attributes}
        data-blank
        aria-label={strings.loadingRow}
        className="chats-row chats-blank"
      >
        <i />
        <i />
      </article>
    )
  }
  const { id, reply_to } = message
  const replied = reply_to === null ? undefined : store.indexOf(reply_to)
  const cell = props.lanes.cells.get(index)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the feed handles the keys
    <article
      {...attributes}
      data-message={id}
      aria-label={visibleText(message.author.name)}
      aria-describedby={`about-${index}`}
      tabIndex={isCursor ? 0 : -1}
      className={classOf(props, id)}
      onPointerEnter={(event) => {
        if (event.pointerType === 'mouse') props.onPoint(message)
      }}
      onFocus={() => props.onReach(index, message)}
      onClick={() => feed.onChoose(message)}
    >
      <MessageRow
        {...{ index, message, cell, actions }}
        thread={feed.thread}
        colour={store.groups.colourOf(id)}
        startsDay={startsDay(store, index)}
        parent={replied === undefined ? undefined : store.messageAt(replied)}
        share={shares.get(id) ?? null}
        traced={feed.traced?.get(id) ?? null}
        strong={hasLineOf(cell, props.strong) ? props.strong : null}
        isFollowed={isFollowed(feed, id)}
        isSelected={feed.correcting.selected.has(id)}
      />
    </article>
  )
}

/** True if a line of the conversation is drawn beside the row; other rows are not rendered again. */
function hasLineOf(cell: LaneCell | undefined, conversation: string | null): boolean {
  if (cell === undefined || conversation === null) return false
  const lines = [cell, ...cell.passing]
  return lines.some((line) => line.conversation === conversation)
}

/** True if a message belongs to the followed conversation. */
function isFollowed({ store, followed }: FeedProps, id: string): boolean {
  if (followed === null) return false
  return store.groups.conversationOf(followed) === store.groups.conversationOf(id)
}

function classOf({ feed, shares, isCursor }: Props, id: string): string {
  const { inContext, traced, followed, target } = feed
  const isDim = inContext === null ? followed !== null && !isFollowed(feed, id) : !inContext.has(id)
  const mark = traced?.get(id)
  return [
    'chats-row',
    ...(isCursor ? ['chats-row-current'] : []),
    ...(isDim ? ['chats-row-dim'] : []),
    ...(inContext?.has(id) ? ['chats-row-in-context'] : []),
    ...(mark === undefined ? [] : [`chats-row-${mark}`]),
    ...(feed.correcting.selected.has(id) ? ['chats-row-selected'] : []),
    ...(shares.has(id) ? ['chats-row-shared'] : []),
    // Two names for one animation: a second jump to the same row must flash again.
    ...(target?.id === id ? [target.round % 2 === 0 ? 'chats-row-flash' : 'chats-row-flash2'] : []),
  ].join(' ')
}

function startsDay(store: TimelineStore, index: number): boolean {
  const [before, message] = [store.messageAt(index - 1), store.messageAt(index)]
  if (message === undefined) return false
  if (before === undefined) return index === 0
  return formatDay(before.sent_at) !== formatDay(message.sent_at)
}
