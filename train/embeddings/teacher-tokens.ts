import type { Vocabulary } from '../../src/models/static/word-pieces.ts'

/* Splits a text as the teacher does: folded to lower case without accents, split at spaces and around every sign and
 * Chinese character, and then each word, from its start, by the longest piece that fits. */

const ACCENTS = /\p{Mn}/gu
// ASCII characters that Unicode calls symbols and not punctuation ("$", "+") split words too.
const TOKENS =
  /[\p{P}$+<=>^`|~\p{Script=Han}]|[^\s\p{P}\p{Cc}\p{Cf}\p{Co}$+<=>^`|~\p{Script=Han}]+/gu
/** A longer run of letters is no word. */
const LONGEST_WORD = 100
/** No piece is longer; without it the cost of an endless word would be quadratic. */
const LONGEST_PIECE = 24

/** The words and signs of a text, folded, in order. */
export function teacherTokens(text: string): string[] {
  return text.toLowerCase().normalize('NFD').replace(ACCENTS, '').match(TOKENS) ?? []
}

/** The pieces a word is made of, in order; none where the vocabulary cannot spell all of it. */
export function teacherPieces(word: string, vocabulary: Vocabulary): number[] {
  const whole = vocabulary.get(word)
  if (whole !== undefined) return [whole]
  if (word.length > LONGEST_WORD) return []
  const pieces: number[] = []
  let start = 0
  while (start < word.length) {
    const next = longestPiece(word, start, vocabulary)
    if (next === null) return []
    pieces.push(next.piece)
    start = next.end
  }
  return pieces
}

function longestPiece(word: string, start: number, vocabulary: Vocabulary) {
  const mark = start === 0 ? '' : '##'
  for (let end = Math.min(word.length, start + LONGEST_PIECE); end > start; end--) {
    const piece = vocabulary.get(mark + word.slice(start, end))
    if (piece !== undefined) return { piece, end }
  }
  return null
}
