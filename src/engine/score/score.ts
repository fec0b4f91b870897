import {
  type Candidate,
  type Finding,
  NEARBY,
  type Scored,
  type ScoreParts,
} from '../../domain/candidate.ts'
import { keyOf, momentOf, textOf } from '../../domain/piece.ts'
import { likenesses, type TextSimilarity } from './text-similarity.ts'

/* Relevance of each candidate: a weighted sum of parts, each in [0, 1]. A product would let one weak part
 * veto two strong ones; and with a sum a reader can add the parts up by hand. */

/** The weight of each part. */
export type ScoreWeights = Readonly<Record<keyof ScoreParts, number>>

/**
 * The look back and the search weigh most; the rest orders what they rate equally. Set by bench/assembly;
 * override with EARSHOT_SCORE_WEIGHTS.
 */
export const DEFAULT_WEIGHTS: ScoreWeights = {
  conversation: 0.4,
  search: 0.3,
  text: 0.07,
  keywords: 0.05,
  alike: 0.05,
  recency: 0.03,
  source: 0.05,
  usage: 0.05,
}

/** Exponential decay: a third is left after about four days. */
export const DEFAULT_DECAY_PER_HOUR = 0.01
/** A pin is deliberate; a file was written to be read; a message was not. */
const PRIORITY = { pinned: 1, file: 0.7, chunk: 0.6, message: 0.5, memory: 0.5, fact: 0.5 } as const
/** Uses beyond this many do not count. */
const FULLY_USED = 10
/** A person's feedback counts for more than a citation, which a model chose. */
const FEEDBACK_WEIGHT = 2

export type PastUse = { readonly cited: number; readonly useful: number; readonly useless: number }

export type ScoredQuestion = {
  readonly keywords: readonly string[]
  readonly terms: readonly string[]
  readonly askedAt: Date
  /** How fast the recency of a piece falls with its age; missing for the default. */
  readonly decayPerHour?: number
  /** How rare the question's words are in what was searched, as far as counted. */
  readonly rarities: ReadonlyMap<string, number>
  /** Past use of the candidates, by key. */
  readonly used: ReadonlyMap<string, PastUse>
}

/** Scores all candidates for one question. */
export function scoreCandidates(
  candidates: readonly Candidate[],
  asked: ScoredQuestion,
  weights: ScoreWeights,
): Scored[] {
  const texts = candidates.map(({ piece }) => textOf(piece))
  const compared = likenesses(texts, asked)
  return candidates.map((candidate, i) => {
    const { likeness, matched, share } = compared[i] ?? NOTHING
    const parts: ScoreParts = {
      conversation: strongest(candidate.findings, 'conversation'),
      search: strongest(candidate.findings, 'search'),
      text: likeness,
      keywords: share,
      alike: Math.max(0, candidate.alike ?? 0),
      recency: recencyOf(candidate, asked),
      source: priorityOf(candidate),
      usage: usageOf(asked.used.get(keyOf(candidate.piece))),
    }
    const relevance = candidate.isAnchor ? 1 : weigh(parts, weights)
    const reason = reasonOf(candidate.findings)
    const { piece, findings, alike, membership, isAnchor, isPinned, quoted, fromSnapshot } =
      candidate
    // Written out: a spread takes as long as all the scoring.
    return {
      piece,
      findings,
      alike,
      membership,
      isAnchor,
      isPinned,
      quoted,
      fromSnapshot,
      relevance,
      parts,
      matchedKeywords: matched,
      reason,
      isJudgedIn: null,
    }
  })
}

/** The same item with another conversation weight, and its relevance updated. */
export function withConversation(
  item: Scored,
  conversation: number,
  weights: ScoreWeights,
): Scored {
  const parts = { ...item.parts, conversation }
  return { ...item, parts, relevance: item.isAnchor ? 1 : weigh(parts, weights) }
}

const NOTHING: TextSimilarity = { likeness: 0, matched: [], share: 0 }

function recencyOf(
  { piece }: Candidate,
  { askedAt, decayPerHour = DEFAULT_DECAY_PER_HOUR }: ScoredQuestion,
): number {
  const ageHours = Math.max(0, askedAt.getTime() - momentOf(piece).getTime()) / 3_600_000
  return Math.exp(-decayPerHour * ageHours)
}

function priorityOf({ piece, isPinned }: Candidate): number {
  if (isPinned) return PRIORITY.pinned
  if (piece.kind !== 'chunk') return PRIORITY[piece.kind]
  return piece.chunk.isWhole ? PRIORITY.file : PRIORITY.chunk
}

/** Negative for pieces that people marked as useless: the only part that can be. */
function usageOf(used: PastUse | undefined): number {
  if (used === undefined) return 0
  const net = used.cited + FEEDBACK_WEIGHT * (used.useful - used.useless)
  return Math.max(-1, Math.min(1, net / FULLY_USED))
}

const PARTS = Object.keys(DEFAULT_WEIGHTS) as (keyof ScoreParts)[]

function weigh(parts: ScoreParts, weights: ScoreWeights): number {
  let sum = 0
  for (const name of PARTS) sum += weights[name] * parts[name]
  return Math.max(0, Math.min(1, sum))
}

function strongest(findings: readonly Finding[], part: Finding['part']): number {
  let strongest = 0
  for (const finding of findings) {
    if (finding.weight > strongest && finding.part === part) strongest = finding.weight
  }
  return strongest
}

/**
 * The reason of the heaviest finding; the sources' order breaks ties. "Nearby" is a reason only where no
 * other source found the message: it adds nothing to the weight.
 */
function reasonOf(findings: readonly Finding[]): string {
  let [most] = findings
  for (const finding of findings) {
    if (most === undefined || strengthOf(finding) > strengthOf(most)) most = finding
  }
  return most?.reason ?? ''
}

const strengthOf = ({ by, weight }: Finding) => (by === NEARBY ? -1 : weight)
