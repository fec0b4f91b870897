import { isBareTag, withoutMentions } from '../../domain/question.ts'
import { isPointingWord, withoutUnspacedGeneric } from '../generic-words.ts'
import { keywordsOf, wordsOf } from '../words.ts'
import { type Language, likelyLanguages } from './query-language.ts'
import { pointsBack } from './query-pointing.ts'
import { asksSomething } from './query-question.ts'

/** What is known of a question before anything is searched. */
export type AnalysedQuery = {
  /** The part of the text that was analysed. */
  readonly text: string
  /** Its distinct words without stop words, in order; mentions are no keywords. */
  readonly keywords: readonly string[]
  /** The keywords that may name its subject: without "thoughts", "how much" and the like. */
  readonly subjectWords: readonly string[]
  /** The text in quotation marks. */
  readonly phrases: readonly string[]
  readonly isQuestion: boolean
  /** It cannot be understood without earlier messages: "when is it?", "that one", a bare mention. */
  readonly leansOnConversation: boolean
  /** Null if it is not clear. */
  readonly language: Language | null
  readonly isEmpty: boolean
  /** Only emoji and punctuation. */
  readonly isOnlySymbols: boolean
}

/* The question is at the beginning of a text, or, where a log or a letter was pasted before it, at the end. The
 * middle is not read, so that the time is bounded. */
const HEAD_LENGTH = 1500
const TAIL_LENGTH = 500
const MAX_KEYWORDS = 200
/** With at most this many keywords, a small word like "it" is the subject of the question. */
const FEW_KEYWORDS = 3

/** Analyses a question. Pure, in bounded time for any length. */
export function analyseQuery(whole: string): AnalysedQuery {
  const text = readable(whole)
  const asked = withoutMentions(text)
  const languages = likelyLanguages(asked)
  const keywords = keywordsOf(asked).slice(0, MAX_KEYWORDS)
  const isEmpty = text === ''
  const own = keywordsOf(withoutUnspacedGeneric(asked)).filter((word) => !isPointingWord(word))
  const pointing = {
    languages,
    namesSomebody: namesSomebody(text, languages),
    isShort: own.length <= FEW_KEYWORDS,
  }
  return {
    text,
    keywords,
    subjectWords: own.slice(0, MAX_KEYWORDS),
    phrases: phrasesOf(text),
    isQuestion: asksSomething(asked, languages),
    leansOnConversation: !isEmpty && (isBareTag(asked) || pointsBack(asked, pointing)),
    language: languages.length === 1 ? (languages[0] ?? null) : null,
    isEmpty,
    isOnlySymbols: !isEmpty && wordsOf(text).length === 0,
  }
}

const QUOTED =
  /"([^"\n]{2,120})"|“([^“”\n]{2,120})”|«([^«»\n]{2,120})»|„([^„“”\n]{2,120})[“”]|「([^「」\n]{1,120})」|『([^『』\n]{1,120})』|《([^《》\n]{1,120})》|`([^`\n]{1,120})`|(?<![\p{L}\p{N}])'([^'\n]{2,120})'(?![\p{L}\p{N}])/gu

function phrasesOf(text: string): string[] {
  const found = [...text.matchAll(QUOTED)].map((match) => match.slice(1).find((part) => part))
  return [...new Set(found.flatMap((phrase) => phrase?.trim() || []))]
}

const MENTION = /(?<![\p{L}\p{N}_])@[\p{L}\p{N}_]/u
/** A capital inside a sentence: a name in most languages, any noun in German. */
const CAPITAL = /(?<=[\p{Ll}\p{N},] )\p{Lu}\p{Ll}/u

function namesSomebody(text: string, languages: readonly Language[]): boolean {
  const isGerman = languages.length === 1 && languages[0] === 'de'
  return MENTION.test(text) || (!isGerman && CAPITAL.test(text))
}

/** A keyword is rare if it is in the corpus at all, and in no more than one document of fifty. */
const RARE = 1 / 50

/** The most significant keywords: those in few documents, the rarest first. */
export function rareTerms(
  keywords: readonly string[],
  documentFrequency: (word: string) => number,
  documents: number,
): string[] {
  return keywords
    .map((word) => ({ word, documents: documentFrequency(word) }))
    .filter((term) => term.documents > 0 && term.documents <= Math.max(1, documents * RARE))
    .toSorted((a, b) => a.documents - b.documents)
    .map(({ word }) => word)
}

/** The text if it is short, else its beginning and its end, in whole words and whole characters. */
function readable(whole: string): string {
  const text = whole.trim()
  if (text.length <= HEAD_LENGTH + TAIL_LENGTH) return text.toWellFormed()
  const head = text.slice(0, HEAD_LENGTH).replace(/\s\S{0,60}$/u, '')
  const tail = text.slice(-TAIL_LENGTH).replace(/^\S{0,60}\s/u, '')
  return `${head}\n${tail}`.toWellFormed()
}
