import { isLuhn } from './checksums.ts'
import { digitRuns, isPartOfMore, type Window, windowsOf } from './digit-runs.ts'
import type { RedactedSpan } from './redaction.ts'

/* Payment cards: an issuer's prefix, a length that issuer uses, and Luhn. One number in ten passes Luhn by
 * chance, so the groups must be those printed on cards, or the number must stand alone. */

/** Prefix → lengths. */
const ISSUERS: readonly (readonly [RegExp, readonly number[]])[] = [
  [/^4/, [13, 16, 19]],
  [/^5[1-5]|^2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720)/, [16]],
  [/^3[47]/, [15]],
  [/^6(?:011|4[4-9]|5)/, [16, 19]],
  [/^35(?:2[89]|[3-8])/, [16, 19]],
  [/^3(?:0[0-5]|095|[689])/, [14, 16, 19]],
  [/^220[0-4]/, [16, 17, 18, 19]],
  [/^62|^81/, [16, 17, 18, 19]],
  [/^(?:5018|5020|5038|5893|6304|6759|676[1-3]|50|5[6-8]|6[037])/, [13, 14, 15, 16, 17, 18, 19]],
  [/^9792|^60|^65|^508|^8[12]/, [16]],
]
const PRINTED = [
  '4 4 4 4',
  '4 4 4 4 3',
  '4 4 4 4 2',
  '4 4 4 4 1',
  '4 6 5',
  '4 6 4',
  '4 3 3 3',
  '6 13',
  '8 8',
  '4 5 6',
  '4 4 5',
]

/** Payment cards. */
export function findCards(text: string): RedactedSpan[] {
  const found: RedactedSpan[] = []
  for (const run of digitRuns(text)) {
    let free = 0
    for (const window of windowsOf(run, 13, 19)) {
      if (window.start < free || !isCard(text, window)) continue
      found.push({ kind: 'card', start: window.start, end: window.end })
      free = window.end
    }
  }
  return found
}

function isCard(text: string, window: Window): boolean {
  const { digits, start, end } = window
  const isOfIssuer = ISSUERS.some(
    ([prefix, lengths]) => lengths.includes(digits.length) && prefix.test(digits),
  )
  if (!isOfIssuer || !isLuhn(digits) || isPartOfMore(text, start, end)) return false
  // "+49…" is a telephone; a fraction of many digits follows a dot and a digit.
  if (/\+ ?$|\d\.$/.test(text.slice(Math.max(0, start - 2), start))) return false
  return isLaidOut(window)
}

function isLaidOut({ sizes, gaps, isWhole, isSpaced }: Window): boolean {
  const isPrinted = PRINTED.includes(sizes.join(' ')) && new Set(gaps).size === 1
  const isDecimal = sizes.length === 2 && gaps[0] === '.'
  return (
    sizes.length === 1 || isPrinted || isSpaced || (isWhole && !isDecimal && !gaps.includes(', '))
  )
}
