import { isGenericWord, withoutUnspacedGeneric } from '../../text/generic-words.ts'
import { keywordsOf, wordsOf } from '../../text/words.ts'
import { isSameStem } from './same-stem.ts'

/** A word the question is about, as typed, with the folded words to look for. */
export type Term = {
  readonly surface: string
  readonly words: readonly string[]
  /** Position in the question; terms at neighbouring positions make a phrase. */
  readonly place: number
}

const COMMAND = /^\s*\/\w+(?:@\w+)?/u
const MENTION = /@[\p{L}\p{N}_]+/gu
const RUN = /[\p{L}\p{N}\p{M}'’ʼ]+/gu

/**
 * The subject of the question; empty for a bare mention, "thoughts?" or "can you help". Mentions are an
 * address and not a subject, except those of an author in the context.
 */
export function questionTerms(question: string, speakers: readonly string[] = []): Term[] {
  const names = new Set(speakers.flatMap(wordsOf))
  const isSpeaker = (mention: string) =>
    !/bot$/i.test(mention) && wordsOf(mention).some((word) => names.has(word))
  const text = question
    .replace(COMMAND, ' ')
    .replaceAll(/https?:\/\//gi, ' ')
    .replaceAll(MENTION, (mention) => (isSpeaker(mention) ? mention : ' '))
  return [...withoutUnspacedGeneric(text).matchAll(RUN)].flatMap(([surface], place) => {
    const words = keywordsOf(surface).filter((word) => !isGenericWord(word))
    return words.length > 0 ? [{ surface, words, place }] : []
  })
}

/** Whether a sentence's words contain a term, in any form of it. */
export type SaysTerm = (words: ReadonlySet<string>, term: Term) => boolean

/**
 * Makes that test for one context. The forms of each word are looked up in the context's vocabulary once. A
 * term of several words (a run of Chinese, cut into pairs) is contained when half of them are.
 */
export function termTest(vocabulary: Iterable<string>): SaysTerm {
  const known = [...new Set(vocabulary)]
  const forms = new Map<string, readonly string[]>()
  const formsOf = (word: string) => {
    const found = forms.get(word) ?? known.filter((other) => isSameStem(word, other))
    forms.set(word, found)
    return found
  }
  return (words, term) => {
    const said = term.words.filter((word) => formsOf(word).some((form) => words.has(form))).length
    return said > 0 && said * 2 >= term.words.length
  }
}

/** They say how much of something is asked ("how long"), or only that it is ("take", "live"): no subject alone. */
const MEASURES: ReadonlySet<string> = new Set(
  `long far big small old often fast late early high large tall wide deep soon live lives last lasts take takes cost
  costs happen happens begin begins end ends become come comes bring leave lange weit groß oft alt spät lang dauert
  dauern kostet longtemps souvent loin grand dure coûte largo lejos grande dura cuesta tempo longe quanto lungo lontano
  долго далеко часто давно стоит длится довго часто далеко давно коштує триває długo daleko często kosztuje`.split(
    /\s+/,
  ),
)

/** The terms as phrases worth naming: "opening hours", and not "long". */
export function namedPhrases(terms: readonly Term[]): string[] {
  return phrasesOf(terms).filter((phrase) => !wordsOf(phrase).every((word) => MEASURES.has(word)))
}

/** The terms as phrases in the question's own spelling: "opening hours", not "opening", "hours". */
function phrasesOf(terms: readonly Term[]): string[] {
  const phrases: string[] = []
  let lastPlace = Number.NEGATIVE_INFINITY
  for (const { surface, place } of terms) {
    const phrase = place === lastPlace + 1 ? `${phrases.pop()} ${surface}` : surface
    phrases.push(phrase)
    lastPlace = place
  }
  return [...new Set(phrases)]
}
