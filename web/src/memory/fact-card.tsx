import { useEffect, useId, useRef, useState } from 'react'
import { api } from '../lib/api.ts'
import { formatAgo, formatDay, formatMoment, formatShare } from '../lib/format.ts'
import { useAction } from '../lib/use-action.ts'
import { visibleText } from '../lib/visible-text.ts'
import { Button } from '../parts/button.tsx'
import { Chip } from '../parts/chip.tsx'
import { Confirm } from '../parts/dialog.tsx'
import { Failure } from '../parts/notice.tsx'
import { UserText } from '../parts/user-text.tsx'
import { memory as strings } from '../strings/memory.ts'
import { CorrectFact } from './correct-fact.tsx'
import { FactHistory } from './fact-history.tsx'
import { type Fact, factPath } from './facts.ts'

type Props = { fact: Fact; onChange: (what: string) => void }
type Opened = 'correct' | 'remove' | 'history'

/** One fact, with its actions. */
export function FactCard({ fact, onChange }: Props) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const id = useId()
  const card = useRef<HTMLElement>(null)
  const isCorrecting = opened === 'correct'
  // The form that had the focus is gone: the keyboard goes on at the card.
  useEffect(() => {
    if (!isCorrecting) return
    return () => {
      if (document.activeElement === document.body) card.current?.focus({ preventScroll: true })
    }
  }, [isCorrecting])
  const close = () => setOpened(null)
  return (
    <article className="card stack" ref={card} tabIndex={-1} aria-labelledby={id}>
      <header className="memory-session-head">
        <h3 id={id}>
          <UserText inline text={fact.text} />
        </h3>
        <States fact={fact} />
      </header>
      <Source fact={fact} />
      {isCorrecting ? (
        <CorrectFact fact={fact} onClose={close} onDone={onChange} />
      ) : (
        <Actions
          fact={fact}
          opened={opened}
          onOpen={(what) => setOpened(what === opened ? null : what)}
          onChange={onChange}
        />
      )}
      {opened === 'history' && <FactHistory fact={fact} />}
      {opened === 'remove' && <RemoveFact fact={fact} onClose={close} onDone={onChange} />}
    </article>
  )
}

function States({ fact }: { fact: Fact }) {
  const { status, pinned, source, changed_at } = fact
  return (
    <span className="row small">
      {pinned && <Chip tone="accent">{strings.fact.pinned}</Chip>}
      {source === 'person' && changed_at !== null && (
        <span title={formatMoment(changed_at)}>
          <Chip tone="ok">{strings.fact.corrected(formatAgo(changed_at))}</Chip>
        </span>
      )}
      <Chip tone={status === 'active' ? 'plain' : 'warn'}>{strings.fact.statuses[status]}</Chip>
    </span>
  )
}

/** Who said it and when, how long it holds, and how sure it is. */
function Source({ fact }: { fact: Fact }) {
  const { said_by, said_at, valid_from, valid_to, times, confidence } = fact
  const more = [
    formatDay(valid_from) === formatDay(said_at) ? null : strings.fact.since(formatDay(valid_from)),
    valid_to === null ? null : strings.fact.until(formatDay(valid_to)),
    times > 1 ? strings.fact.times(times) : null,
    strings.fact.confidence(formatShare(confidence)),
  ].filter((part) => part !== null)
  return (
    <p className="quiet small">
      <UserText inline hasLinks={false} text={said_by.name} />
      <time dateTime={said_at}>{strings.fact.saidBy(formatMoment(said_at))}</time>
      {` · ${more.join(' · ')}`}
    </p>
  )
}

function Actions({
  fact,
  opened,
  onOpen,
  onChange,
}: Props & { opened: Opened | null; onOpen: (what: Opened) => void }) {
  const change = useAction(async (body: Record<string, unknown>, done: string) => {
    await api.patch(factPath(fact), body)
    onChange(done)
  })
  const { status, pinned } = fact
  const isUsable = status === 'active' || status === 'proposed'
  const of = (label: string) => strings.fact.actionOf(label, visibleText(fact.text))
  const changeButton = (label: string, body: Record<string, unknown>, done: string) => (
    <Button
      size="small"
      aria-label={of(label)}
      isBusy={change.isRunning}
      onClick={() => void change.run(body, done)}
    >
      {label}
    </Button>
  )
  const openButton = (label: string, what: Opened) => (
    <Button
      size="small"
      kind={what === 'remove' ? 'danger' : 'plain'}
      aria-label={of(label)}
      aria-expanded={what === 'history' ? opened === 'history' : undefined}
      onClick={() => onOpen(what)}
    >
      {label}
    </Button>
  )
  const text = strings.fact
  return (
    <>
      <div className="row">
        {status === 'proposed' && changeButton(text.confirm, { status: 'active' }, text.confirmed)}
        {status === 'rejected' && changeButton(text.restore, { status: 'active' }, text.confirmed)}
        {isUsable && openButton(text.correct, 'correct')}
        {isUsable &&
          changeButton(
            status === 'proposed' ? text.refuse : text.reject,
            { status: 'rejected' },
            text.rejected,
          )}
        {status === 'active' &&
          (pinned
            ? changeButton(text.unpin, { pinned: false }, text.unpinned)
            : changeButton(text.pin, { pinned: true }, text.pinnedDone))}
        {openButton(text.history, 'history')}
        {openButton(text.remove, 'remove')}
      </div>
      {change.problem && <Failure problem={change.problem} />}
    </>
  )
}

function RemoveFact({
  fact,
  onClose,
  onDone,
}: {
  fact: Fact
  onClose: () => void
  onDone: (what: string) => void
}) {
  const remove = useAction(async () => {
    await api.delete(factPath(fact))
    onClose()
    onDone(strings.fact.removed)
  })
  return (
    <Confirm
      title={strings.removeFact.title}
      action={strings.removeFact.action}
      isBusy={remove.isRunning}
      problem={remove.problem}
      onConfirm={() => void remove.run()}
      onClose={onClose}
    >
      <p>
        <strong>
          <UserText inline text={fact.text} />
        </strong>
      </p>
      <p>{strings.removeFact.text}</p>
    </Confirm>
  )
}
