import { useState } from 'react'
import { api } from '../lib/api.ts'
import { formatAgo, formatDay, formatMoment, formatShare, formatTime } from '../lib/format.ts'
import { useAction } from '../lib/use-action.ts'
import { Button } from '../parts/button.tsx'
import { Chip } from '../parts/chip.tsx'
import { Confirm } from '../parts/dialog.tsx'
import { SummaryText } from '../parts/summary-text.tsx'
import { UserText } from '../parts/user-text.tsx'
import { useMe } from '../shell/me.tsx'
import { memory as strings } from '../strings/memory.ts'
import { CorrectForm } from './correct-form.tsx'
import { memoryPath, type Owner, type SessionSummary } from './owner.ts'

type Props = { owner: Owner; session: SessionSummary; onChange: (what: string) => void }

/** The summary of one session, with its actions. */
export function SessionCard({ owner, session, onChange }: Props) {
  const me = useMe()
  const [open, setOpen] = useState<'correct' | 'remove' | null>(null)
  const when = whenOf(session)
  // A member may not change the memory of a group.
  const mayChange = owner.kind === 'person' || me.role !== 'member'
  const path = `${memoryPath(owner)}/sessions/${encodeURIComponent(session.session_id)}`
  return (
    <article className="card stack" aria-label={when}>
      <header className="memory-session-head">
        <h3>
          {session.title !== null && (
            <>
              <UserText inline text={session.title} />{' '}
            </>
          )}
          <time
            className={session.title === null ? undefined : 'quiet small'}
            dateTime={session.ended_at}
          >
            {when}
          </time>
        </h3>
        <Folded session={session} />
      </header>
      {open === 'correct' ? (
        <CorrectForm
          session={session}
          path={path}
          onClose={() => setOpen(null)}
          onDone={onChange}
        />
      ) : (
        <>
          <SummaryText text={session.summary_text} />
          <Tags session={session} />
          <footer className="memory-session-foot">
            <span className="quiet small">
              {strings.session.tokens(session.tokens)} · {strings.session.model(session.model)}
            </span>
            {mayChange && (
              <span className="row">
                <Button
                  size="small"
                  aria-label={strings.session.correctOf(when)}
                  onClick={() => setOpen('correct')}
                >
                  {strings.session.correct}
                </Button>
                <Button
                  size="small"
                  kind="danger"
                  aria-label={strings.session.removeOf(when)}
                  onClick={() => setOpen('remove')}
                >
                  {strings.session.remove}
                </Button>
              </span>
            )}
          </footer>
        </>
      )}
      {open === 'remove' && (
        <RemoveSession path={path} onClose={() => setOpen(null)} onDone={onChange} />
      )}
    </article>
  )
}

function whenOf({ started_at, ended_at }: SessionSummary): string {
  const day = formatDay(started_at)
  if (formatMoment(started_at) === formatMoment(ended_at)) return formatMoment(ended_at)
  return day === formatDay(ended_at)
    ? strings.session.at(day, formatTime(started_at), formatTime(ended_at))
    : strings.session.over(formatMoment(started_at), formatMoment(ended_at))
}

function Folded({ session }: { session: SessionSummary }) {
  const { folded, folded_at, corrected_at } = session
  const label = {
    recent: strings.session.foldedRecent,
    history: strings.session.foldedHistory,
    none: strings.session.foldedNot,
  }[folded ?? 'none']
  return (
    <span className="row small">
      {corrected_at !== null && (
        <span title={formatMoment(corrected_at)}>
          <Chip tone="ok">{strings.session.corrected(formatAgo(corrected_at))}</Chip>
        </span>
      )}
      <Chip tone={folded === null ? 'plain' : 'accent'}>{label}</Chip>
      {folded_at !== null && (
        <span className="quiet">{strings.session.foldedAt(formatMoment(folded_at))}</span>
      )}
    </span>
  )
}

function Tags({ session }: { session: SessionSummary }) {
  if (session.tag_weights.length === 0)
    return <p className="quiet small">{strings.session.noTags}</p>
  return (
    <ul className="row" aria-label={strings.session.tags}>
      {session.tag_weights.map(({ tag, confidence }) => (
        <li key={tag}>
          <Chip
            title={
              confidence === 1
                ? strings.session.byPerson(tag)
                : strings.session.confidence(tag, formatShare(confidence))
            }
          >
            {tag}
            <span className="memory-confidence quiet">{formatShare(confidence)}</span>
          </Chip>
        </li>
      ))}
    </ul>
  )
}

function RemoveSession({
  path,
  onClose,
  onDone,
}: {
  path: string
  onClose: () => void
  onDone: (what: string) => void
}) {
  const remove = useAction(async () => {
    await api.delete(path)
    onClose()
    onDone(strings.remove.done)
  })
  return (
    <Confirm
      title={strings.remove.title}
      action={strings.remove.action}
      isBusy={remove.isRunning}
      problem={remove.problem}
      onConfirm={() => void remove.run()}
      onClose={onClose}
    >
      <p>{strings.remove.intro}</p>
      <ul className="memory-deleted">
        {strings.remove.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p>{strings.remove.stays}</p>
    </Confirm>
  )
}
