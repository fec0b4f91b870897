import { LOOKALIKES } from './lookalikes.ts'

/* A text as the rules read it. People disguise an address with full-width digits, letters of another
 * alphabet, zero-width characters. Each code point is folded independently of its neighbours, so folding a
 * text with a piece replaced gives the folded text with that piece replaced, and redaction is idempotent. A
 * folded text is for searching only: what is found is cut from the original text. */

/** A text, and for each of its units its position in another text. */
export type View = {
  readonly text: string
  readonly starts: ArrayLike<number>
  readonly ends: ArrayLike<number>
}

/** Invisible characters, combining marks, and the frame that makes an emoji of a digit. */
const UNSEEN =
  /[\p{Cf}\p{Co}\p{Variation_Selector}\u115f\u1160\u17b4\u17b5\u3164\uffa0]|[\u0300-\u036f]|[\u064b-\u065f]|\u0670|\u20e3/u
const MARKS = /[\u0300-\u036f]/g
const STOP = /[\u3002\uff61]/
const DASH = /[\p{Pd}\u2212\u2043]/u
const ASCII_ONLY = /^[\0-\x7f]*$/
const ACCENTED = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u

/** Cache by code point; their number bounds its size. */
const known = new Map<number, string>()

/** The text in one spelling: digits 0 to 9, look-alikes as Latin, nothing invisible. */
export function fold(text: string): View {
  if (ASCII_ONLY.test(text)) return sameText(text)
  const parts: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0
    const end = at + (code > 0xffff ? 2 : 1)
    const folded = code < 0x80 ? (text[at] ?? '') : foldCodePoint(code)
    parts.push(folded)
    for (let i = 0; i < folded.length; i++) {
      starts.push(at)
      ends.push(end)
    }
    at = end
  }
  return { text: parts.join(''), starts, ends }
}

/** Words of rules and names are folded too, or a rule would not match its own words. */
export function foldWord(word: string): string {
  return fold(word.normalize('NFC')).text
}

function sameText(text: string): View {
  const starts = Uint32Array.from({ length: text.length }, (_, i) => i)
  return { text, starts, ends: starts.map((place) => place + 1) }
}

function foldCodePoint(code: number): string {
  const before = known.get(code)
  if (before !== undefined) return before
  const folded = computeFold(String.fromCodePoint(code))
  known.set(code, folded)
  return folded
}

function computeFold(character: string): string {
  if (UNSEEN.test(character)) return ''
  if (DASH.test(character)) return '-'
  if (STOP.test(character)) return '.'
  if (/\p{Nd}/u.test(character)) return String(digitValue(character))
  const compatible = character.normalize('NFKC')
  if (/^\p{Zs}/u.test(compatible)) return ' '
  // Only alphabets whose accents people leave out: elsewhere a mark makes another letter of it.
  const bare = ACCENTED.test(compatible)
    ? compatible.normalize('NFD').replaceAll(MARKS, '')
    : compatible
  return [...bare].map((letter) => LOOKALIKES.get(letter) ?? letter).join('')
}

/** Unicode stores the ten digits of a script consecutively, so the index in that row is the value. */
function digitValue(digit: string): number {
  const compatible = digit.normalize('NFKC')
  if (/^[0-9]$/.test(compatible)) return Number(compatible)
  let code = digit.codePointAt(0) ?? 0
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - 1))) {
    code -= 1
    before += 1
  }
  return before % 10
}
