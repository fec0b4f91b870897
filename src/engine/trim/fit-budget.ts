import type { Dropped, Exclusion, Kept, Scored } from '../../domain/candidate.ts'
import { byTime } from '../../domain/message.ts'
import { keyOf, type Piece, textOf } from '../../domain/piece.ts'
import { type Excerpt, excerptOf } from './excerpt.ts'
import { highlight } from './highlight.ts'
import { nearDuplicates } from './near-duplicates.ts'
import { type Item, pack } from './pack.ts'

/* What fits.
 *
 * First what is no candidate at all: empty, of another conversation, too little spoken for, said twice.
 * Then the message that was replied to and what is pinned, shortened if it must be; then the rest by
 * what it is worth for its tokens (pack.ts). Nothing ever goes over the budget. The kept ones come back
 * files first, then what was said in the order it was said, numbered for citing. */

/** A finding weaker than this only shares the room with the question. Set by the ranking sets. */
export const MIN_WEIGHT = 0.1

/** Shorter texts may be alike and yet two answers: "yes" from Ann, "yes" from Bob. */
const SHORTEST_DUPLICATE = 40

export type Trimming = {
  readonly budget: number
  readonly solver: 'greedy' | 'exact'
  /** Words an excerpt should hold. */
  readonly terms: readonly string[]
  /** Tokens of a piece's whole line in the prompt, with this text; measured by the model's tokenizer. */
  cost(piece: Piece, text: string): number
}

export type Fitted = {
  readonly kept: readonly Kept[]
  readonly dropped: readonly Dropped[]
  readonly totalTokens: number
}

type Entry = Item & { readonly scored: Scored }

/** Chooses what goes into the prompt and says of the rest why not. */
export function fitBudget(scored: readonly Scored[], trimming: Trimming): Fitted {
  const { budget, solver } = trimming
  const entries = scored.map((item) => toEntry(item, trimming))
  const barred = new Map<Entry, Why>()
  for (const entry of entries) {
    const why = whyBarred(entry.scored)
    if (why !== null) barred.set(entry, why)
  }
  // Among those that may go in: what stays out anyhow must not keep out another that says the same.
  for (const entry of repeatsAmong(entries.filter((one) => !barred.has(one)))) {
    barred.set(entry, REPEATS)
  }
  const packed = pack<Entry, Excerpt>(
    entries.filter((entry) => !barred.has(entry)),
    { budget, solver, shorten: (entry, maxTokens) => shorten(entry, maxTokens, trimming) },
  )
  const overflow = new Map(packed.excluded.map(({ item, reason }) => [item, OVERFLOW[reason]]))
  const kept = packed.kept
    .map(({ item, tokens, excerpt }) => ({
      ...item.scored,
      tokens,
      excerpt: excerpt?.text ?? null,
      highlight: highlightOf(item.scored, trimming),
    }))
    .toSorted((a, b) => inOrder(a.piece, b.piece))
    .map((item, i) => ({ ...item, number: i + 1 }))
  const dropped = entries.flatMap((entry): Dropped[] => {
    const why = barred.get(entry) ?? overflow.get(entry)
    return why === undefined ? [] : [{ ...entry.scored, tokens: entry.tokens, ...why }]
  })
  return { kept, dropped, totalTokens: packed.total }
}

type Why = { readonly exclusion: Exclusion; readonly droppedBecause: string }

const OVERFLOW = {
  over_budget: { exclusion: 'over_budget', droppedBecause: 'does not fit the token budget' },
  type_cap: {
    exclusion: 'type_cap',
    droppedBecause: 'enough of this kind is in, and others had something to say',
  },
} as const

function toEntry(scored: Scored, { cost }: Trimming): Entry {
  const { piece, relevance, isAnchor, isPinned } = scored
  return {
    scored,
    id: keyOf(piece),
    type: piece.kind,
    value: relevance,
    tokens: cost(piece, textOf(piece)),
    reserved: isAnchor ? 0 : isPinned ? 1 : null,
  }
}

/** The part that was quoted if there is one, else the part that says most about the question. */
function shorten({ scored }: Entry, maxTokens: number, { cost, terms }: Trimming): Excerpt | null {
  const { piece, quoted } = scored
  const count = (text: string) => cost(piece, text)
  return excerptOf(quoted ?? textOf(piece), { terms, maxTokens, count })
}

const MARKS = { open: '<<<', close: '>>>' }
const HIGHLIGHT_LENGTH = 240

/** The passage with the question's words, for people who want to see at a glance why it is here. */
function highlightOf({ piece, matchedKeywords }: Scored, { terms }: Trimming): string | null {
  if (matchedKeywords.length === 0) return null
  const options = { terms, maxTokens: HIGHLIGHT_LENGTH, count: (text: string) => text.length }
  const passage = excerptOf(textOf(piece), options)
  return passage && highlight(passage.text, terms, MARKS)
}

const REPEATS: Why = { exclusion: 'duplicate', droppedBecause: 'says what another one says' }

/** What says again what another says; neither what belongs to the conversation nor what was named. */
function repeatsAmong(entries: readonly Entry[]): Entry[] {
  const rated = entries
    .map((entry) => ({ entry, text: textOf(entry.scored.piece), value: worthOf(entry.scored) }))
    .filter(({ text }) => text.length >= SHORTEST_DUPLICATE)
  return [...nearDuplicates(rated).keys()]
    .map(({ entry }) => entry)
    .filter(({ scored }) => !isSure(scored))
}

/** What is sure is never the one that repeats. */
const worthOf = (item: Scored) => (isSure(item) ? 1 + item.relevance : item.relevance)
const isSure = ({ isAnchor, isPinned, parts }: Scored) =>
  isAnchor || isPinned || parts.conversation > 0

function whyBarred(item: Scored): Why | null {
  if (textOf(item.piece).trim() === '') {
    return { exclusion: 'empty', droppedBecause: 'has no text' }
  }
  if (item.isAnchor || item.isPinned) return null
  const strongest = Math.max(0, ...item.findings.map(({ weight }) => weight))
  if (strongest >= MIN_WEIGHT) return null
  const isElsewhere = item.findings.every(({ by }) => by === 'recent')
  return {
    exclusion: isElsewhere ? 'other_conversation' : 'below_threshold',
    droppedBecause: isElsewhere ? item.reason : `${item.reason}, too faintly`,
  }
}

const ORDER = { memory: 0, chunk: 1, message: 2 } as const

/** What is remembered, then files by their lines, then messages as they were said. */
function inOrder(a: Piece, b: Piece): number {
  if (a.kind === 'message' && b.kind === 'message') return byTime(a.message, b.message)
  if (a.kind === 'chunk' && b.kind === 'chunk') {
    return a.chunk.fileId - b.chunk.fileId || a.chunk.startLine - b.chunk.startLine
  }
  if (a.kind === 'memory' && b.kind === 'memory') {
    return a.memory.endedAt.getTime() - b.memory.endedAt.getTime()
  }
  return ORDER[a.kind] - ORDER[b.kind]
}
