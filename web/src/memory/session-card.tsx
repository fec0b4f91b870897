import { useState } from 'react'
import { api } from '../lib/api.ts'
import { formatAgo, formatDay, formatMoment, formatShare, formatTime } from '../lib/format.ts'
import { useAction } from '../lib/use-action.ts'
import { Button } from '../parts/button.tsx'
import { Chip } from '../parts/chip.tsx'
import { Confirm } from '../parts/dialog.tsx'
import { useMe } from '../shell/me.tsx'
import { memory as strings } from '../strings/memory.ts'
import { CorrectForm } from './correct-form.tsx'
import { memoryPath, type Owner, type SessionSummary } from './owner.ts'
import { SummaryText } from './summary-text.tsx'

type Props = { owner: Owner; talk: SessionSummary; onChange: (what: string) => void }

/** What is remembered of one talk, and what can be done about it. */
export function SessionCard({ owner, talk, onChange }: Props) {
  const me = useMe()
  const [open, setOpen] = useState<'correct' | 'unremember' | null>(null)
  const when = whenOf(talk)
  // What a group remembers is not one member's to change.
  const mayChange = owner.kind === 'person' || me.role !== 'member'
  const path = `${memoryPath(owner)}/sessions/${encodeURIComponent(talk.session_id)}`
  return (
    <article className="card stack" aria-label={when}>
      <header className="memory-talk-head">
        <h3>
          <time dateTime={talk.ended_at}>{when}</time>
        </h3>
        <Folded talk={talk} />
      </header>
      {open === 'correct' ? (
        <CorrectForm talk={talk} path={path} onClose={() => setOpen(null)} onDone={onChange} />
      ) : (
        <>
          <SummaryText text={talk.summary_text} />
          <Tags talk={talk} />
          <footer className="memory-talk-foot">
            <span className="quiet small">
              {strings.talk.tokens(talk.tokens)} · {strings.talk.model(talk.model)}
            </span>
            {mayChange && (
              <span className="row">
                <Button
                  size="small"
                  aria-label={strings.talk.correctOf(when)}
                  onClick={() => setOpen('correct')}
                >
                  {strings.talk.correct}
                </Button>
                <Button
                  size="small"
                  kind="danger"
                  aria-label={strings.talk.unrememberOf(when)}
                  onClick={() => setOpen('unremember')}
                >
                  {strings.talk.unremember}
                </Button>
              </span>
            )}
          </footer>
        </>
      )}
      {open === 'unremember' && (
        <Unremember path={path} onClose={() => setOpen(null)} onDone={onChange} />
      )}
    </article>
  )
}

function whenOf({ started_at, ended_at }: SessionSummary): string {
  const day = formatDay(started_at)
  if (formatMoment(started_at) === formatMoment(ended_at)) return formatMoment(ended_at)
  return day === formatDay(ended_at)
    ? strings.talk.at(day, formatTime(started_at), formatTime(ended_at))
    : strings.talk.over(formatMoment(started_at), formatMoment(ended_at))
}

function Folded({ talk }: { talk: SessionSummary }) {
  const { folded, folded_at, corrected_at } = talk
  const label = {
    recent: strings.talk.foldedRecent,
    history: strings.talk.foldedHistory,
    none: strings.talk.foldedNot,
  }[folded ?? 'none']
  return (
    <span className="row small">
      {corrected_at !== null && (
        <span title={formatMoment(corrected_at)}>
          <Chip tone="ok">{strings.talk.corrected(formatAgo(corrected_at))}</Chip>
        </span>
      )}
      <Chip tone={folded === null ? 'plain' : 'accent'}>{label}</Chip>
      {folded_at !== null && (
        <span className="quiet">{strings.talk.foldedAt(formatMoment(folded_at))}</span>
      )}
    </span>
  )
}

function Tags({ talk }: { talk: SessionSummary }) {
  if (talk.tag_weights.length === 0) return <p className="quiet small">{strings.talk.noTags}</p>
  return (
    <ul className="row" aria-label={strings.talk.tags}>
      {talk.tag_weights.map(({ tag, confidence }) => (
        <li key={tag}>
          <Chip
            title={
              confidence === 1
                ? strings.talk.byPerson(tag)
                : strings.talk.sure(tag, formatShare(confidence))
            }
          >
            {tag}
            <span className="memory-sure quiet">{formatShare(confidence)}</span>
          </Chip>
        </li>
      ))}
    </ul>
  )
}

function Unremember({
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
    onDone(strings.unremember.done)
  })
  return (
    <Confirm
      title={strings.unremember.title}
      action={strings.unremember.action}
      isBusy={remove.isRunning}
      problem={remove.problem}
      onConfirm={() => void remove.run()}
      onClose={onClose}
    >
      <p>{strings.unremember.goes}</p>
      <ul className="memory-goes">
        {strings.unremember.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p>{strings.unremember.stays}</p>
    </Confirm>
  )
}
