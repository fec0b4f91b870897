import type { Candidate, Finding, Scored, ScoreParts } from '../../domain/candidate.ts'
import { keywordsOf } from '../../domain/words.ts'

/** What each part of a score counts for; they add up to 1. */
export type Weights = Readonly<Record<keyof ScoreParts, number>>

/** First values, until the assembly bench sets them: the conversation decides, the rest orders it. */
export const DEFAULT_WEIGHTS: Weights = {
  conversation: 0.6,
  words: 0.25,
  alike: 0.1,
  recency: 0.05,
}

/** A message half as old counts twice: long enough that yesterday's talk is not yesterday's paper. */
const HALF_LIFE_HOURS = 72

export type Asked = { readonly keywords: readonly string[]; readonly askedAt: Date }

/**
 * Weighs one candidate for one question.
 *
 * A weighted sum of parts, each in [0, 1]. A product would let one weak part veto two strong ones;
 * and with a sum the console can print the parts and a reader can add them up by hand.
 */
export function scoreCandidate(candidate: Candidate, asked: Asked, weights: Weights): Scored {
  const { message, findings, isAnchor } = candidate
  const words = new Set(keywordsOf(message.text))
  const matchedKeywords = asked.keywords.filter((word) => words.has(word))
  const ageHours = Math.max(0, asked.askedAt.getTime() - message.sentAt.getTime()) / 3_600_000
  const parts: ScoreParts = {
    conversation: Math.max(strongest(findings, 'conversation'), strongest(findings, 'reply')),
    words:
      (strongest(findings, 'words') * matchedKeywords.length) / Math.max(1, asked.keywords.length),
    alike: strongest(findings, 'alike'),
    recency: 0.5 ** (ageHours / HALF_LIFE_HOURS),
  }
  const sum =
    weights.conversation * parts.conversation +
    weights.words * parts.words +
    weights.alike * parts.alike +
    weights.recency * parts.recency
  const relevance = isAnchor ? 1 : sum
  return { ...candidate, relevance, parts, matchedKeywords, reason: reasonOf(findings) }
}

function strongest(findings: readonly Finding[], by: Finding['by']): number {
  return Math.max(0, ...findings.filter((f) => f.by === by).map((f) => f.weight))
}

/** The reason of the finding that says most; the sources' order breaks ties. */
function reasonOf(findings: readonly Finding[]): string {
  return findings.toSorted((a, b) => b.weight - a.weight)[0]?.reason ?? ''
}
