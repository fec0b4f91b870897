import type { TimelineMessage } from '../../../../src/api/chats/chats.ts'
import { formatMoment } from '../../lib/format.ts'
import { visibleText } from '../../lib/visible-text.ts'
import { chats as strings } from '../../strings/chats.ts'

type Correction = TimelineMessage['corrections'][number]

/** The text of a correction and its author. */
export function correctionText({ kind, author }: Correction): string {
  return strings.correct.text[kind](
    author === null ? strings.correct.operator : visibleText(author),
  )
}

/** The corrections of a message, each with its author and an undo button. */
export function CorrectionMarks({
  corrections,
  isTabbed,
  onUndo,
}: {
  corrections: readonly Correction[]
  /** False in the feed, which is one tab stop: the message details below have the same buttons. */
  isTabbed: boolean
  onUndo: (id: string) => void
}) {
  return corrections.map((correction) => (
    <span
      key={correction.id}
      className="chats-corrected small"
      title={formatMoment(correction.created_at)}
    >
      <span aria-hidden="true">✎ </span>
      {correctionText(correction)}{' '}
      <button
        type="button"
        className="chats-undo"
        tabIndex={isTabbed ? 0 : -1}
        onClick={(event) => {
          event.stopPropagation()
          onUndo(correction.id)
        }}
      >
        {strings.correct.undo}
      </button>
    </span>
  ))
}
