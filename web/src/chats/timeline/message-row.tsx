import { memo } from 'react'
import type { TimelineMessage } from '../../../../src/api/chats/chats.ts'
import { formatDay, formatMoment, formatShare, formatTime } from '../../lib/format.ts'
import { visibleText } from '../../lib/visible-text.ts'
import { Chip } from '../../parts/chip.tsx'
import { UserText } from '../../parts/user-text.tsx'
import { chats as strings } from '../../strings/chats.ts'
import { CorrectionMarks, correctionText } from '../corrections/correction-marks.tsx'
import { TraceChip } from '../trace/trace-legend.tsx'
import type { TraceMark } from '../trace/use-trace.ts'
import { Gutter, letterOf } from './gutter.tsx'
import type { LaneCell } from './lanes.ts'
import { MessageText } from './message-text.tsx'

/** Actions on a message. */
export type RowActions = {
  follow(id: string): void
  jump(id: string): void
  colourOf(conversation: string): number | null
  select(id: string): void
  undo(correctionId: string): void
}

export type RowProps = {
  readonly thread: string
  readonly index: number
  readonly message: TimelineMessage
  readonly cell: LaneCell | undefined
  readonly colour: number | null
  /** True if it is the first message of its day. */
  readonly startsDay: boolean
  readonly parent: TimelineMessage | undefined
  /** Probability of the link from the active message to this one. */
  readonly share: number | null
  /** What the shown answer did with it; null if it was not considered, or no trace is shown. */
  readonly traced: TraceMark | null
  /** The conversation of the active message, if its line is beside this row. */
  readonly strong: string | null
  readonly isFollowed: boolean
  readonly isSelected: boolean
  readonly actions: RowActions
}

const MARK_AT = 19
const DAY_HEIGHT = 30

/** The content of a row: lanes, author, time and text. */
export const MessageRow = memo(function MessageRow(props: RowProps) {
  const { thread, index, message, cell, colour, startsDay, share, strong, isFollowed, actions } =
    props
  const { id, author } = message
  return (
    <>
      {cell && (
        <Gutter
          cell={cell}
          colour={colour}
          colourOf={actions.colourOf}
          markAt={MARK_AT + (startsDay ? DAY_HEIGHT : 0)}
          strong={strong}
          isFollowed={isFollowed}
          onFollow={() => actions.follow(id)}
        />
      )}
      <div className="chats-body">
        {startsDay && <p className="chats-day">{formatDay(message.sent_at)}</p>}
        <p className="chats-head">
          <strong>
            <UserText inline text={author.name} />
          </strong>
          {author.is_bot && <Chip>{strings.bot}</Chip>}
          <time
            className="quiet small"
            dateTime={message.sent_at}
            title={formatMoment(message.sent_at)}
          >
            {formatTime(message.sent_at)}
          </time>
          {message.edited_at !== null && (
            <span className="quiet small" title={formatMoment(message.edited_at)}>
              {strings.edited}
            </span>
          )}
          {props.traced !== null && <TraceChip mark={props.traced} />}
          {share !== null && <Chip tone="accent">{formatShare(share)}</Chip>}
          <CorrectionMarks
            corrections={message.corrections}
            isTabbed={false}
            onUndo={actions.undo}
          />
          <SelectBox {...props} />
        </p>
        <ReplyLine {...props} />
        <MessageText thread={thread} message={message} />
        <Extras message={message} />
        <span className="hidden-text" id={`about-${index}`}>
          {aboutOf(message, colour)}
        </span>
      </div>
    </>
  )
})

function SelectBox({ message: { id, author }, isSelected, actions }: RowProps) {
  return (
    <input
      type="checkbox"
      className="chats-select"
      tabIndex={-1}
      aria-label={strings.correct.select(visibleText(author.name))}
      checked={isSelected}
      onChange={() => actions.select(id)}
      onClick={(event) => event.stopPropagation()}
    />
  )
}

function ReplyLine({ message, parent, actions }: RowProps) {
  const { reply_to, quote } = message
  if (reply_to === null) return null
  const quoted = quote ?? parent?.text
  return (
    <button
      type="button"
      className="chats-reply small"
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation()
        actions.jump(reply_to)
      }}
    >
      <span aria-hidden="true">↩ </span>
      {parent ? strings.reply(visibleText(parent.author.name)) : strings.replyUnknown}
      {quoted && `: ${visibleText(quoted.slice(0, 120))}`}
    </button>
  )
}

function Extras({ message: { media, reactions } }: { message: TimelineMessage }) {
  if (media.length === 0 && reactions.length === 0) return null
  return (
    <p className="row small">
      {media.map(({ kind, name }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: attachments never change places
        <Chip key={i}>
          {visibleText(kind)}
          {name && ` ${visibleText(name)}`}
        </Chip>
      ))}
      {reactions.map(({ emoji, count }) => (
        <Chip key={emoji}>{strings.reactions(visibleText(emoji), count)}</Chip>
      ))}
    </p>
  )
}

/** The lanes as text, for screen readers. */
function aboutOf({ links, corrections }: TimelineMessage, colour: number | null): string {
  const lane =
    colour === null ? strings.conversation.none : strings.conversation.of(letterOf(colour))
  const where = [lane, ...corrections.map((one) => `${correctionText(one)}.`)].join(' ')
  if (links.length === 0) return where
  const reasons = links.map(({ probability, reason }) => `${formatShare(probability)}, ${reason}`)
  return `${where} ${strings.links.text(visibleText(reasons.join('; ')))}`
}
