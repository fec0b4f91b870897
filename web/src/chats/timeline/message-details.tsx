import type { TimelineMessage } from '../../../../src/api/chats/chats.ts'
import { formatShare } from '../../lib/format.ts'
import { visibleText } from '../../lib/visible-text.ts'
import { Button } from '../../parts/button.tsx'
import { UserText } from '../../parts/user-text.tsx'
import { chats as strings } from '../../strings/chats.ts'
import { CorrectionMarks } from '../corrections/correction-marks.tsx'
import type { Correcting } from '../corrections/use-corrections.ts'
import type { TimelineStore } from './timeline-store.ts'

const MAX_LINKS = 4

/** The links of the active message with probability and reason, its corrections, and actions. */
export function MessageDetails({
  store,
  message,
  correcting,
  onJump,
  onPreviewContext,
}: {
  store: TimelineStore
  message: TimelineMessage | null
  correcting: Correcting
  onJump: (id: string) => void
  onPreviewContext: (message: TimelineMessage) => void
}) {
  if (message === null) {
    return (
      <footer className="chats-details small quiet">
        <p>{strings.links.hint}</p>
        <p className="chats-hint">{strings.hint}</p>
      </footer>
    )
  }
  return (
    <footer className="chats-details small">
      <div className="chats-details-head">
        <strong>
          <UserText inline text={message.author.name} />
        </strong>
        <Button size="small" onClick={() => onPreviewContext(message)}>
          {strings.context.action}
        </Button>
        <Button size="small" onClick={() => correcting.toggle(message.id)}>
          {correcting.selected.has(message.id) ? strings.correct.unchoose : strings.correct.choose}
        </Button>
      </div>
      {message.corrections.length > 0 && (
        <section className="chats-details-corrected" aria-label={strings.correct.title}>
          <CorrectionMarks corrections={message.corrections} isTabbed onUndo={correcting.undo} />
        </section>
      )}
      {message.links.length === 0 ? (
        <p className="quiet">{strings.links.none}</p>
      ) : (
        <ul aria-label={strings.links.title}>
          {message.links.slice(0, MAX_LINKS).map((link) => (
            <li key={link.to}>
              <LinkLine store={store} link={link} onJump={onJump} />
            </li>
          ))}
        </ul>
      )}
    </footer>
  )
}

function LinkLine({
  store,
  link: { to, probability, reason },
  onJump,
}: {
  store: TimelineStore
  link: TimelineMessage['links'][number]
  onJump: (id: string) => void
}) {
  const index = store.indexOf(to)
  const parent = index === undefined ? undefined : store.messageAt(index)
  const who = parent ? visibleText(parent.author.name) : strings.links.earlier
  return (
    <button type="button" className="chats-link" onClick={() => onJump(to)}>
      <b>{formatShare(probability)}</b>
      <span className="chats-link-about">
        <span className="chats-link-text">
          {who}
          {parent && `: ${visibleText(parent.text.slice(0, 100))}`}
        </span>
        <span className="quiet">{visibleText(reason)}</span>
      </span>
    </button>
  )
}
