import { UNSPACED } from '../../text/scripts.ts'
import { isStopWord } from '../../text/stop-words.ts'
import { fold, foldWord } from '../fold.ts'
import type { Finder, RedactedSpan } from '../redaction.ts'
import { withoutOverlaps } from '../spans.ts'
import { COMMON_NAMES } from './common-names.ts'

/* Names of the chat's people. A name is redacted whole and each of its words alone: friends call "Anna
 * Kowalska" "Anna". Case and accents do not count, but a word with another meaning ("will", "may") needs
 * its capital. Cyrillic names are inflected, so their endings do not count either. Scripts without spaces
 * between words have no word borders: there a name is found anywhere. */

const WORD = /[\p{L}\p{M}\p{N}_]+/gu
/** Korean has spaces, but a name is followed by its particle without one. */
const UNSPACED_WORD = new RegExp(String.raw`^[${UNSPACED}\p{Script=Hangul}]+$`, 'u')
const CYRILLIC = /\p{Script=Cyrillic}/u
const ENDING = new RegExp(
  `(?:${'ами ями ого его ому ему ыми ой ей ою ею ом ем ым им ах ях ов ев ам ям ии ию ия ие ій ию а я у ю ы и е о ь й і ї'
    .split(' ')
    .map(foldWord)
    .join('|')})$`,
  'u',
)

type Known = {
  /** First word → the names that begin with it, each as its words. */
  readonly byWord: ReadonlyMap<string, readonly (readonly string[])[]>
  readonly unspaced: readonly string[]
}

/** A finder of these names; those of `own`, the person the text is for, stay. */
export function nameFinder(names: readonly string[], own: readonly string[]): Finder {
  const known = knownNames(names, own)
  if (known.byWord.size === 0 && known.unspaced.length === 0) return () => []
  return (text) => withoutOverlaps([...inWords(text, known), ...unspaced(text, known)])
}

function knownNames(names: readonly string[], own: readonly string[]): Known {
  const ownWords = new Set(own.flatMap((name) => wordsIn(name).map(keyOf)))
  const byWord = new Map<string, string[][]>()
  const unspaced: string[] = []
  const add = (words: string[]) => {
    const [first = ''] = words
    byWord.set(
      first,
      [...(byWord.get(first) ?? []), words].sort((a, b) => b.length - a.length),
    )
  }
  for (const name of new Set(names)) {
    const words = wordsIn(name)
    const keys = words.map(keyOf)
    if (keys.length > 0 && keys.every((key) => ownWords.has(key))) continue
    if (words.length > 1) add(keys)
    for (const word of words) {
      if (ownWords.has(keyOf(word)) || !isTelling(word, words.length)) continue
      if (UNSPACED_WORD.test(word)) unspaced.push(word)
      else add([keyOf(word)])
    }
  }
  return { byWord, unspaced }
}

/** A part of a name that is "de" or "the", or a letter or two, would redact half the text. */
function isTelling(word: string, wordCount: number): boolean {
  if (UNSPACED_WORD.test(word)) return [...word].length > 1
  const isShort = [...word].length < (wordCount > 1 ? 3 : 2)
  return (
    !isShort &&
    !/^\d+$/.test(word) &&
    (wordCount === 1 || !isStopWord(word.toLowerCase()) || COMMON_NAMES.has(word.toLowerCase()))
  )
}

function wordsIn(name: string): string[] {
  return foldWord(name).match(WORD) ?? []
}

/** The common stem of a name's forms. */
function keyOf(word: string): string {
  const lower = fold(word.toLowerCase()).text
  return CYRILLIC.test(word) && lower.length > 3 ? lower.replace(ENDING, '') : lower
}

function inWords(text: string, { byWord }: Known): RedactedSpan[] {
  const words = Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    word,
    key: keyOf(word),
    start: index,
    end: index + word.length,
  }))
  const found: RedactedSpan[] = []
  for (const [i, first] of words.entries()) {
    if (first.start < (found.at(-1)?.end ?? 0)) continue
    const name = byWord.get(first.key)?.find((keys) => {
      return keys.every((key, j) => {
        const place = words[i + j]
        const gap = j === 0 ? 0 : (place?.start ?? 0) - (words[i + j - 1]?.end ?? 0)
        return place?.key === key && gap <= 3
      })
    })
    if (name === undefined || (name.length === 1 && !isNamed(first.word))) continue
    found.push({
      kind: 'name',
      start: first.start,
      end: words[i + name.length - 1]?.end ?? first.end,
    })
  }
  return found
}

/** Words that are also names count only if capitalised like a name. */
function isNamed(word: string): boolean {
  const lower = word.toLowerCase()
  const isOrdinary = word.length < 3 || COMMON_NAMES.has(lower) || isStopWord(lower)
  return !isOrdinary || lower !== word
}

function unspaced(text: string, known: Known): RedactedSpan[] {
  return known.unspaced.flatMap((name) => {
    const spans: RedactedSpan[] = []
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
      spans.push({ kind: 'name', start: at, end: at + name.length })
    }
    return spans
  })
}
