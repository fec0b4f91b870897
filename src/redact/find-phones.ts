import type { CountryCode } from 'libphonenumber-js/min'
import { distanceTo, textAfter, textBefore } from './context.ts'
import { digitRuns, type Run, type Window, windowsFrom } from './digit-runs.ts'
import { parsePhoneNumber } from './parse-phone-number.ts'
import { LAYOUTS, TELLING, WITH_ZERO, WITHOUT_ZERO } from './phone-layouts.ts'
import { AMOUNT_AFTER, AMOUNT_BEFORE, OTHER_WORDS, PHONE_WORDS } from './phone-words.ts'
import type { RedactedSpan } from './redaction.ts'

/* Telephone numbers. After "+" a number only has to be possible; any other must have a national layout, or
 * stand next to a word for telephones, and be valid in a country by libphonenumber. That check takes 20 µs
 * per country, so cheap checks come first and results are cached while a text is read. */

const DATE =
  /(?<![\d.-])(?:(?:19|20)\d\d([-/.])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])|(?:0?[1-9]|[12]\d|3[01])([-/.])(?:0?[1-9]|1[0-2])\2(?:19|20)\d\d)(?!\d)/g
const CLOCK = /(?<!\d)\d{1,2}:\d\d(?::\d\d)?(?!\d)/g
const REACH = 32
const REACH_AFTER = 24
/** A run with more digits is a table: only numbers after "+" or with a country's groups are examined there. */
const LONGEST_RUN = 48
const INTERNATIONAL = /^(?:00|011)(?=[1-9])/

type Validity = (digits: string, country: CountryCode) => boolean

/** Telephone numbers. */
export function findPhones(text: string): RedactedSpan[] {
  // Dates and times are blanked first: next to a number they would join its run.
  const timeless = text.replaceAll(DATE, blank).replaceAll(CLOCK, blank)
  const isValid = rememberingValidity()
  return digitRuns(timeless).flatMap((run) => phonesIn(timeless, run, isValid))
}

function blank(match: string): string {
  return 'T'.repeat(match.length)
}

function phonesIn(text: string, run: Run, isValid: Validity): RedactedSpan[] {
  const found: RedactedSpan[] = []
  const digitCount = run.groups.reduce((sum, { digits }) => sum + digits.length, 0)
  if (digitCount < 7) return found
  for (const [first, group] of run.groups.entries()) {
    if (group.start < (found.at(-1)?.end ?? 0)) continue
    const plus = /[+] ?\(?$/.exec(text.slice(Math.max(0, group.start - 3), group.start))
    const windows = [...windowsFrom(run, first, 7, 15)]
      .filter(({ gaps }) => !gaps.includes(', '))
      .reverse()
    const phone =
      plus === null
        ? windows.find((window) =>
            isHomePhone(
              text,
              window,
              { isBeginning: isBeginning(run, first, found), digitCount },
              isValid,
            ),
          )
        : longestAbroad(windows)
    if (phone === undefined) continue
    const opening = plus?.[0].length ?? (text[group.start - 1] === '(' ? 1 : 0)
    found.push({ kind: 'phone', start: group.start - opening, end: phone.end })
  }
  return found
}

/** After "+": the longest valid number, or else the longest possible one. */
function longestAbroad(windows: readonly Window[]): Window | undefined {
  const parsed = windows.map((window) => ({
    window,
    phone: parsePhoneNumber(`+${window.digits}`),
  }))
  return (
    parsed.find(({ phone }) => phone?.isValid()) ?? parsed.find(({ phone }) => phone?.isPossible())
  )?.window
}

/** Where in a run a number without "+" may begin: not in the middle of other groups. */
function isBeginning(
  { groups, gaps }: Run,
  first: number,
  found: readonly RedactedSpan[],
): boolean {
  const isNext = found.at(-1)?.end === groups[first - 1]?.end
  return first === 0 || isNext || !/^[ .-]$/.test(gaps[first - 1] ?? '')
}

type Place = { readonly isBeginning: boolean; readonly digitCount: number }

function isHomePhone(text: string, window: Window, place: Place, isValid: Validity): boolean {
  const { digits, start, end } = window
  if (!isFree(text, start, end) || new Set(digits).size < 3 || isOtherNumber(window)) return false
  const before = textBefore(text, start, REACH)
  const after = textAfter(text, end, REACH_AFTER)
  if (AMOUNT_BEFORE.test(before) || AMOUNT_AFTER.test(after)) return false
  const toPhone = Math.min(
    distanceTo(before, PHONE_WORDS),
    after.search(PHONE_WORDS) < 0 ? REACH : REACH - 1,
  )
  const toOther = distanceTo(before, OTHER_WORDS)
  if (toPhone < REACH && toPhone <= toOther) return isNamed(digits, isValid)
  if (toOther < REACH) return false
  if (isLaidOut(window, isValid)) return true
  return place.isBeginning && place.digitCount <= LONGEST_RUN && isTelling(text, window, isValid)
}

/** A decimal, an IP address, a version, a path of dates, columns of a table. */
function isOtherNumber({ sizes, gaps }: Window): boolean {
  const dots = gaps.filter((gap) => gap.includes('.')).length
  const isDecimal = sizes.length === 2 && dots === 1
  const isQuad = sizes.length === 4 && dots === 3 && sizes.every((size) => size < 4)
  const isVersion = dots > 0 && gaps.includes('-')
  const isPath = gaps.filter((gap) => gap.includes('/')).length > 1
  return isDecimal || isQuad || isVersion || isPath || gaps.some((gap) => gap.includes('  '))
}

/** Not a part of a path, a fraction, a code or a longer row of dots. */
function isFree(text: string, start: number, end: number): boolean {
  const from = text[start - 1] === '(' ? start - 1 : start
  if (/[a-z\d_%./-]/i.test(text[from - 1] ?? ' ')) return false
  return !/^[a-z\d_]|^[:/=%]\S|^[.,-]\d/i.test(text.slice(end, end + 2))
}

/** A word marks it as a telephone: then any country will do. */
function isNamed(digits: string, isValid: Validity): boolean {
  const abroad = digits.replace(INTERNATIONAL, '')
  if (abroad !== digits) return isInternational(abroad)
  const countries = digits.startsWith('0') ? WITH_ZERO : WITHOUT_ZERO
  return countries.some((country) => isValid(digits, country)) || isInternational(digits)
}

function isInternational(digits: string): boolean {
  return digits.length > 9 && (parsePhoneNumber(`+${digits}`)?.isValid() ?? false)
}

function isLaidOut({ digits, sizes, gaps }: Window, isValid: Validity): boolean {
  const groups = sizes.join(' ')
  if (groups === '3 3 3' && gaps.includes('.')) return false
  if (sizes.length === 1 || gaps.some((gap) => /[*|~_,]/.test(gap))) return false
  return LAYOUTS.some(
    (layout) =>
      layout.sizes.includes(groups) &&
      layout.lead.test(digits) &&
      layout.countries.some((country) => isValid(digits, country)),
  )
}

/** By its leading zero, its brackets, its single digits, or by standing alone in its line. */
function isTelling(text: string, window: Window, isValid: Validity): boolean {
  const { digits, sizes, gaps, isWhole, isSpaced, start, end } = window
  const abroad = digits.replace(INTERNATIONAL, '')
  if (abroad !== digits && sizes.length > 1) return isInternational(abroad)
  if (sizes.length === 1 && TELLING.test(digits)) return isNamed(digits, isValid)
  const isAlone =
    /(?:^|\n)[ (]*$/.test(text.slice(Math.max(0, start - 4), start)) &&
    /^\s*(?:\n|$)/.test(text.slice(end, end + 4))
  if (digits.length < 9 || gaps.some((gap) => /[*|~_,]/.test(gap))) return false
  const isBracketed = text[start - 1] === '(' && /^\)/.test(gaps[0] ?? '')
  const isZero =
    digits.startsWith('0') &&
    (sizes[0] ?? 0) > 1 &&
    sizes.length > 1 &&
    sizes.filter((size) => size === 1).length < 2
  const isShaped = isWhole && isAlone && digits.length <= 12 && !isCounting(digits)
  return (
    (isShaped || isBracketed || isZero || (isSpaced && !isCounting(digits))) &&
    isNamed(digits, isValid)
  )
}

function isCounting(digits: string): boolean {
  return '01234567890123'.includes(digits) || '98765432109876'.includes(digits)
}

function rememberingValidity(): Validity {
  const known = new Map<string, boolean>()
  return (digits, country) => {
    const key = country + digits
    const before = known.get(key)
    if (before !== undefined) return before
    const valid = parsePhoneNumber(digits, country)?.isValid() ?? false
    known.set(key, valid)
    return valid
  }
}
