import { distanceTo, textBefore } from './context.ts'
import { digitRuns, isPartOfMore, type Window, windowsOf } from './digit-runs.ts'
import {
  LETTER_REGISTERS,
  type LetterRegister,
  NUMBER_REGISTERS,
  type NumberRegister,
} from './national-registers.ts'
import type { RedactedSpan } from './redaction.ts'
import { withoutOverlaps } from './spans.ts'

/** How far before a number its register may be named, in characters. */
const REACH = 40

/** National identity numbers of persons. */
export function findNationalIds(text: string): RedactedSpan[] {
  const taken = LETTER_REGISTERS.flatMap((register) => inLetters(text, register))
  return withoutOverlaps([...taken, ...inDigits(text)])
}

function inLetters(text: string, { pattern, isValid }: LetterRegister): RedactedSpan[] {
  return [...text.matchAll(pattern)]
    .filter(([match]) => isValid(match))
    .map(({ 0: match, index }) => spanOf(index, index + match.length))
}

function inDigits(text: string): RedactedSpan[] {
  const found: RedactedSpan[] = []
  for (const run of digitRuns(text)) {
    let free = 0
    for (const window of windowsOf(run, 9, 15)) {
      if (window.start < free || !isIdentity(text, window)) continue
      found.push(spanOf(window.start, window.end))
      free = window.end
    }
  }
  return found
}

function isIdentity(text: string, window: Window): boolean {
  const { digits, start, end } = window
  if (isPartOfMore(text, start, end) || text[start - 1] === '+') return false
  const registers = NUMBER_REGISTERS.filter(
    ({ lengths, isValid }) => lengths.includes(digits.length) && isValid(digits),
  )
  if (registers.some((register) => isLaidOut(register, window))) return true
  if (registers.length === 0) return false
  const said = textBefore(text, start, REACH)
  return registers.some(({ words }) => distanceTo(said, words) < REACH)
}

function isLaidOut({ layouts }: NumberRegister, { sizes, gaps }: Window): boolean {
  return layouts.some(
    (layout) => layout.sizes === sizes.join(' ') && gaps.every((gap) => layout.gaps.test(gap)),
  )
}

function spanOf(start: number, end: number): RedactedSpan {
  return { kind: 'national id', start, end }
}
