import { stem } from './stem.ts'
import { isStopWord } from './stop-words.ts'
import { wordsOf } from './words.ts'

/* The terms of the search: words, stemmed, with the accents of Latin letters dropped. The index and every query
 * must use the same function, or nothing is found; a change here requires a new index. */

/** No word is longer; anything longer (a pasted key, a run of a's) is truncated. */
const LONGEST = 64
/** A longer question is a paste; its beginning contains the subject. */
const MAX_QUERY_TERMS = 64
const WORD = /[\p{L}\p{N}\p{M}'’ʼ]+/gu

/** The text's terms in order, with repeats: a text is indexed by these. */
export function termsOf(text: string): string[] {
  return wordsOf(text).map(termOf)
}

/** The distinct terms a query is about: without stop words, unless it has nothing else. */
export function queryTermsOf(text: string): string[] {
  const words = wordsOf(text)
  const telling = words.filter((word) => !isStopWord(word))
  const terms = new Set((telling.length > 0 ? telling : words).map(termOf))
  return [...terms].slice(0, MAX_QUERY_TERMS)
}

/**
 * A question without the names of the chat's members, for its vector: a name draws it to every greeting. LoCoMo
 * recall@10 by vectors alone: 42 with names, 57 without (bench/recall).
 */
export function withoutNames(question: string, names: readonly string[]): string {
  const known = new Set(names.flatMap(termsOf))
  const rest = question.replaceAll(WORD, (word) => {
    const terms = termsOf(word)
    return terms.length > 0 && terms.every((term) => known.has(term)) ? '' : word
  })
  return wordsOf(rest).length > 0 ? rest.trim() : question
}

/** A cache of stems: a language's common words repeat, and stemming takes ten times as long as a lookup. */
const KNOWN = new Map<string, string>()
const MAX_KNOWN = 50_000

/** The term of one folded word. */
export function termOf(word: string): string {
  const known = KNOWN.get(word)
  if (known !== undefined) return known
  const stemmed = stem(/^[a-z0-9]*$/.test(word) ? word : plainLatin(word))
  const term = stemmed.length > LONGEST ? shorten(stemmed) : stemmed
  if (KNOWN.size === MAX_KNOWN) KNOWN.clear()
  KNOWN.set(word, term)
  return term
}

/** café → cafe, straße → strasse; marks of other scripts are letters in their own right. */
function plainLatin(word: string): string {
  return word
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
}

/** By whole characters: half a surrogate pair is no text. */
function shorten(term: string): string {
  let kept = ''
  for (const character of term) {
    if (kept.length + character.length > LONGEST) break
    kept += character
  }
  return kept
}
