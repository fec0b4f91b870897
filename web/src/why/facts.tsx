import type { ReactNode } from 'react'
import type { Why } from '../../../src/api/wire/why-wire.ts'
import { formatCount, formatMoment, formatMs, formatUsd } from '../lib/format.ts'
import { places } from '../lib/routes.ts'
import { why } from '../strings/why.ts'

const words = why.facts

/** Model, tokens, cost, tools: what an operator asks about first. */
export function Facts({ why: trace }: { why: Why }) {
  return (
    <section className="card stack" aria-labelledby="why-facts">
      <h2 id="why-facts">{words.title}</h2>
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

function factsOf({ created_at, model, session_id }: Why): [string, ReactNode][] {
  const facts: [string, ReactNode][] = [[words.asked, formatMoment(created_at)]]
  if (session_id !== null) {
    facts.push([
      words.session,
      <a key="session" href={places.talk(session_id)}>
        {session_id.slice(0, 12)}
      </a>,
    ])
  }
  if (model === null) return facts
  facts.push(
    [
      words.model,
      model.is_extract ? `${model.id} (${words.extract})` : `${model.provider}: ${model.id}`,
    ],
    [words.calls, formatCount(model.calls)],
    [words.tokens, `${formatCount(model.input_tokens)} / ${formatCount(model.output_tokens)}`],
    [words.cost, costOf(model)],
    [words.attempts, formatCount(model.attempts)],
  )
  if (model.guardrail_score !== null) {
    facts.push([words.guardrail, words.of100(model.guardrail_score)])
  }
  if (model.fallback_reason !== null) facts.push([words.fallback, model.fallback_reason])
  if (model.tools.length > 0) {
    const tools = model.tools.map(({ name, ms }) => `${name} (${formatMs(ms)})`)
    facts.push([words.tools, tools.join(', ')])
  }
  return facts
}

function costOf({ cost_usd, is_extract }: NonNullable<Why['model']>): string {
  if (cost_usd !== null) return formatUsd(cost_usd)
  return is_extract ? words.costNone : words.costUnknown
}
