import { LOOKALIKES } from './lookalikes.ts'

/* A text as the rules read it.
 *
 * People hide an address from machines with full-width digits, letters of another alphabet, characters of
 * no width. Each code point is folded by itself: what stands beside it does not matter, so folding a text
 * with a piece replaced gives the folded text with that piece replaced, and redacting twice changes
 * nothing. A folded text is for looking only: what is found is cut from the text as it was typed. */

/** A text, and for each of its units where in another text it came from. */
export type View = {
  readonly text: string
  readonly starts: ArrayLike<number>
  readonly ends: ArrayLike<number>
}

/** What cannot be seen, marks above letters, and the frame that makes an emoji of a digit. */
const UNSEEN =
  /[\p{Cf}\p{Co}\p{Variation_Selector}\u115f\u1160\u17b4\u17b5\u3164\uffa0]|[\u0300-\u036f]|[\u064b-\u065f]|\u0670|\u20e3/u
const MARKS = /[\u0300-\u036f]/g
const STOP = /[\u3002\uff61]/
const DASH = /[\p{Pd}\u2212\u2043]/u
const ASCII_ONLY = /^[\0-\x7f]*$/
const ACCENTED = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u

/** Every code point is folded once; there are not so many that the list could grow without end. */
const known = new Map<number, string>()

/** The text with everything alike written alike: digits 0 to 9, look-alikes as Latin, nothing unseen. */
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

/** Words for rules and names are folded too, or a rule would not know its own words again. */
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

/** Unicode keeps the ten digits of a script together, so the place in the row of digits is the value. */
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
