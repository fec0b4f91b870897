import type { OperationsLook } from '../../../src/api/wire/operations-wire.ts'
import { formatShort, formatUsd } from '../lib/format.ts'
import { Plot } from '../parts/plot.tsx'
import { UserText } from '../parts/user-text.tsx'
import { operations as strings } from '../strings/operations.ts'

const text = strings.spending
const DAY_MS = 86_400_000

/** What models cost: of each day, answers and memory apart, and of the chats and people that used most. */
export function SpendPlots({
  operations: { days, memory, spenders },
}: {
  operations: OperationsLook
}) {
  const time = { times: days.map(({ day }) => `${day}T00:00:00.000Z`), stepMs: DAY_MS }
  return (
    <section className="stack" aria-label={text.title}>
      <h2>{text.title}</h2>
      <div className="operations-plots">
        <Plot
          {...time}
          kind="bars"
          title={text.tokens}
          unit={strings.plots.tokensUnit}
          format={formatShort}
          series={[
            { label: text.answers, colour: 'c5', values: days.map((one) => one.answer_tokens) },
            { label: text.memory, colour: 'c7', values: days.map((one) => one.memory_tokens) },
          ]}
        />
        <Plot
          {...time}
          kind="bars"
          title={text.cost}
          unit={strings.plots.costUnit}
          format={formatUsd}
          series={[
            { label: text.answers, colour: 'c5', values: days.map((one) => one.answer_cost_usd) },
            { label: text.memory, colour: 'c7', values: days.map((one) => one.memory_cost_usd) },
          ]}
        />
        <MemoryJobs jobs={memory} />
        <Spenders kind="chat" spenders={spenders} />
        <Spenders kind="person" spenders={spenders} />
      </div>
    </section>
  )
}

type JobSpend = OperationsLook['memory'][number]

function MemoryJobs({ jobs }: { jobs: readonly JobSpend[] }) {
  return (
    <section className="card stack" aria-labelledby="operations-memory-jobs">
      <h3 id="operations-memory-jobs">{text.memoryTitle}</h3>
      {jobs.length === 0 ? (
        <p className="quiet">{text.memoryNone}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{text.jobColumn}</th>
              <th scope="col">{text.tokenColumn}</th>
              <th scope="col">{text.costColumn}</th>
            </tr>
          </thead>
          <tbody>
            {jobs.map(({ job, tokens, cost_usd }) => (
              <tr key={job}>
                <th scope="row">{text.jobs[job]}</th>
                <td>{formatShort(tokens)}</td>
                <td>{formatUsd(cost_usd)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="quiet small">{text.memoryHint}</p>
    </section>
  )
}

/** Tokens by kind of job, in words: "700 session summaries, 140 topics". */
function inWords(jobs: readonly JobSpend[]): string {
  return jobs.map(({ job, tokens }) => `${formatShort(tokens)} ${text.jobs[job]}`).join(', ')
}

function Spenders({
  kind,
  spenders,
}: {
  kind: 'chat' | 'person'
  spenders: OperationsLook['spenders']
}) {
  const shown = spenders.filter((one) => one.kind === kind)
  const id = `operations-spent-${kind}`
  return (
    <section className="card stack" aria-labelledby={id}>
      <h3 id={id}>{text.by[kind]}</h3>
      {shown.length === 0 ? (
        <p className="quiet">{text.none}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{text.name[kind]}</th>
              <th scope="col">{text.tokenColumn}</th>
              <th scope="col">{text.costColumn}</th>
              <th scope="col">{text.memoryColumn}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((one) => (
              <tr key={one.id}>
                <th scope="row">
                  <UserText inline hasLinks={false} text={one.name ?? one.id} />
                </th>
                <td>{formatShort(one.tokens)}</td>
                <td>{formatUsd(one.cost_usd)}</td>
                <td className="small">{inWords(one.memory)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="quiet small">{text.hint}</p>
    </section>
  )
}
