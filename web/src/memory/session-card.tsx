import { useState } from 'react'
import { api } from '../lib/api.ts'
import { formatAgo, formatDay, formatMoment, formatShare, formatTime } from '../lib/format.ts'
import { useAction } from '../lib/use-action.ts'
import { Button } from '../parts/button.tsx'
import { Chip } from '../parts/chip.tsx'
import { Confirm } from '../parts/dialog.tsx'
import { useMe } from '../shell/me.tsx'
import { memory as words } from '../strings/memory.ts'
import { CorrectForm } from './correct-form.tsx'
import { memoryPath, type Owner, type RememberedTalk } from './owner.ts'
import { Bullets } from './summary-text.tsx'

type Props = { owner: Owner; talk: RememberedTalk; onChange: (what: string) => void }

/** What is remembered of one talk, and what can be done about it. */
export function TalkCard({ owner, talk, onChange }: Props) {
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
          <Bullets text={talk.summary_text} />
          <Tags talk={talk} />
          <footer className="memory-talk-foot">
            <span className="quiet small">
              {words.talk.tokens(talk.tokens)} · {words.talk.model(talk.model)}
            </span>
            {mayChange && (
              <span className="row">
                <Button
                  size="small"
                  aria-label={words.talk.correctOf(when)}
                  onClick={() => setOpen('correct')}
                >
                  {words.talk.correct}
                </Button>
                <Button
                  size="small"
                  kind="danger"
                  aria-label={words.talk.unrememberOf(when)}
                  onClick={() => setOpen('unremember')}
                >
                  {words.talk.unremember}
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

function whenOf({ started_at, ended_at }: RememberedTalk): string {
  const day = formatDay(started_at)
  if (formatMoment(started_at) === formatMoment(ended_at)) return formatMoment(ended_at)
  return day === formatDay(ended_at)
    ? words.talk.at(day, formatTime(started_at), formatTime(ended_at))
    : words.talk.over(formatMoment(started_at), formatMoment(ended_at))
}

function Folded({ talk }: { talk: RememberedTalk }) {
  const { folded, folded_at, corrected_at } = talk
  const label = {
    recent: words.talk.foldedRecent,
    history: words.talk.foldedHistory,
    none: words.talk.foldedNot,
  }[folded ?? 'none']
  return (
    <span className="row small">
      {corrected_at !== null && (
        <span title={formatMoment(corrected_at)}>
          <Chip tone="ok">{words.talk.corrected(formatAgo(corrected_at))}</Chip>
        </span>
      )}
      <Chip tone={folded === null ? 'plain' : 'accent'}>{label}</Chip>
      {folded_at !== null && (
        <span className="quiet">{words.talk.foldedAt(formatMoment(folded_at))}</span>
      )}
    </span>
  )
}

function Tags({ talk }: { talk: RememberedTalk }) {
  if (talk.tag_weights.length === 0) return <p className="quiet small">{words.talk.noTags}</p>
  return (
    <ul className="row" aria-label={words.talk.tags}>
      {talk.tag_weights.map(({ tag, confidence }) => (
        <li key={tag}>
          <Chip
            title={
              confidence === 1
                ? words.talk.byPerson(tag)
                : words.talk.sure(tag, formatShare(confidence))
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
    onDone(words.unremember.done)
  })
  return (
    <Confirm
      title={words.unremember.title}
      action={words.unremember.action}
      isBusy={remove.isRunning}
      problem={remove.problem}
      onConfirm={() => void remove.run()}
      onClose={onClose}
    >
      <p>{words.unremember.goes}</p>
      <ul className="memory-goes">
        {words.unremember.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p>{words.unremember.stays}</p>
    </Confirm>
  )
}
