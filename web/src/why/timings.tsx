import type { Why } from '../../../src/api/wire/why-wire.ts'
import { formatCount, formatMs } from '../lib/format.ts'
import { Bar } from '../parts/bar.tsx'
import { why } from '../strings/why.ts'

const strings = why.timings

/** The latency of each step and of each source. */
export function Timings({ why: trace }: { why: Why }) {
  const { timings, sources } = trace
  const slowest = Math.max(1, ...sources.map(({ ms }) => ms))
  return (
    <section className="card stack" aria-labelledby="why-timings">
      <h2 id="why-timings">{strings.title}</h2>
      <Bar
        label={strings.steps}
        format={formatMs}
        slices={[
          { label: strings.recall, value: timings.recall_ms, colour: 'c1' },
          { label: strings.score, value: timings.score_ms, colour: 'c2' },
          { label: strings.trim, value: timings.trim_ms, colour: 'c3' },
          { label: strings.model, value: timings.model_ms, colour: 'c4' },
        ]}
      />
      {sources.length > 0 && (
        <table>
          <caption className="quiet small why-caption">{strings.sources}</caption>
          <thead>
            <tr>
              <th>{strings.source}</th>
              <th>{strings.found}</th>
              <th>{strings.latency}</th>
            </tr>
          </thead>
          <tbody>
            {sources.map(({ name, found, ms, failed }) => (
              <tr key={name}>
                <td>
                  {name}
                  {failed !== null && (
                    <div className="small why-failed">
                      {strings.failed}
                      {failed}
                    </div>
                  )}
                </td>
                <td className="why-number">{formatCount(found)}</td>
                <td className="why-took">
                  <span className="why-meter" style={{ width: `${(60 * ms) / slowest}%` }} />
                  {formatMs(ms)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
