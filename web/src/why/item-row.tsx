import { useState } from 'react'
import type { Why } from '../../../src/api/wire/why-wire.ts'
import { api } from '../lib/api.ts'
import { formatMoment } from '../lib/format.ts'
import { routes } from '../lib/routes.ts'
import { useAction } from '../lib/use-action.ts'
import { Bar } from '../parts/bar.tsx'
import { Button } from '../parts/button.tsx'
import { Chip } from '../parts/chip.tsx'
import { Failure } from '../parts/notice.tsx'
import { UserText } from '../parts/user-text.tsx'
import { why as all } from '../strings/why.ts'

type Item = Why['items'][number]
const strings = all.items
const PARTS = Object.keys(all.parts)

/** One piece: author, text, reason, and its score as a stacked bar. */
export function ItemRow({
  item,
  why,
  maxScore,
  threshold,
}: {
  item: Item
  why: Why
  maxScore: number
  /** The lowest score that was included; null if there is none. */
  threshold: number | null
}) {
  return (
    <li className="why-item">
      <div className="row">
        {item.number !== null && <span className="mark-link">{item.number}</span>}
        <Source item={item} why={why} />
        {item.sent_at && <span className="quiet small">{formatMoment(item.sent_at)}</span>}
        <Badges item={item} />
      </div>
      {item.text === null ? (
        <p className="quiet">{all.deleted}</p>
      ) : (
        <div className="why-text">
          <UserText text={item.text} />
        </div>
      )}
      <p className="small why-reason">
        <UserText inline hasLinks={false} text={item.reason} />
        <span className="quiet">
          {' '}
          · {strings.tokens(item.tokens)} · {strings.foundBy(item.found_by.join(', '))}
        </span>
      </p>
      <div className="why-score">
        <b title={strings.score}>{item.relevance.toFixed(2)}</b>
        <Bar
          label={strings.scoreOf(item.relevance.toFixed(2))}
          total={maxScore}
          format={formatScore}
          slices={partsOf(item, why)}
          mark={
            threshold === null
              ? null
              : { value: threshold, label: strings.thresholdAt(threshold.toFixed(2)) }
          }
        />
      </div>
      {item.type !== 'memory' && item.type !== 'fact' && (
        <FeedbackButtons item={item} answerId={why.answer_id} />
      )}
    </li>
  )
}

function Source({ item, why }: { item: Item; why: Why }) {
  const name = item.path ?? item.author ?? item.type
  const label = <UserText inline hasLinks={false} text={name} />
  if (item.message_id !== null && why.thread_id !== null && item.text !== null) {
    return <a href={routes.message(why.thread_id, item.message_id)}>{label}</a>
  }
  if (item.file_id !== null && item.lines !== null) {
    const [from = 1, to = 1] = item.lines.split('-').map(Number)
    return (
      <a href={routes.lines(item.file_id, from, to)}>
        {label}:{item.lines}
      </a>
    )
  }
  return <b>{label}</b>
}

function Badges({ item }: { item: Item }) {
  return (
    <>
      {item.cited && <Chip tone="ok">{strings.cited}</Chip>}
      {item.is_anchor && <Chip tone="accent">{strings.anchor}</Chip>}
      {item.is_pinned && <Chip tone="accent">{strings.pinned}</Chip>}
      {item.is_excerpt && <Chip>{strings.excerpt}</Chip>}
      {item.exclusion !== null && (
        <Chip tone="warn">{strings.exclusions[item.exclusion] ?? item.exclusion}</Chip>
      )}
    </>
  )
}

/** Feedback on a piece; it changes the score in later contexts of the chat. */
function FeedbackButtons({ item, answerId }: { item: Item; answerId: string }) {
  const [given, setGiven] = useState<boolean | null>(null)
  const useful = item.usage.useful + Number(given === true)
  const useless = item.usage.useless + Number(given === false)
  const send = useAction(async (isUseful: boolean) => {
    await api.post('/api/context/feedback', {
      context_item_id: item.id,
      answer_id: answerId,
      useful: isUseful,
    })
    setGiven(isUseful)
  })
  return (
    <div className="row">
      {[true, false].map((isUseful) => (
        <Button
          key={String(isUseful)}
          size="small"
          kind="quiet"
          aria-pressed={given === isUseful}
          disabled={given !== null}
          isBusy={send.isRunning}
          onClick={() => void send.run(isUseful)}
        >
          {isUseful ? strings.useful : strings.useless}
        </Button>
      ))}
      {useful + useless > 0 && <Chip>{strings.rated(useful, useless)}</Chip>}
      <span className="quiet small" role="status">
        {given !== null && strings.feedbackSaved}
      </span>
      {send.problem && <Failure problem={send.problem} />}
    </div>
  )
}

/** The weighted parts of the score; a negative part has no length. */
function partsOf({ parts }: Item, { weights }: Why) {
  return Object.entries(parts).map(([name, value]) => ({
    label: all.parts[name] ?? name,
    value: Math.max(0, value * (weights[name] ?? 1)),
    colour: `c${(PARTS.indexOf(name) % 8) + 1}`,
  }))
}

function formatScore(value: number): string {
  return value.toFixed(2)
}
