import type { ReactNode } from 'react'
import type { LiveNow, OperationsLook } from '../../../src/api/wire/operations-wire.ts'
import { formatCount, formatMs, formatShort, formatUsd } from '../lib/format.ts'
import { operations as strings } from '../strings/operations.ts'

/** Key figures: of the selected period, except failures and queue, which are live. */
export function KeyFigures({
  operations,
  now,
}: {
  operations: OperationsLook
  now: LiveNow | null
}) {
  const { totals } = operations
  const { figures } = strings
  const failures = (now?.failures ?? operations.process.failures).reduce(
    (sum, { count }) => sum + count,
    0,
  )
  const jobs = (now?.waiting ?? operations.waiting).jobs
  const jobsIn = (isFailed: boolean) =>
    jobs.reduce((sum, job) => sum + ((job.state === 'failed') === isFailed ? job.count : 0), 0)
  const failed = jobsIn(true)
  const memory = (pick: (day: OperationsLook['days'][number]) => number) =>
    operations.days.reduce((all, day) => all + pick(day), 0)
  return (
    <section aria-label={figures.title}>
      <dl className="operations-figures">
        <Figure label={figures.messages} value={formatCount(totals.messages)} />
        <Figure label={figures.answers} value={formatCount(totals.answers)}>
          {figures.contexts(totals.contexts)}
        </Figure>
        <Figure label={figures.p95} value={msOr(sum(totals.assembly_p95_ms, totals.model_p95_ms))}>
          {figures.p95Hint(msOr(sum(totals.assembly_p50_ms, totals.model_p50_ms)))}
        </Figure>
        <Figure
          label={figures.tokens}
          value={formatShort(totals.input_tokens + totals.output_tokens)}
        >
          {figures.tokensHint(formatShort(totals.input_tokens), formatShort(totals.output_tokens))}
          <br />
          {figures.memoryTokens(formatShort(memory((one) => one.memory_tokens)))}
        </Figure>
        <Figure label={figures.cost} value={formatUsd(totals.cost_usd)}>
          {totals.unpriced > 0 ? figures.costUnknown(totals.unpriced) : figures.costHint}
          <br />
          {figures.memoryCost(formatUsd(memory((one) => one.memory_cost_usd)))}
        </Figure>
        <Figure label={figures.failures} value={formatCount(failures)} isBad={failures > 0}>
          {figures.failuresHint}
        </Figure>
        <Figure label={figures.queue} value={formatCount(jobsIn(false))} isBad={failed > 0}>
          {failed > 0 ? figures.queueHint(failed) : figures.queueFine}
        </Figure>
      </dl>
    </section>
  )
}

function Figure({
  label,
  value,
  isBad = false,
  children,
}: {
  label: string
  value: string
  isBad?: boolean
  children?: ReactNode
}) {
  return (
    <div className={isBad ? 'card operations-figure operations-bad' : 'card operations-figure'}>
      <dt className="small quiet">{label}</dt>
      <dd>
        <b>{value}</b>
        {children && <span className="small quiet">{children}</span>}
      </dd>
    </div>
  )
}

function sum(a: number | null, b: number | null): number | null {
  return a === null && b === null ? null : (a ?? 0) + (b ?? 0)
}

function msOr(ms: number | null): string {
  return ms === null ? strings.figures.none : formatMs(ms)
}
