import {
  type Dropped,
  type Exclusion,
  type IncludedPiece,
  NEARBY,
  RECENT,
  type Scored,
} from '../../domain/candidate.ts'
import { byTime } from '../../domain/message.ts'
import { keyOf, type Piece, textOf } from '../../domain/piece.ts'
import { type Excerpt, excerptOf } from './excerpt.ts'
import { highlight } from './highlight.ts'
import { nearDuplicates } from './near-duplicates.ts'
import { type IncludedItem, type PackItem, pack } from './pack.ts'
import { roomForNearby, takeNearest } from './take-nearest.ts'

/* Packs pieces into the budget. First what is no candidate is excluded: empty, of another conversation, too
 * weak, a duplicate. Then the anchor and pins are placed, shortened if they must be; then the rest by value
 * per token (pack.ts); last nearby messages, in what is still free of their share (take-nearest.ts). The
 * total never exceeds the budget.
 *
 * The kept pieces are ordered files first, then messages by time, then nearby messages by time, numbered
 * for citations. */

/** A weaker finding merely shares a word or two with the question. Set by the ranking sets. */
export const MIN_WEIGHT = 0.1

/** Shorter texts may be equal and yet two answers: "yes" from Ann, "yes" from Bob. */
const SHORTEST_DUPLICATE = 40

export type Trimming = {
  readonly budget: number
  readonly solver: 'greedy' | 'exact'
  /** How much of the budget nearby messages may take, in [0, 1], where it is free; 0 offers none. */
  readonly nearbyShare: number
  /** Words an excerpt should hold. */
  readonly terms: readonly string[]
  /** Tokens of a piece's whole line in the prompt, with this text; counted by the model's tokenizer. */
  cost(piece: Piece, text: string): number
}

type Fitted = {
  readonly kept: readonly IncludedPiece[]
  readonly dropped: readonly Dropped[]
  readonly totalTokens: number
}

type Entry = PackItem & { readonly scored: Scored; readonly isNearby: boolean }

/** Chooses what goes into the prompt, with a reason for everything left out. */
export function fitBudget(scored: readonly Scored[], trimming: Trimming): Fitted {
  const { budget, solver, nearbyShare } = trimming
  const entries = scored.map((item) => toEntry(item, trimming))
  const barred = barredAmong(entries, nearbyShare)
  const open = entries.filter((entry) => !barred.has(entry))
  const packed = pack<Entry, Excerpt>(
    open.filter(({ isNearby }) => !isNearby),
    { budget, solver, shorten: (entry, maxTokens) => shorten(entry, maxTokens, trimming) },
  )
  const nearby = takeNearest(
    open.filter(({ isNearby }) => isNearby),
    roomForNearby(budget, nearbyShare, packed.total),
  )
  const overflow = new Map<Entry, Why>([
    ...packed.excluded.map(({ item, reason }) => [item, OVERFLOW[reason]] as const),
    ...nearby.left.map((entry) => [entry, NO_ROOM_NEARBY] as const),
  ])
  const whole = nearby.taken.map((item) => ({ item, tokens: item.tokens, excerpt: null }))
  const kept = [...packed.kept, ...whole].map((one) => toKept(one, trimming)).toSorted(inPrompt)
  const dropped = entries.flatMap((entry): Dropped[] => {
    const why = barred.get(entry) ?? overflow.get(entry)
    const { scored: item, tokens, isNearby } = entry
    return why === undefined ? [] : [{ ...item, tokens, isNearby, ...why }]
  })
  const totalTokens = whole.reduce((sum, { tokens }) => sum + tokens, packed.total)
  return { kept: kept.map((item, i) => ({ ...item, number: i + 1 })), dropped, totalTokens }
}

/** Pieces that are excluded for any budget, and why. */
function barredAmong(entries: readonly Entry[], nearbyShare: number): Map<Entry, Why> {
  const barred = new Map<Entry, Why>()
  for (const entry of entries) {
    const why = entry.isNearby ? null : whyBarred(entry.scored)
    if (why !== null) barred.set(entry, why)
    else if (entry.isNearby && nearbyShare === 0) barred.set(entry, NEARBY_IS_OFF)
  }
  // Only among the candidates: an excluded piece must not displace another with the same text.
  for (const entry of repeatsAmong(entries.filter((one) => !barred.has(one)))) {
    barred.set(entry, REPEATS)
  }
  return barred
}

function toKept(
  { item, tokens, excerpt }: IncludedItem<Entry, Excerpt>,
  trimming: Trimming,
): Omit<IncludedPiece, 'number'> {
  const { scored, isNearby } = item
  return {
    ...scored,
    reason: isNearby ? nearbyReason(scored) : scored.reason,
    tokens,
    excerpt: excerpt?.text ?? null,
    highlight: highlightOf(scored, trimming),
    isNearby,
  }
}

const inPrompt = (a: Omit<IncludedPiece, 'number'>, b: Omit<IncludedPiece, 'number'>) =>
  Number(a.isNearby) - Number(b.isNearby) || inOrder(a.piece, b.piece)

type Why = { readonly exclusion: Exclusion; readonly droppedBecause: string }

const OVERFLOW = {
  over_budget: { exclusion: 'over_budget', droppedBecause: 'does not fit the token budget' },
  type_cap: {
    exclusion: 'type_cap',
    droppedBecause: 'type limit reached',
  },
} as const

const NEARBY_IS_OFF: Why = {
  exclusion: 'other_conversation',
  droppedBecause: 'nearby only; nearby messages are turned off',
}

const NO_ROOM_NEARBY: Why = {
  exclusion: 'over_budget',
  droppedBecause: 'does not fit the token share of nearby messages',
}

function toEntry(scored: Scored, { cost }: Trimming): Entry {
  const { piece, relevance, isAnchor, isPinned } = scored
  return {
    scored,
    id: keyOf(piece),
    type: piece.kind,
    value: relevance,
    tokens: cost(piece, textOf(piece)),
    reserved: isAnchor ? 0 : isPinned ? 1 : null,
    isNearby: isOnlyNearby(scored),
  }
}

/** Found nearby, and by no other source with enough weight to be a candidate. */
function isOnlyNearby(item: Scored): boolean {
  if (!item.findings.some(({ by }) => by === NEARBY)) return false
  const why = whyBarred(item)
  return why !== null && why.exclusion !== 'empty'
}

function nearbyReason({ findings, reason }: Scored): string {
  return findings.find(({ by }) => by === NEARBY)?.reason ?? reason
}

/** The quoted part if there is one, else the excerpt with most of the question's words. */
function shorten({ scored }: Entry, maxTokens: number, { cost, terms }: Trimming): Excerpt | null {
  const { piece, quoted } = scored
  const count = (text: string) => cost(piece, text)
  return excerptOf(quoted ?? textOf(piece), { terms, maxTokens, count })
}

const MARKS = { open: '<<<', close: '>>>' }
const HIGHLIGHT_LENGTH = 240

/** The passage with the question's words, to show at a glance why a piece is included. */
function highlightOf({ piece, matchedKeywords }: Scored, { terms }: Trimming): string | null {
  if (matchedKeywords.length === 0) return null
  const options = { terms, maxTokens: HIGHLIGHT_LENGTH, count: (text: string) => text.length }
  const passage = excerptOf(textOf(piece), options)
  return passage && highlight(passage.text, terms, MARKS)
}

const REPEATS: Why = { exclusion: 'duplicate', droppedBecause: 'duplicate of another piece' }

/** Near duplicates of another piece; never of the conversation itself, the anchor or pins. */
function repeatsAmong(entries: readonly Entry[]): Entry[] {
  const rated = entries
    .map((entry) => ({ entry, text: textOf(entry.scored.piece), value: worthOf(entry) }))
    .filter(({ text }) => text.length >= SHORTEST_DUPLICATE)
  return [...nearDuplicates(rated).keys()]
    .map(({ entry }) => entry)
    .filter(({ scored }) => !isSure(scored))
}

/** A sure piece is never the duplicate of two; a nearby one always is. */
const worthOf = ({ scored, isNearby }: Entry) =>
  scored.relevance + (isSure(scored) ? 2 : isNearby ? 0 : 1)
const isSure = ({ isAnchor, isPinned, parts }: Scored) =>
  isAnchor || isPinned || parts.conversation > 0

function whyBarred(item: Scored): Why | null {
  // A photo without words is still what the question replies to.
  if (textOf(item.piece).trim() === '' && !item.isAnchor) {
    return { exclusion: 'empty', droppedBecause: 'has no text' }
  }
  if (item.isAnchor || item.isPinned) return null
  const speaking = item.findings.filter(({ by }) => by !== NEARBY)
  const strongest = Math.max(0, ...speaking.map(({ weight }) => weight))
  if (strongest >= MIN_WEIGHT || speaking.some(({ isBest }) => isBest)) return null
  const isElsewhere = speaking.every(({ by }) => by === RECENT)
  return {
    exclusion: isElsewhere ? 'other_conversation' : 'below_threshold',
    droppedBecause: isElsewhere ? item.reason : `${item.reason}, below threshold`,
  }
}

const ORDER = { fact: 0, memory: 1, chunk: 2, message: 3 } as const

/** Facts by time, then memory, then files by line, then messages by time. */
function inOrder(a: Piece, b: Piece): number {
  if (a.kind === 'message' && b.kind === 'message') return byTime(a.message, b.message)
  if (a.kind === 'chunk' && b.kind === 'chunk') {
    return a.chunk.fileId - b.chunk.fileId || a.chunk.startLine - b.chunk.startLine
  }
  if (a.kind === 'fact' && b.kind === 'fact') {
    return a.fact.saidAt.getTime() - b.fact.saidAt.getTime() || a.fact.id - b.fact.id
  }
  if (a.kind === 'memory' && b.kind === 'memory') {
    return a.memory.endedAt.getTime() - b.memory.endedAt.getTime()
  }
  return ORDER[a.kind] - ORDER[b.kind]
}
