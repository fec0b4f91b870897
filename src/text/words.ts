import { UNSPACED } from './scripts.ts'
import { isStopWord } from './stop-words.ts'

/* The definition of a word: linking, scoring, extraction and hashing must agree on it.
 *
 * Letters and digits of any script, folded (NFKC, lower case, apostrophes dropped). Chinese, Japanese
 * kana and Thai are written without spaces, so a run of them becomes its overlapping pairs:
 * "東京都" gives 東京, 京都. */

const RUN = /[\p{L}\p{N}\p{M}]+/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const PLAIN = /^[\u0000-\u007f]*$/
const PLAIN_RUN = /[a-z0-9]+/g
const UNSPACED_LETTER = new RegExp(`[${UNSPACED}]`, 'u')
const UNSPACED_RUNS = new RegExp(`[${UNSPACED}\\p{M}]+|[^${UNSPACED}]+`, 'gu')

/** The text's words, folded, in order, with repeats. */
export function wordsOf(text: string): string[] {
  // Most texts are ASCII, and reading them is most of the cost of scoring: a third of the time this way.
  if (PLAIN.test(text)) return text.toLowerCase().replaceAll("'", '').match(PLAIN_RUN) ?? []
  const folded = text.normalize('NFKC').toLowerCase().replaceAll(/['’ʼ]/g, '')
  const runs = folded.match(RUN) ?? []
  return UNSPACED_LETTER.test(folded) ? runs.flatMap(unspacedPairs) : runs
}

/** The distinct words that may carry the subject, in order of first appearance. */
export function keywordsOf(text: string): string[] {
  return [...new Set(wordsOf(text))].filter((word) => word.length > 1 && !isStopWord(word))
}

const ABBREVIATIONS = [
  'mr mrs ms dr prof st jr sr vs etc approx no nr vol fig eg ie ca cf al inc ltd dept est min max tel',
  'bzw usw evtl ggf ca str zb sog mme mlle sra srta ud vd ecc dott ul np tzn',
  'г гг ул д кв стр см тыс млн млрд руб коп грн тел вул буд напр англ др',
].join(' ')
/** A full stop after these ends no sentence: an abbreviation, an initial or "e.g.", the number of a list item. */
const NO_END = new RegExp(
  `(?:(?<![\\p{L}\\p{N}])(?:${ABBREVIATIONS.replaceAll(' ', '|')}|(?:\\p{L}\\.)*\\p{L})|^\\s*\\d{1,3})\\.$`,
  'iu',
)

/** Splits into sentences; a line break ends one too, since chats are typed that way. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/\n+/u)
    .flatMap((line) => joinAbbreviated(line.split(/(?<=[.!?…])\s+|(?<=[。！？])\s*/u)))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}

/** "Mrs." and "Hall is here." are one sentence. */
function joinAbbreviated(parts: readonly string[]): string[] {
  const joined: string[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (last !== undefined && NO_END.test(last)) joined.splice(-1, 1, `${last} ${part}`)
    else joined.push(part)
  }
  return joined
}

/** A run of letters as it is, or where its script has no spaces its overlapping pairs. */
export function unspacedPairs(run: string): string[] {
  if (!UNSPACED_LETTER.test(run)) return [run]
  return (run.match(UNSPACED_RUNS) ?? []).flatMap((part) => {
    const letters = [...part]
    if (!UNSPACED_LETTER.test(part) || letters.length === 1) return [part]
    return letters.slice(1).map((letter, i) => `${letters[i]}${letter}`)
  })
}
