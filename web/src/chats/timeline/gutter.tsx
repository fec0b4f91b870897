import { chats as strings } from '../../strings/chats.ts'
import type { LaneCell } from './lanes.ts'

/** Pixels between lanes, and the radius of a mark. */
const STEP = 16
const RADIUS = 7
const LETTERS = 'ABCDEFGH'

/** The letter of a conversation: its colour in text. */
export function letterOf(colour: number): string {
  return LETTERS.charAt(colour)
}

/** Width for a number of lanes, in pixels. */
export function widthFor(lanes: number): number {
  return 4 + (lanes + 1) * STEP
}

const x = (lane: number) => 10 + lane * STEP
const paint = (colour: number | null) =>
  colour === null ? 'var(--line-strong)' : `var(--c${colour + 1})`

/** The lanes beside a message; its mark is a button that follows the conversation. */
export function Gutter({
  cell,
  colourOf,
  colour,
  markAt,
  strong,
  isFollowed,
  onFollow,
}: {
  cell: LaneCell
  colourOf: (conversation: string) => number | null
  colour: number | null
  markAt: number
  /** The conversation of the active message: its line is thicker. */
  strong: string | null
  isFollowed: boolean
  onFollow: () => void
}) {
  const own = x(cell.lane)
  const letter = colour === null ? null : letterOf(colour)
  const line = (conversation: string | null) =>
    conversation !== null && conversation === strong ? 'chats-line chats-line-strong' : 'chats-line'
  return (
    <div className="chats-gutter">
      <svg aria-hidden="true">
        {cell.passing.map(({ lane, conversation }) => (
          <line
            key={`${lane}${conversation}`}
            {...{ x1: x(lane), x2: x(lane), y1: 0, y2: '100%' }}
            className={line(conversation)}
            stroke={paint(colourOf(conversation))}
          />
        ))}
        {cell.above !== null && (
          <line
            {...{ x1: own, x2: own, y1: 0, y2: markAt }}
            className={
              cell.above === 'dots' ? 'chats-line chats-line-dots' : line(cell.conversation)
            }
            stroke={paint(colour)}
          />
        )}
        {cell.hasBelow && (
          <line
            {...{ x1: own, x2: own, y1: markAt, y2: '100%' }}
            className={line(cell.conversation)}
            stroke={paint(colour)}
          />
        )}
        {letter === null && (
          <circle cx={own} cy={markAt} r={3} fill="none" stroke={paint(null)} strokeWidth={1.5} />
        )}
      </svg>
      {letter !== null && (
        <button
          type="button"
          className="chats-mark"
          tabIndex={-1}
          style={{
            left: own - RADIUS - 1,
            top: markAt - RADIUS - 1,
            ['--chats-colour' as string]: paint(colour),
          }}
          aria-pressed={isFollowed}
          aria-label={strings.conversation.follow(letter)}
          onClick={(event) => {
            event.stopPropagation()
            onFollow()
          }}
        >
          {letter}
        </button>
      )}
    </div>
  )
}
