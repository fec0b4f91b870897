import { type Borders, endOfCut, startOfCut } from './cut-text.ts'
import { findTerms, type Match } from './find-terms.ts'

/* The part of a text that matches a question best, within a token limit.
 *
 *     … long before │ It opens at nine. The visa office on Main St. moved. │ and long after …
 *                   └── sentence border              ▲ most of the terms ──┘ sentence border
 *
 * First the length: characters per token in this text, from one count. Then the place: the window of that
 * length with the most different terms in it. Then the exact size: windows around the same middle are counted,
 * larger or smaller, until one is close below the limit. Only counted windows are returned, so the limit is
 * never exceeded. */

type ExcerptOptions = {
  readonly terms: readonly string[]
  readonly maxTokens: number
  /** Exact cost of a text in its place: of its whole line, for example. */
  readonly count: (text: string) => number
}
export type Excerpt = { readonly text: string; readonly tokens: number }

/** Terms are searched up to this character; what matters mostly comes earlier. */
const MAX_READ = 400_000
/** Characters per token, before anything has been counted: English has four, Chinese one. */
const FIRST_GUESS = 3
/** Whole texts longer than this many characters per token are not counted: they will not fit. */
const LONGEST_AVERAGE = 16
const MAX_COUNTS = 8
/** Part of the window that the matches may span: the rest is lost by cutting at good borders. */
const SPAN = 0.7
/** From this part of the limit on no better size is searched for; after a few counts, from the other. */
const CLOSE = 0.95
const CLOSE_ENOUGH = 0.88
const FEW_COUNTS = 4
/** Below this part, cutting at good borders wastes too many tokens; not applied to small limits. */
const TOO_LITTLE = 0.8
const SMALL_ROOM = 40

/** The best excerpt within the limit, or the whole text if that fits; null if nothing does. */
export function excerptOf(text: string, options: ExcerptOptions): Excerpt | null {
  const { maxTokens, count } = options
  if (text.length <= maxTokens * LONGEST_AVERAGE) {
    const tokens = count(text)
    if (tokens <= maxTokens) return text.trim() === '' ? null : { text, tokens }
  }
  const empty = count('')
  if (!(empty < maxTokens)) return null
  const matches = findTerms(text.slice(0, MAX_READ), options.terms)
  const room = maxTokens - empty
  const sample = cutAround(text, spanOf(matches.slice(0, 1)), room * FIRST_GUESS, 'any')
  const perToken = sample.length / Math.max(1, count(sample) - empty)
  const core = spanOf(bestWindow(matches, room * perToken * SPAN))
  const fit = { ...options, text, core, empty, perToken }
  const good = fitWindow(fit, 'good')
  const least = room < SMALL_ROOM ? 0 : maxTokens * TOO_LITTLE
  if (good !== null && good.tokens >= least) return good
  const any = fitWindow(fit, 'any')
  return (any?.tokens ?? 0) > (good?.tokens ?? 0) ? any : good
}

type Fit = ExcerptOptions & {
  readonly text: string
  readonly core: Span
  readonly empty: number
  readonly perToken: number
}

/** Finds the size at which the window around the middle is close below the limit. */
function fitWindow(fit: Fit, borders: Borders): Excerpt | null {
  const { text, core, maxTokens, count, empty, perToken } = fit
  let best: Excerpt | null = null
  let [fits, over] = [0, text.length + 1]
  let size = Math.floor((maxTokens - empty) * perToken)
  for (let counts = 0; counts < MAX_COUNTS && over - fits > 1; counts++) {
    size = Math.min(Math.max(size, fits + 1), over - 1)
    const cut = cutAround(text, core, size, borders)
    const tokens = count(cut)
    if (tokens <= maxTokens) {
      fits = size
      if (cut !== '' && (best === null || tokens > best.tokens)) best = { text: cut, tokens }
    } else over = size
    const isFew = counts < FEW_COUNTS
    if (best !== null && best.tokens >= maxTokens * (isFew ? CLOSE : CLOSE_ENOUGH)) break
    // Aimed a little below the limit: a count above it is wasted.
    const estimate = ((maxTokens - empty) * 0.985 * size) / Math.max(1, tokens - empty)
    const halfWay = (fits + over) / 2
    size = Math.floor(isFew ? estimate : halfWay)
  }
  return best
}

/** The matches within one window that hold the most different terms, then the most matches; the first such. */
function bestWindow(matches: readonly Match[], size: number): readonly Match[] {
  const held = new Map<string, number>()
  let best = { from: 0, to: 0, different: 0, all: 0 }
  let from = 0
  for (const [to, { term, end }] of matches.entries()) {
    held.set(term, (held.get(term) ?? 0) + 1)
    for (let first = matches[from]; first && end - first.start > size && from < to; ) {
      const left = (held.get(first.term) ?? 1) - 1
      if (left === 0) held.delete(first.term)
      else held.set(first.term, left)
      first = matches[++from]
    }
    const all = to - from + 1
    const gain = held.size - best.different || all - best.all
    if (gain > 0) best = { from, to: to + 1, different: held.size, all }
  }
  return matches.slice(best.from, best.to)
}

type Span = { readonly start: number; readonly end: number }

/** From the first match to the last; a text without a match is taken from its beginning. */
function spanOf(matches: readonly Match[]): Span {
  return { start: matches[0]?.start ?? 0, end: matches.at(-1)?.end ?? 0 }
}

/** About so many characters around the core, with "…" where text is missing. */
function cutAround(text: string, core: Span, size: number, borders: Borders): string {
  const margin = (size * (1 - SPAN)) / 2
  const middle = (core.start + core.end) / 2
  const centred = Math.min(Math.floor(middle - size / 2), text.length - Math.floor(size))
  // If only a little is missing, the excerpt starts at the beginning.
  const from = centred < margin && core.end <= size - margin ? 0 : Math.max(0, centred)
  const start = startOfCut(text, from, size, borders)
  const end = endOfCut(text, from + Math.floor(size), size, borders)
  const part = text.slice(start, end).trim()
  if (part === '') return ''
  return `${start > 0 ? '…' : ''}${part}${end < text.length ? '…' : ''}`
}
