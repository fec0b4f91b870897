import type { LiveNow, OperationsLook } from '../../../src/api/wire/operations-wire.ts'
import { formatAgo, formatCount, formatShort, formatUsd } from '../lib/format.ts'
import { Bar } from '../parts/bar.tsx'
import { Chip } from '../parts/chip.tsx'
import { operations as strings } from '../strings/operations.ts'

/** The health checks. */
export function HealthCard({ health }: { health: LiveNow['health'] }) {
  return (
    <section className="card stack" aria-labelledby="operations-health">
      <h2 id="operations-health">{strings.health.title}</h2>
      {health.length === 0 && <p className="quiet">{strings.health.none}</p>}
      <ul className="stack" aria-live="polite">
        {health.map(({ name, ok, problem }) => (
          <li key={name} className="row">
            <Chip tone={ok ? 'ok' : 'danger'}>
              {ok ? strings.health.ok : strings.health.failing}
            </Chip>
            <span>{name}</span>
            {problem && <span className="quiet">{problem}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Tokens and cost of today, and the daily limit. */
export function SpendCard({ spend }: { spend: LiveNow['waiting']['spend'] }) {
  const { tokens, cost_usd, limit_tokens } = spend
  return (
    <section className="card stack" aria-labelledby="operations-spend">
      <h2 id="operations-spend">{strings.spend.title}</h2>
      {limit_tokens === null ? (
        <>
          <p>{strings.spend.noLimit(formatCount(tokens), formatUsd(cost_usd))}</p>
          <p className="small">
            <a href="#/settings/knobs">{strings.spend.setLimit}</a>
          </p>
        </>
      ) : (
        <>
          <Bar
            label={strings.spend.label}
            format={formatShort}
            slices={[
              { label: strings.spend.used, value: tokens, colour: 'c2' },
              {
                label: strings.spend.left,
                value: Math.max(0, limit_tokens - tokens),
                colour: 'line',
              },
            ]}
          />
          <p className="small quiet">
            {strings.spend.limit(formatCount(tokens), formatCount(limit_tokens))}
          </p>
        </>
      )}
      <MemorySpend spend={spend} />
    </section>
  )
}

function MemorySpend({ spend }: { spend: LiveNow['waiting']['spend'] }) {
  const [used, cost] = [formatCount(spend.memory_tokens), formatUsd(spend.memory_cost_usd)]
  const limit = spend.memory_limit_tokens
  return (
    <>
      <p className="small">
        {limit === null
          ? strings.spend.memory(used, cost)
          : strings.spend.memoryLimit(used, formatCount(limit), cost)}
      </p>
      {spend.memory_offline && (
        <p>
          <Chip tone="warn">{strings.spend.memoryOffline}</Chip>
        </p>
      )}
    </>
  )
}

/** Failures of this process, with hints. */
export function FailuresCard({ failures }: { failures: LiveNow['failures'] }) {
  const { failures: text } = strings
  return (
    <section className="card stack" aria-labelledby="operations-failures">
      <h2 id="operations-failures">{text.title}</h2>
      {failures.length === 0 ? (
        <p className="quiet">{text.none}</p>
      ) : (
        <ul className="operations-failures">
          {failures.map(({ what, code, count, last_at }) => (
            <li key={`${what} ${code}`}>
              <div className="row">
                <strong>{what}</strong>
                <code>{code}</code>
                <Chip tone="danger">{`${formatCount(count)} ×`}</Chip>
                <span className="small quiet">
                  {last_at === null ? text.longAgo : formatAgo(last_at)}
                </span>
              </div>
              <p className="small">{text.hints[code] ?? text.hint}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Usage by model. */
export function ModelsCard({ models }: { models: OperationsLook['models'] }) {
  const { models: text } = strings
  return (
    <section className="card stack" aria-labelledby="operations-models">
      <h2 id="operations-models">{text.title}</h2>
      {models.length === 0 ? (
        <p className="quiet">
          {text.empty} <a href="#/ask">{text.ask}</a>
        </p>
      ) : (
        <ul className="operations-models">
          {models.map((one) => (
            <li key={one.model}>
              <strong>{one.model}</strong>
              <dl className="operations-pairs small">
                <Pair name={text.answers} value={formatCount(one.answers)} />
                <Pair name={text.fallbacks} value={formatCount(one.fallbacks)} />
                <Pair name={text.input} value={formatShort(one.input_tokens)} />
                <Pair name={text.output} value={formatShort(one.output_tokens)} />
                <Pair
                  name={text.cost}
                  value={one.unpriced > 0 ? text.unknown : formatUsd(one.cost_usd)}
                />
              </dl>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Pair({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="quiet">{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
