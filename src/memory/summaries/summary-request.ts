import type { Prompt, SourceLine } from '../../domain/prompt.ts'
import { addressesIn, onlyKnownAddresses } from '../../engine/write/known-addresses.ts'
import type { MemoryDeps } from '../deps.ts'
import type { ModelRequest } from './ask-model.ts'
import { fitSummaryText, readSummaryText } from './read-reply.ts'

export type Limits = { readonly maxBullets: number; readonly maxTokens: number }

/** Tokens for the text around the bullets, and for a model that counts tokens differently. */
const MARGIN_TOKENS = 200

/**
 * A request for a summary in bullets. The reply is redacted, stripped of addresses that were not in its
 * input (a summary would carry one into every later prompt), and cut to its limits by counting. If no reply
 * is usable, the beginning of the input is used.
 */
export function summaryRequest(
  prompt: Prompt,
  lines: readonly SourceLine[],
  limits: Limits,
  deps: MemoryDeps,
): ModelRequest<string> {
  const known = addressesIn(lines.map(({ text }) => text))
  return {
    prompt,
    task: { kind: 'summarise', lines, ...limits },
    maxOutputTokens: limits.maxTokens + MARGIN_TOKENS,
    repair:
      'That was no list of bullets. Answer with plain bullets only, each line beginning "- ".',
    read: (reply, isLast) => {
      const clean = onlyKnownAddresses(deps.redact(reply, []), known)
      const bullets = readSummaryText(clean, limits, deps.countTokens)
      return bullets ?? (isLast ? beginningOf(lines, limits, deps) : null)
    },
  }
}

/** The first lines as bullets: emoji and the like have no sentences to choose from. */
function beginningOf(
  lines: readonly SourceLine[],
  { maxBullets, maxTokens }: Limits,
  { countTokens, shorten }: MemoryDeps,
): string {
  const all = lines.flatMap(({ text }) => text.split('\n')).slice(0, maxBullets)
  const bullets = all.map((text) => (text.startsWith('- ') ? text : `- ${text}`))
  return fitSummaryText(bullets, maxTokens, countTokens) ?? shorten(bullets[0] ?? '', maxTokens)
}
