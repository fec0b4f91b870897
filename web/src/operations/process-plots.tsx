import type {
  LiveNow,
  OperationsLook,
  ProcessPoint,
} from '../../../src/api/wire/operations-wire.ts'
import { formatBytes, formatCount } from '../lib/format.ts'
import { Plot } from '../parts/plot.tsx'
import { operations as strings } from '../strings/operations.ts'
import { formatDuration, formatTick } from './format-duration.ts'

const MINUTE_MS = 60_000

/** The last hour of the server process, from its own metrics. */
export function ProcessPlots({
  operations,
  now,
}: {
  operations: OperationsLook
  now: LiveNow | null
}) {
  const { plots } = strings
  const { points, started_at } = operations.process
  const time = { times: points.map(({ at, ms }) => before(at, ms)), stepMs: MINUTE_MS }
  const line = (label: string, colour: string, pick: (point: ProcessPoint) => number | null) => ({
    label,
    colour,
    values: points.map(pick),
  })
  const latest = now?.passed ?? points.at(-1)
  const uptime = formatDuration(Date.parse(now?.at ?? operations.to) - Date.parse(started_at))
  return (
    <section className="stack" aria-label={plots.process}>
      <h2>{plots.process}</h2>
      <p className="quiet small">
        {plots.processHint(uptime, formatBytes(latest?.memory_bytes ?? 0))}
        {points.length < 2 && ` ${plots.young}`}
      </p>
      {points.length > 1 && (
        <div className="operations-plots">
          <Plot
            {...time}
            kind="bars"
            title={plots.requests}
            unit={plots.requestsUnit}
            format={formatCount}
            series={[
              line(
                plots.succeeded,
                'c3',
                ({ requests, refused, broken }) => requests - refused - broken,
              ),
              line(plots.refused, 'c2', ({ refused }) => refused),
              line(plots.broken, 'c4', ({ broken }) => broken),
            ]}
          />
          <Plot
            {...time}
            kind="lines"
            title={plots.latency}
            unit={plots.ms}
            format={formatTick}
            series={[
              line(plots.p50, 'c1', ({ p50_ms }) => p50_ms),
              line(plots.p95, 'c2', ({ p95_ms }) => p95_ms),
            ]}
          />
          <Plot
            {...time}
            kind="lines"
            title={plots.memory}
            unit={plots.memoryUnit}
            format={(value) => formatCount(Math.round(value))}
            series={[line(plots.resident, 'c5', ({ memory_bytes }) => memory_bytes / 1e6)]}
          />
        </div>
      )}
    </section>
  )
}

/** A point has the end of its interval; a plot needs its start. */
function before(at: string, ms: number): string {
  return new Date(Date.parse(at) - ms).toISOString()
}
