import type { ReactNode } from 'react'
import type { Why } from '../../../src/api/wire/why-wire.ts'
import { formatCount, formatMoment, formatMs, formatUsd } from '../lib/format.ts'
import { routes } from '../lib/routes.ts'
import { why } from '../strings/why.ts'

const strings = why.facts

/** Model, tokens, cost and tools of an answer. */
export function Facts({ why: trace }: { why: Why }) {
  return (
    <section className="card stack" aria-labelledby="why-facts">
      <h2 id="why-facts">{strings.title}</h2>
      <dl className="why-facts">
        {factsOf(trace).map(([name, value]) => (
          <div key={name}>
            <dt className="quiet small">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function factsOf({ created_at, sent_at, model, session_id }: Why): [string, ReactNode][] {
  const facts: [string, ReactNode][] = [[strings.asked, formatMoment(created_at)]]
  if (sent_at !== null) facts.push([strings.askedAsOf, formatMoment(sent_at)])
  if (session_id !== null) {
    facts.push([
      strings.session,
      <a key="session" href={routes.session(session_id)}>
        {session_id.slice(0, 12)}
      </a>,
    ])
  }
  if (model === null) return facts
  facts.push(
    [
      strings.model,
      model.is_extract ? `${model.id} (${strings.extract})` : `${model.provider}: ${model.id}`,
    ],
    [strings.calls, formatCount(model.calls)],
    [strings.tokens, `${formatCount(model.input_tokens)} / ${formatCount(model.output_tokens)}`],
    [strings.cost, costOf(model)],
    [strings.attempts, formatCount(model.attempts)],
  )
  if (model.guardrail_score !== null) {
    facts.push([strings.guardrail, strings.of100(model.guardrail_score)])
  }
  if (model.fallback_reason !== null) facts.push([strings.fallback, model.fallback_reason])
  if (model.tools.length > 0) {
    const tools = model.tools.map(({ name, ms }) => `${name} (${formatMs(ms)})`)
    facts.push([strings.tools, tools.join(', ')])
  }
  return facts
}

function costOf({ cost_usd, is_extract }: NonNullable<Why['model']>): string {
  if (cost_usd !== null) return formatUsd(cost_usd)
  return is_extract ? strings.costNone : strings.costUnknown
}
