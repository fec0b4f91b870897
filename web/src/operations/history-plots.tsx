import type { OperationsLook, WireFigureSet } from '../../../src/api/wire/operations-wire.ts'
import { formatCount, formatShare, formatShort, formatUsd } from '../lib/format.ts'
import { Plot } from '../parts/plot.tsx'
import { operations as strings } from '../strings/operations.ts'
import { formatTick } from './format-duration.ts'
import { ModelsCard } from './status-cards.tsx'

type Pick = (figures: WireFigureSet) => number | null

/** Plots over the selected period, from the database. */
export function HistoryPlots({ operations }: { operations: OperationsLook }) {
  const { plots } = strings
  const time = {
    times: operations.steps.map(({ at }) => at),
    stepMs: operations.step_minutes * 60_000,
  }
  const line = (label: string, colour: string, pick: Pick) => ({
    label,
    colour,
    values: operations.steps.map(({ figures }) => pick(figures)),
  })
  const whole = (value: number) => (value >= 10_000 ? formatShort(value) : formatCount(value))
  const percentiles = (p50: Pick, p95: Pick) => [
    line(plots.p50, 'c1', p50),
    line(plots.p95, 'c2', p95),
  ]
  return (
    <section className="stack" aria-label={plots.history}>
      <h2>{plots.history}</h2>
      <div className="operations-plots">
        <Plot
          {...time}
          kind="bars"
          title={plots.messages}
          unit={plots.messagesUnit}
          format={whole}
          series={[line(plots.messagesUnit, 'c1', ({ messages }) => messages)]}
        />
        <Plot
          {...time}
          kind="bars"
          title={plots.answers}
          unit={plots.answersUnit}
          format={whole}
          series={[
            line(plots.answer, 'c3', ({ answers }) => answers),
            line(plots.context, 'c8', ({ contexts }) => contexts),
          ]}
        />
        <Plot
          {...time}
          kind="lines"
          title={plots.assembly}
          unit={plots.ms}
          format={formatTick}
          series={percentiles(
            (one) => one.assembly_p50_ms,
            (one) => one.assembly_p95_ms,
          )}
        />
        <Plot
          {...time}
          kind="lines"
          title={plots.model}
          unit={plots.ms}
          format={formatTick}
          series={percentiles(
            (one) => one.model_p50_ms,
            (one) => one.model_p95_ms,
          )}
        />
        <Plot
          {...time}
          kind="bars"
          title={plots.tokens}
          unit={plots.tokensUnit}
          format={formatShort}
          series={[
            line(plots.input, 'c5', (one) => one.input_tokens),
            line(plots.output, 'c4', (one) => one.output_tokens),
          ]}
        />
        <Plot
          {...time}
          kind="bars"
          title={plots.cost}
          unit={plots.costUnit}
          format={formatUsd}
          series={[line(plots.spent, 'c6', (one) => one.cost_usd)]}
        />
        <Plot
          {...time}
          kind="lines"
          title={plots.cache}
          unit={plots.cacheUnit}
          format={formatShare}
          series={[line(plots.cached, 'c7', cachedShare)]}
        />
        <ModelsCard models={operations.models} />
      </div>
    </section>
  )
}

function cachedShare({ cached, answers, contexts }: WireFigureSet): number | null {
  return answers + contexts === 0 ? null : cached / (answers + contexts)
}
