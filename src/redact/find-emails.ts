import { isStopWord } from '../text/stop-words.ts'
import { wordsPattern } from './context.ts'
import { foldWord } from './fold.ts'
import type { RedactedSpan } from './redaction.ts'

/* Mail addresses, found from the sign in the middle outwards, so every part of a text is read once. "@"
 * needs letters on both sides and a dot. Written out ("anna (at) mail dot ru"), the dot must be written out
 * as well or the host be a well-known one: people work "at google.com" all day. */

const AT_SIGN = '@|%40|&#64;|[([{<] ?(?:at|a|@|собака|собачка|arroba|chez|et) ?[)\\]}>]'
const AT_WORD = '[ _-](?:at|собака|собачка|arroba)[ _-]'
const AT = new RegExp(` {0,2}(?:${foldAll(AT_SIGN)}) {0,2}|${foldAll(AT_WORD)}`, 'giu')
const DOT_WORD = foldAll('dot|точка|крапка|punkt|punto|ponto')
const DOT = new RegExp(
  `\\.| {0,2}[([{<] ?(?:\\.|${DOT_WORD}) ?[)\\]}>] {0,2}| (?:${DOT_WORD}) | \\. ?`,
  'iuy',
)
/** Letters of scripts with spaces between words; in others the local part ends where the script does. */
const SPACED_LETTER = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d]/u
const LOCAL = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d._%+'-]/u
const LOCAL_OTHER = /[\p{L}\p{M}\p{N}._%+-]/u
const LABEL =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d](?:[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d-]{0,61}[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d])?/uy
const LABEL_OTHER = /[\p{L}\p{M}\p{N}-]{1,63}/uy
const TOP = /^(?:\p{L}[\p{L}\p{M}]{1,23}|xn--[a-z\d-]+)$/iu
const BIG_HOST =
  /^(?:gmail|googlemail|yahoo|hotmail|outlook|icloud|proton|protonmail|gmx|mail|yandex|ya|ukr|rambler|web|qq|163)$/i
const LONGEST_LOCAL = 64
/** Words before "at" that are no mailbox. */
const NOT_LOCAL = wordsPattern(
  `(?:am|are|arrived?|available|be|been|find|here|her|him|is|it|join|live[sd]?|look(?:ed|ing|s)?|me|meet|met|shop|start(?:ed|s)?|stay(?:ed)?|stop|them|there|us|was|were|work(?:ed|ing|s)?|you)$`.split(
    '\n',
  ),
)

type Host = {
  readonly end: number
  readonly isWrittenOut: boolean
  readonly labels: readonly string[]
}

/** Mail addresses, plain or written out. */
export function findEmails(text: string): RedactedSpan[] {
  const found: RedactedSpan[] = []
  for (const { 0: sign, index } of text.matchAll(AT)) {
    const start = startOfLocal(text, index)
    const host = readHost(text, index + sign.length)
    if (start === null || start < (found.at(-1)?.end ?? 0) || host === null) continue
    if (isAddress(text.slice(start, index), sign, host)) {
      found.push({ kind: 'email', start, end: host.end })
    }
  }
  return found
}

function isAddress(local: string, sign: string, host: Host): boolean {
  const isPlain = /^(?:@|%40|&#64;)$/.test(sign) && !host.isWrittenOut
  if (isPlain) return local.toLowerCase() !== 'git'
  // "the @gmail.com ones": spaces stand on both sides or on none.
  if (/^ +\S+$|^\S+ +$/.test(sign) || local.search(NOT_LOCAL) === 0) return false
  const isWord = !/[@%&()[\]{}<>]/.test(sign)
  if (isWord && isStopWord((host.labels[0] ?? '').toLowerCase())) return false
  return !isWord || host.isWrittenOut || BIG_HOST.test(host.labels.at(-2) ?? '')
}

/** The start of the local part before the sign; "anna dot k" is one local part. */
function startOfLocal(text: string, end: number): number | null {
  let start = wordStart(text, end)
  const dotted = new RegExp(` (?:${DOT_WORD}) $|[([{] ?(?:\\.|${DOT_WORD}) ?[)\\]}]$`, 'iu')
  while (start < end) {
    const dot = dotted.exec(text.slice(Math.max(0, start - 12), start))
    if (dot === null) break
    const before = wordStart(text, start - dot[0].length)
    if (before === start - dot[0].length || end - before > LONGEST_LOCAL) break
    start = before
  }
  return start === end ? null : start
}

function wordStart(text: string, end: number): number {
  const allowed = SPACED_LETTER.test(text[end - 1] ?? '') ? LOCAL : LOCAL_OTHER
  let start = end
  while (start > 0 && end - start < LONGEST_LOCAL && allowed.test(text[start - 1] ?? '')) start -= 1
  while (start < end && /[.'%-]/.test(text[start] ?? '')) start += 1
  return start
}

function readHost(text: string, start: number): Host | null {
  const label = SPACED_LETTER.test(text[start] ?? '') ? LABEL : LABEL_OTHER
  const labels: string[] = []
  let at = start
  let end = start
  let isWrittenOut = false
  for (;;) {
    label.lastIndex = at
    const part = label.exec(text)
    if (part === null || labels.length > 8) break
    // "anna@mail.ru.Thanks": the next sentence, typed without a space.
    if (/^\p{Lu}\p{Ll}/u.test(part[0]) && /^\p{Ll}/u.test(labels[0] ?? 'A')) break
    labels.push(part[0])
    end = label.lastIndex
    DOT.lastIndex = end
    const dot = DOT.exec(text)
    if (dot === null) break
    // A sentence may end after the address: a dot with a space belongs to the address only before its last label.
    if (/^ ?\. ?$/.test(dot[0]) && dot[0] !== '.' && labels.length > 1) break
    label.lastIndex = DOT.lastIndex
    if (label.exec(text) === null) break
    isWrittenOut ||= !/^ ?\. ?$/.test(dot[0])
    at = DOT.lastIndex
  }
  return labels.length > 1 && TOP.test(labels.at(-1) ?? '') ? { end, isWrittenOut, labels } : null
}

function foldAll(pattern: string): string {
  return pattern.replaceAll(/[^\0-\x7f]+/g, foldWord)
}
