import type { Prompt, SourceLine } from '../../domain/prompt.ts'
import { addressesIn, onlyKnownAddresses } from '../../engine/write/known-addresses.ts'
import type { MemoryDeps } from '../deps.ts'
import type { SummaryRequest } from './ask-model.ts'
import { fitSummaryText, readSummaryText } from './read-reply.ts'

export type Limits = { readonly maxBullets: number; readonly maxTokens: number }

/** Room for the words around the bullets, and for a model that counts otherwise. */
const MARGIN_TOKENS = 200

/**
 * A wish for a summary in bullets. What comes back is redacted, has no address that was not in what it
 * was made from (a summary that carries one would carry it into every later prompt), and is cut to its
 * limits by counting. Where nothing else can be had, the beginning of what there is.
 */
export function summaryRequest(
  prompt: Prompt,
  lines: readonly SourceLine[],
  limits: Limits,
  deps: MemoryDeps,
): SummaryRequest<string> {
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

/** Emoji and the like have no sentences to choose from. */
function beginningOf(
  lines: readonly SourceLine[],
  { maxBullets, maxTokens }: Limits,
  { countTokens, shorten }: MemoryDeps,
): string {
  const all = lines.flatMap(({ text }) => text.split('\n')).slice(0, maxBullets)
  const bullets = all.map((text) => (text.startsWith('- ') ? text : `- ${text}`))
  return fitSummaryText(bullets, maxTokens, countTokens) ?? shorten(bullets[0] ?? '', maxTokens)
}
