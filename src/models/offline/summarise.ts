import type { SourceLine } from '../../domain/prompt.ts'
import { countTokens, truncateToTokens } from '../tokens/tokens.ts'
import { pickSalient } from './pick-salient.ts'
import { oneLine, speakerOf } from './quote.ts'
import { readSentences, type Sentence } from './sentences.ts'

const BULLET = /^[-*•]\s+/

type SummaryLimits = { readonly maxBullets: number; readonly maxTokens: number }

/**
 * An extractive summary: the most salient sentences as bullets, in the order of their lines. Never more
 * bullets or tokens than allowed: the least salient are left out, and a single one that is still too long
 * is cut.
 */
export function summarise(lines: readonly SourceLine[], limits: SummaryLimits): string {
  const sentences = readSentences(lines)
  const kept = pickSalient(sentences, limits.maxBullets)
  const write = (chosen: readonly Sentence[]) =>
    sentences
      .filter((sentence) => chosen.includes(sentence))
      .map(bullet)
      .join('\n')
  while (kept.length > 1 && countTokens(write(kept)) > limits.maxTokens) kept.pop()
  return truncateToTokens(write(kept), limits.maxTokens)
}

/** A sentence that was a bullet already (a summary of summaries) names its author itself. */
function bullet({ line, text }: Sentence): string {
  const said = oneLine(text)
  return BULLET.test(said) ? `- ${said.replace(BULLET, '')}` : `- ${speakerOf(line)}: ${said}`
}
