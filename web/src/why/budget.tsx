import type { Why } from '../../../src/api/wire/why-wire.ts'
import { formatCount } from '../lib/format.ts'
import { Bar } from '../parts/bar.tsx'
import { why } from '../strings/why.ts'
import { budgetOf } from './token-budget.ts'

const words = why.budget

/** What the prompt was made of, as a bar. */
export function Budget({ why: trace }: { why: Why }) {
  const { used, max, slices } = budgetOf(trace)
  return (
    <section className="card stack" aria-labelledby="why-budget">
      <h2 id="why-budget">{words.title}</h2>
      <p className="quiet">{words.sum(formatCount(used), formatCount(max))}</p>
      <Bar
        label={trace.prompt_tokens === null ? words.contextOnly : words.label}
        total={max}
        slices={slices.map(({ slot, tokens, colour }) => ({
          label: words[slot],
          value: tokens,
          colour,
        }))}
      />
    </section>
  )
}
