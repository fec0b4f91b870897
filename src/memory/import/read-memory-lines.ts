import { readTime } from './entry-fields.ts'
import { type ImportedMemory, sentenceAt } from './imported-memory.ts'

/* The memory of ChatGPT as people copy it: a line a memory, often with a bullet or a number, and with the day it was saved in
 * brackets. */

const BULLET = /^\s*(?:[-*•–—▪◦]|\d{1,4}[.)])\s+(?:\[[ xX]\]\s+)?/u
const DAY = /^\s*[[(](?:saved\s+)?(?<day>[^\])\n]{1,40})[\])]\.?\s*(?:[-–—:]\s*)?/iu
const BARE_DAY = /^\s*(?<day>\d{4}-\d{2}-\d{2})\s*[-–—:]\s+/u
const NO_DAY = /^(?:unknown|no date|undated|n\/a|date unknown|date not available|not available)$/iu
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** The memories of a text, a line each; empty lines are none. */
export function readMemoryLines(text: string): ImportedMemory[] {
  return text.split(/\r\n|\r|\n/u).flatMap((line, i) => readMemoryLine(line, i + 1) ?? [])
}

/** One line without its bullet and day; null if nothing is left. */
export function readMemoryLine(line: string, position: number): ImportedMemory | null {
  const bare = line.replace(BULLET, '').trim()
  const found = DAY.exec(bare) ?? BARE_DAY.exec(bare)
  const said = found?.groups?.day?.trim() ?? ''
  const saidAt = readDay(said)
  // Brackets with anything else belong to the sentence.
  const isDay = found !== null && (saidAt !== null || NO_DAY.test(said))
  const text = (isDay ? bare.slice(found[0].length) : bare).replace(BULLET, '').trim()
  if (!/[\p{L}\p{N}]/u.test(text)) return null
  return { ...sentenceAt(position, text), saidAt, validFrom: saidAt }
}

/** "2024-05-01", with a time or without, "May 1, 2024" or "1 May 2024". */
function readDay(text: string): Date | null {
  const exact = readTime(text)
  if (exact !== null) return exact
  const parts =
    /^(?<month>\p{L}{3,9})\.? (?<day>\d{1,2}),? (?<year>\d{4})$/u.exec(text) ??
    /^(?<day>\d{1,2})\.? (?<month>\p{L}{3,9})\.?,? (?<year>\d{4})$/u.exec(text)
  if (parts?.groups === undefined) return null
  const { year, month = '', day = '' } = parts.groups
  const number = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1
  if (number === 0) return null
  return readTime(`${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`)
}
