import { routes } from '../../lib/routes.ts'
import { Chip } from '../../parts/chip.tsx'
import { UserText } from '../../parts/user-text.tsx'
import { chats as strings } from '../../strings/chats.ts'
import type { ShownTrace, TraceMark } from './use-trace.ts'

const TONES = { cited: 'ok', included: 'accent', nearby: 'plain', excluded: 'warn' } as const
const MARKS = Object.keys(TONES) as TraceMark[]

/** The mark of a message in words; its colour repeats it. */
export function TraceChip({ mark }: { mark: TraceMark }) {
  return <Chip tone={TONES[mark]}>{strings.trace.marks[mark]}</Chip>
}

/** What the marks mean, how many messages have each, and the way back. */
export function TraceLegend({
  trace: { why, marks },
  close,
}: {
  trace: ShownTrace
  /** The chat without the trace. */
  close: string
}) {
  const counts = [...marks.values()]
  return (
    <section className="chats-trace card" aria-label={strings.trace.title}>
      <p>
        {strings.trace.of}{' '}
        <a href={routes.why(why.answer_id)}>
          <UserText inline hasLinks={false} text={why.question || strings.trace.bareMention} />
        </a>
      </p>
      <ul className="row small">
        {MARKS.map((mark) => (
          <li key={mark} className={`chats-trace-key chats-row-${mark}`}>
            <TraceChip mark={mark} /> {counts.filter((one) => one === mark).length}
          </li>
        ))}
        <li>
          <a href={close}>{strings.trace.close}</a>
        </li>
      </ul>
      <p className="quiet small">{strings.trace.hint}</p>
    </section>
  )
}
