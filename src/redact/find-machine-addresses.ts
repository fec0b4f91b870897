import { textBefore, wordsPattern } from './context.ts'
import type { RedactedSpan } from './redaction.ts'
import { withoutOverlaps } from './spans.ts'

/* IP and MAC addresses. Four numbers with dots are also versions of programs, so these stay: a number after
 * a word for versions or a product and a slash; and, unless a word for addresses is near, a digit and three
 * numbers below 30: Linux 2.6.24.18, name server 8.8.8.8. One real address in ten thousand has that form.
 * Loopback (127.…, ::1), "any" and network masks identify no person. */

const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
// Security reports put dots in brackets, so that links do not work.
const DOT = '(?:\\.|\\[\\.\\]|\\(\\.\\))'
const V4 = new RegExp(
  `(?<![\\w.]|[^\\d\\s]-)(?:${OCTET}${DOT}){3}${OCTET}(?!\\w|\\.\\d|-[a-z]|-\\d+(?![\\d.]))`,
  'gi',
)
const V4_AFTER_NAME =
  /(?:[a-z][\w.-]*\/v?|\bv|\b(?:version|ver|release|build|driver|firmware|sdk)[\s.:=v-]*)$/i
const SPOKEN_OF = wordsPattern(['ip\\b', 'ipv4', 'address', 'адрес', 'host', 'server', 'сервер'])
const NOBODYS = /^(?:127\.|0\.0\.0\.0$|255\.255)/
const LIKE_VERSION = /^\d(?:\.[12]?\d){3}$/
// A label and its colon may stand right before an address, but not what could be a part of it.
const V6 =
  /(?:(?<![a-z\d.:])|(?<=(?:[^a-z\d:.]|^):)|(?<=[g-z][a-z]{0,6}:))(?=[a-f\d]{1,4}:|::(?!:))[a-f\d:]{2,39}(?:\.\d{1,3}){0,3}(?![a-z\d:])/gi
const MAC =
  /(?<![a-z\d.-]|(?<![a-z])[a-f\d]{1,4}:)(?:[a-f\d]{2}([:-])(?:[a-f\d]{2}\1){4}[a-f\d]{2}|(?:[a-f\d]{4}\.){2}[a-f\d]{4})(?![a-z\d]|[:.-][a-z\d])/gi

/** IP addresses and MAC addresses. */
export function findMachineAddresses(text: string): RedactedSpan[] {
  const macs = spansOf(text, MAC, 'mac', () => true)
  const v6 = spansOf(text, V6, 'ip', (value) => isV6(value))
  const v4 = spansOf(text, V4, 'ip', (value, start) =>
    isSomebodys(text, value.replaceAll(/[[\]()]/g, ''), start),
  )
  return withoutOverlaps([...macs, ...v6, ...v4])
}

function spansOf(
  text: string,
  pattern: RegExp,
  kind: 'ip' | 'mac',
  isMeant: (value: string, start: number) => boolean,
): RedactedSpan[] {
  return [...text.matchAll(pattern)]
    .filter(({ 0: value, index }) => isMeant(value, index))
    .map(({ 0: value, index }) => ({ kind, start: index, end: index + value.length }))
}

function isSomebodys(text: string, value: string, start: number): boolean {
  if (NOBODYS.test(value)) return false
  const said = textBefore(text, start, 24)
  if (V4_AFTER_NAME.test(said) && !/:\/\/$/.test(said)) return false
  return !LIKE_VERSION.test(value) || said.search(SPOKEN_OF) >= 0
}

/** Eight groups of hex, or fewer with one gap; the last two may be written as version 4. */
function isV6(value: string): boolean {
  const [head = '', tail, ...more] = value.split('::')
  if (more.length > 0 || /^::(?:1(?::\d+)?)?$/.test(value)) return false
  const groups = [head, tail ?? ''].flatMap((part) => (part === '' ? [] : part.split(':')))
  const last = groups.at(-1) ?? ''
  const isMixed = last.includes('.')
  const plain = isMixed ? groups.slice(0, -1) : groups
  if (isMixed && !new RegExp(`^(?:${OCTET}\\.){3}${OCTET}$`).test(last)) return false
  if (!plain.every((group) => /^[a-f\d]{1,4}$/i.test(group))) return false
  const count = plain.length + (isMixed ? 2 : 0)
  // "ab::cd" is C++ as well: two groups need a digit to be an address.
  const isTelling = count > 2 || /\d/.test(value)
  return tail === undefined ? count === 8 : count < 8 && count > 1 && isTelling
}
