/* Where a text may be cut: at a sentence border if one is near, else at a word border, else between two
 * graphemes, so that no accent, flag or family emoji is torn. */

/** A border is near if moving to it loses at most this part of the window. */
const NEAR = 0.15
/** Word borders are searched this far at most, and at least this far in a small window. */
const [LONGEST_WORD, SHORT_WORD] = [24, 10]
/** How far back graphemes are segmented to find where one begins; a hundred flags. */
const READ_BACK = 400
/** A grapheme is hardly ever longer. */
const LONGEST_CHARACTER = 48

/** `good`: at a sentence or a word, if one is near. `any`: between any two graphemes. */
export type Borders = 'good' | 'any'

const SENTENCE_END = /[.!?…]["'”’)\]]?\s+|[。！？]["」』”’）]?\s*|\n+/gu
const SPACE = /\s+/gu

let segmenter: Intl.Segmenter | null = null

/** The place at or after `from` where an excerpt of about `size` characters should begin. */
export function startOfCut(text: string, from: number, size: number, borders: Borders): number {
  if (from <= 0) return 0
  if (borders === 'any') return characterStart(text, from)
  // From one before: a sentence may have ended right here.
  const sentence = ends(text, SENTENCE_END, from - 1, from + size * NEAR)[0]
  if (sentence !== undefined) return sentence
  const word = ends(text, SPACE, from - 1, from + wordReach(size))[0]
  return word ?? characterStart(text, from)
}

/** The place at or before `to` where an excerpt of about `size` characters should end. */
export function endOfCut(text: string, to: number, size: number, borders: Borders): number {
  if (to >= text.length) return text.length
  if (borders === 'any') return characterStart(text, to)
  const sentence = ends(text, SENTENCE_END, to - size * NEAR, to).at(-1)
  if (sentence !== undefined) return sentence
  const word = ends(text, SPACE, to - wordReach(size), to + 1).at(-1)
  return word ?? characterStart(text, to)
}

function wordReach(size: number): number {
  return Math.min(LONGEST_WORD, Math.max(SHORT_WORD, size * NEAR))
}

/** Places right after each match between two places. */
function ends(text: string, pattern: RegExp, from: number, to: number): number[] {
  const first = Math.max(0, Math.floor(from))
  const part = text.slice(first, Math.ceil(to))
  return [...part.matchAll(pattern)].map(({ 0: found, index }) => first + index + found.length)
}

/** The start of the grapheme that a place lies in. */
function characterStart(text: string, place: number): number {
  const [before, after] = [text.charCodeAt(place - 1), text.charCodeAt(place)]
  if (before < 128 && after < 128) return place
  const first = readFrom(text, place)
  const part = text.slice(first, place + LONGEST_CHARACTER)
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const found = first + (segmenter.segment(part).containing(place - first)?.index ?? 0)
  // A letter under a thousand accents is nothing people read, and may be torn.
  const start = place - found > LONGEST_CHARACTER ? place : found
  // Where even that began in the middle of a grapheme, at least no surrogate pair is split.
  const unit = text.charCodeAt(start)
  return unit >= 0xdc00 && unit <= 0xdfff ? Math.max(0, start - 1) : start
}

/** A place not too far before where a grapheme surely begins: at an ASCII letter, if there is one. */
function readFrom(text: string, place: number): number {
  const least = Math.max(0, place - READ_BACK)
  for (let i = place - 1; i > least; i--) if (text.charCodeAt(i) < 128) return i
  return least
}
