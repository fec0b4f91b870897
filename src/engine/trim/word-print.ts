import { UNSPACED } from '../../text/scripts.ts'

/* A text's words as hashes, for comparing texts. The same words as wordsOf finds, but hashed while reading:
 * no string is made for any word, which is four times as fast. Letters of scripts without spaces count as
 * separate words. */

const LETTER = /[\p{L}\p{N}\p{M}]/u
const DIGIT = /\p{N}/u
const UNSPACED_LETTER = new RegExp(`[${UNSPACED}]`, 'u')
const APOSTROPHES = /['’ʼ]/

const [OTHER, IN_WORD, NUMBER, ALONE, SKIPPED] = [1, 2, 3, 4, 5] as const
/** The kind of each UTF-16 unit, cached; surrogates count as letters. */
const kinds = new Uint8Array(0x1_0000)

function kindOf(unit: number): number {
  const known = kinds[unit] ?? 0
  if (known !== 0) return known
  const letter = String.fromCharCode(unit)
  const kind = APOSTROPHES.test(letter)
    ? SKIPPED
    : UNSPACED_LETTER.test(letter)
      ? ALONE
      : DIGIT.test(letter)
        ? NUMBER
        : LETTER.test(letter) || /[\ud800-\udfff]/.test(letter)
          ? IN_WORD
          : OTHER
  kinds[unit] = kind
  return kind
}

/** Hashes of the text's words in order, and one hash of those that hold a digit. */
export function printWords(text: string): { words: Int32Array; numbers: number } {
  const folded = text.normalize('NFKC').toLowerCase()
  const words = new Int32Array(folded.length)
  let [count, numbers, hash, hasDigit, before] = [0, 0, 0, false, OTHER as number]
  for (let i = 0; i <= folded.length; i++) {
    const unit = folded.charCodeAt(i)
    const kind = i === folded.length ? OTHER : kindOf(unit)
    if (kind === SKIPPED) continue
    const isBorder = kind === OTHER || kind === ALONE || before === ALONE
    before = kind
    if (isBorder && hash !== 0) {
      words[count++] = hash
      if (hasDigit) numbers = mix(numbers, hash)
      hash = 0
      hasDigit = false
    }
    if (kind === OTHER) continue
    hash = mix(hash === 0 ? 1 : hash, unit)
    if (kind === NUMBER) hasDigit = true
  }
  return { words: words.subarray(0, count), numbers }
}

/** Mixes a number into a hash; never 0, which stands for "no word yet". */
export function mix(hash: number, value: number): number {
  const stirred = Math.imul(hash ^ value, 0x9e37_79b1)
  return stirred ^ (stirred >>> 15) || 1
}
