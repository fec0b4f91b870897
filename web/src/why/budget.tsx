import type { Why } from '../../../src/api/wire/why-wire.ts'
import { formatCount } from '../lib/format.ts'
import { Bar } from '../parts/bar.tsx'
import { why } from '../strings/why.ts'
import { tokenBudget } from './token-budget.ts'

const strings = why.budget

/** The token budget as a bar. */
export function Budget({ why: trace }: { why: Why }) {
  const { used, max, slices } = tokenBudget(trace)
  return (
    <section className="card stack" aria-labelledby="why-budget">
      <h2 id="why-budget">{strings.title}</h2>
      <p className="quiet">{strings.sum(formatCount(used), formatCount(max))}</p>
      <Bar
        label={trace.prompt_tokens === null ? strings.contextOnly : strings.label}
        total={max}
        slices={slices.map(({ slot, tokens, colour }) => ({
          label: strings[slot],
          value: tokens,
          colour,
        }))}
      />
    </section>
  )
}
