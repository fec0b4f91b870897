import { foldWord } from './fold.ts'
import type { RedactedSpan } from './redaction.ts'
import { NUMBER_WORDS, SECRET_SHAPES, SECRET_WORDS } from './secret-shapes.ts'
import { withoutOverlaps } from './spans.ts'

/* Keys, tokens and passwords: by their own form, or by the word before them. */

const SHAPES = new RegExp(`(?<![A-Za-z0-9_-])(?:${SECRET_SHAPES.join('|')})={0,2}`, 'g')
const WORDS = folded(SECRET_WORDS)
const NUMBER = new RegExp(
  `(?<![a-z\\d])(?:${folded(NUMBER_WORDS)})(?:[ -]?(?:code|${foldWord('код')}))?\\s{0,2}(?:[:=-]|\\s(?:is|${foldWord('это')}))?\\s{0,2}(\\d{3,8})(?![\\w.,:/-]*\\d|\\w)`,
  'giu',
)
const SAID = new RegExp(
  `(?:${WORDS})[\\w-]{0,20}["'\`]?\\s{0,2}(?::=|=>|[:=]|\\s(?:is|${foldWord('это')}|ist|es|est)\\s)\\s{0,2}["'\`]?([^\\s"'\`,;<>&|\\ue000]{4,200})`,
  'giu',
)
const BEARER = /\b(?:bearer|basic)\s{1,2}([\w.~+/=-]{12,})/gi
const URL_PASSWORD = /:\/\/[^\s:/@\ue000]{0,64}:([^\s/\ue000]{1,200})@/g
const PRIVATE_KEY = /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g
const PRIVATE_KEY_END = /-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g
/** Code and placeholders after "password =" are no passwords: a call, a path of names, a variable, stars. */
const NO_VALUE =
  /^(?:[$%][\w{(]|\{|\[|\*+$|\.{3}|x{4,}$|[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*[([.]|[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$)/i

/** Secrets with a known form, or after a word for secrets. */
export function findSecrets(text: string): RedactedSpan[] {
  return withoutOverlaps([
    ...privateKeys(text),
    ...Array.from(text.matchAll(URL_PASSWORD), (match) => lastGroup(match, 1)),
    ...Array.from(text.matchAll(SHAPES), ({ 0: value, index }) =>
      spanOf(index, index + value.length),
    ),
    ...Array.from(text.matchAll(NUMBER), (match) => lastGroup(match, 0)),
    ...Array.from(text.matchAll(BEARER), (match) => lastGroup(match, 0)).filter(({ start, end }) =>
      /\d|\p{Ll}\p{Lu}/u.test(text.slice(start, end)),
    ),
    ...Array.from(text.matchAll(SAID), (match) => lastGroup(match, 0))
      .map((span) => withoutEnding(text, span))
      .filter(({ start, end }) => isPassword(text.slice(start, end))),
  ])
}

function folded(words: readonly string[]): string {
  return words.map((word) => word.replaceAll(/[^\0-\x7f]+/g, foldWord)).join('|')
}

/** Natural words have no digits or signs and a single case. */
function isPassword(value: string): boolean {
  if (value.length < 4 || NO_VALUE.test(value)) return false
  const isOdd = /[\d!@#$%^&*+=?~]/.test(value) || /\p{Ll}\p{Lu}/u.test(value)
  return isOdd && !/^[\d.:/-]{1,7}$/.test(value)
}

function lastGroup(match: RegExpExecArray, after: number): RedactedSpan {
  const end = match.index + match[0].length - after
  return spanOf(end - (match[1]?.length ?? 0), end)
}

function withoutEnding(text: string, { start, end }: RedactedSpan): RedactedSpan {
  const ending = /[.:)\]}?*]{1,8}$/.exec(text.slice(Math.max(start, end - 8), end))
  return spanOf(start, end - (ending?.[0].length ?? 0))
}

/** Up to its last line, or, where that is missing, as far as the text looks like a key. */
function privateKeys(text: string): RedactedSpan[] {
  const ends = Array.from(
    text.matchAll(PRIVATE_KEY_END),
    ({ 0: line, index }) => index + line.length,
  )
  const found: RedactedSpan[] = []
  let next = 0
  for (const { 0: line, index } of text.matchAll(PRIVATE_KEY)) {
    if (index < (found.at(-1)?.end ?? 0)) continue
    while (next < ends.length && (ends[next] ?? 0) < index) next += 1
    found.push(spanOf(index, ends[next] ?? endOfBody(text, index + line.length)))
  }
  return found
}

function endOfBody(text: string, start: number): number {
  const body = /[A-Za-z0-9+/=\s:,\\-]*/y
  body.lastIndex = start
  body.test(text)
  return body.lastIndex
}

const LONG_WORD = /[A-Za-z0-9+/_-]{24,}={0,2}/g
const LINK = /[a-z][a-z\d+.-]{1,15}:\/\/\S+/gi
/** After these a long word is public: hashes, public keys, pictures. */
const PUBLIC_BEFORE = /(?:base64,|ssh-[\w-]{2,20} )$/i
const HASH = /^sha\d{1,3}-/i
/* How a random word differs from an identifier, as shares of its length and of its runs of one class: it
 * changes between letters and digits, or has single small and capital letters next to each other. */
const MIN_RUNS = 0.35
const MIN_DIGIT_RUNS = 0.06
const MIN_ODD_RUNS = 0.3
/** Shorter words must have digits. */
const LONG = 32

/**
 * Long words that look random: searched last, after everything with a known form. Not inside links, which
 * are full of page ids; a key in a link is found by its form or its name.
 */
export function findRandomWords(text: string): RedactedSpan[] {
  const links = Array.from(text.matchAll(LINK), ({ 0: link, index }) =>
    spanOf(index, index + link.length),
  )
  let link = 0
  return [...text.matchAll(LONG_WORD)]
    .filter(({ 0: word, index }) => {
      while ((links[link]?.end ?? Number.POSITIVE_INFINITY) <= index) link += 1
      const isLinked = (links[link]?.start ?? Number.POSITIVE_INFINITY) <= index
      const before = text.slice(Math.max(0, index - 24), index)
      return !isLinked && looksRandom(word) && !PUBLIC_BEFORE.test(before)
    })
    .map(({ 0: word, index }) => spanOf(index, index + word.length))
}

/** Hex alone is a commit or a checksum in our chats: without a word before it, it stays. So do paths. */
function looksRandom(word: string): boolean {
  if (!/[a-z]/.test(word) || !/[A-Z]/.test(word) || HASH.test(word)) return false
  if ((word.split('/').length - 1) * 12 > word.length) return false
  const plain = word.replaceAll(/[^A-Za-z0-9]/g, '')
  const runs = plain.match(/[a-z]+|[A-Z]+|\d+/g) ?? []
  if (runs.length / plain.length < MIN_RUNS) return false
  const digitRuns = runs.filter((run) => /\d/.test(run))
  const oddRuns = runs.filter((run) => /^(?:[a-z]|[A-Z]{2,})$/.test(run))
  return (
    digitRuns.length / plain.length >= MIN_DIGIT_RUNS ||
    (plain.length >= LONG && oddRuns.length / runs.length >= MIN_ODD_RUNS)
  )
}

function spanOf(start: number, end: number): RedactedSpan {
  return { kind: 'secret', start, end }
}
