import { UNSPACED } from '../../text/scripts.ts'

/* Splits a text into the word pieces of a vocabulary: folded to lower case, cut into runs of letters and digits, and
 * each word then, from its start, by the longest piece that fits. A piece inside a word is written with "##" before
 * it: "unfolded" is "unfold", "##ed". Where a script has no spaces, a run holds several words: its pieces have no
 * mark, and a letter of no piece is skipped. */

/** The number of each piece. */
export type Vocabulary = ReadonlyMap<string, number>

/** A text's pieces in order, how many words it has, and how many of those are in the vocabulary. */
export type SplitText = {
  readonly pieces: readonly number[]
  readonly words: number
  /** A word that only n pieces together spell, such as a typo, counts 1/n. */
  readonly known: number
}

const ACCENTS = /\p{Mn}/gu
const PLAIN_WORDS = /[a-z0-9]+/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const PLAIN = /^[\u0000-\u007f]*$/
const WORDS = new RegExp(`[${UNSPACED}\\p{M}ー]+|[[\\p{L}\\p{M}\\p{N}]--[${UNSPACED}ー]]+`, 'gv')
const UNSPACED_START = new RegExp(`^[${UNSPACED}]`, 'u')
/** No script without spaces has letters below this one, the first of Thai. */
const FIRST_UNSPACED = 0x0e00
/** A longer run of letters is no word. */
const LONGEST_WORD = 100
/** No piece is longer; without it the cost of an endless word would be quadratic. */
const LONGEST_PIECE = 24

/** The words of a text, folded, in order; a run of a script without spaces is one. */
export function pieceTokens(text: string): string[] {
  const folded = text.toLowerCase()
  if (PLAIN.test(folded)) return folded.match(PLAIN_WORDS) ?? []
  return folded.normalize('NFC').match(WORDS) ?? []
}

/** Whether a word of `pieceTokens` is a run of a script without spaces. */
export function isUnspaced(token: string): boolean {
  return token.charCodeAt(0) >= FIRST_UNSPACED && UNSPACED_START.test(token)
}

/** Splits a text by a vocabulary. */
export function splitText(text: string, vocabulary: Vocabulary): SplitText {
  const pieces: number[] = []
  let words = 0
  let known = 0
  for (const token of pieceTokens(text)) {
    if (isUnspaced(token)) {
      const { found, skipped } = piecesOfRun(token, vocabulary)
      for (const piece of found) pieces.push(piece)
      known += found.length
      words += found.length + skipped
      continue
    }
    const found = piecesOf(token, vocabulary)
    for (const piece of found) pieces.push(piece)
    if (found.length > 0) known += 1 / found.length
    words += 1
  }
  return { pieces, words, known }
}

/** The pieces of a word, its accents left out if it cannot be spelled with them; none if it cannot be spelled. */
export function piecesOf(word: string, vocabulary: Vocabulary): number[] {
  const spelled = spellWord(word, vocabulary)
  if (spelled.length > 0) return spelled
  const plain = word.normalize('NFD').replace(ACCENTS, '').normalize('NFC')
  return plain === word ? spelled : spellWord(plain, vocabulary)
}

/** The pieces of a word as it is written; none where the vocabulary cannot spell all of it. */
export function spellWord(word: string, vocabulary: Vocabulary): number[] {
  const whole = vocabulary.get(word)
  if (whole !== undefined) return [whole]
  if (word.length > LONGEST_WORD) return []
  const pieces: number[] = []
  let start = 0
  while (start < word.length) {
    const next = longestPiece(word, start, start === 0 ? '' : '##', vocabulary)
    if (next === null) return []
    pieces.push(next.piece)
    start = next.end
  }
  return pieces
}

function piecesOfRun(run: string, vocabulary: Vocabulary) {
  const found: number[] = []
  let skipped = 0
  let start = 0
  while (start < run.length) {
    const next = longestPiece(run, start, '', vocabulary)
    if (next === null) skipped += 1
    else found.push(next.piece)
    start = next?.end ?? start + 1
  }
  return { found, skipped }
}

function longestPiece(word: string, start: number, mark: string, vocabulary: Vocabulary) {
  for (let end = Math.min(word.length, start + LONGEST_PIECE); end > start; end--) {
    const piece = vocabulary.get(mark + word.slice(start, end))
    if (piece !== undefined) return { piece, end }
  }
  return null
}
