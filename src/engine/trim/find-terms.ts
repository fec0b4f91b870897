import { UNSPACED } from '../../text/scripts.ts'
import { termsOf } from '../../text/terms.ts'

/** Where a text holds one of the terms: from, to (UTF-16 units, end not included), and which. */
export type Match = { readonly start: number; readonly end: number; readonly term: string }

/* Letters and digits of scripts without spaces, or of the others, in which an apostrophe inside a word is
 * part of it. Split as wordsOf does, but with positions. */
const LETTER = String.raw`(?![${UNSPACED}])[\p{L}\p{N}\p{M}]`
const RUN = new RegExp(`([${UNSPACED}\\p{M}]+)|(?:${LETTER})+(?:['’ʼ](?:${LETTER})+)*`, 'gu')

/** Longer words are data, not language. */
const LONGEST_WORD = 64

/**
 * Finds the words of a text that are among the terms, in order; "painting" is found by "painted". Terms may
 * be words or stems. A text without spaces is searched in pairs of letters, which may overlap.
 */
export function findTerms(text: string, terms: readonly string[]): Match[] {
  const wanted = new Set(terms.flatMap((term) => [term, ...termsOf(term)]))
  const initials = new Set([...wanted].map((term) => initialOf(term.codePointAt(0) ?? 0)))
  const mayBegin = new Map<number, boolean>()
  const known = new Map<string, string | null>()
  const termOf = (word: string): string | null => {
    // The first letter rules out most words, at no cost.
    const first = word.codePointAt(0) ?? 0
    if (!mayBegin.has(first)) mayBegin.set(first, initials.has(initialOf(first)))
    if (!mayBegin.get(first)) return null
    let term = known.get(word)
    if (term === undefined) {
      term = termsOf(word).find((one) => wanted.has(one)) ?? null
      known.set(word, term)
    }
    return term
  }
  if (initials.size === 0) return []
  return [...text.matchAll(RUN)].flatMap(({ 0: run, 1: unspaced, index }) => {
    if (unspaced !== undefined) return pairsIn(run, index, termOf)
    const term = run.length > LONGEST_WORD ? null : termOf(run)
    return term === null ? [] : [{ start: index, end: index + run.length, term }]
  })
}

/** A first letter in the form terms have. */
function initialOf(codePoint: number): string {
  return String.fromCodePoint(codePoint).normalize('NFKD').toLowerCase().charAt(0)
}

function pairsIn(run: string, offset: number, termOf: (word: string) => string | null): Match[] {
  const matches: Match[] = []
  let at = offset
  let before: string | null = null
  for (const letter of run) {
    const pair: string | null = run.length === letter.length ? letter : before && before + letter
    const term = pair === null ? null : termOf(pair)
    const end = at + letter.length
    if (pair !== null && term !== null) matches.push({ start: end - pair.length, end, term })
    before = letter
    at = end
  }
  return matches
}
