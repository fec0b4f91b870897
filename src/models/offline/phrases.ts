import { type Language, likelyLanguages } from '../../text/query/query-language.ts'
import { LATIN_PHRASES } from './phrases-latin.ts'
import { OTHER_PHRASES } from './phrases-other.ts'

/** What the offline model says itself, around what it quotes. */
type Wording = {
  /** Precedes every answer, so that no reader takes quotes for a language model's text. */
  readonly extract: string
  /** The same, when a language model is configured and does not answer. */
  readonly fallback: string
  /** There is nothing to quote: what is wrong, and what the user can do. */
  readonly nothingFound: string
  /** Before the parts of the question that no message covers. */
  readonly notInContext: string
  /** After what is missing. */
  readonly tagAgain: string
  /** The question only pointed, and no question of the conversation is open. */
  readonly missingQuestion: string
  /** Before the quote of the open question. */
  readonly stillOpen: string
  /** Before the number of the open question. */
  readonly missingAnswer: string
  /** Before the words of the open question that no other message has. */
  readonly noOtherMessage: string
}

/** The words of one language. */
export type Phrases = Wording & { readonly language: Language }

const BY_LANGUAGE: Readonly<Partial<Record<Language, Wording>>> = {
  ...LATIN_PHRASES,
  ...OTHER_PHRASES,
}

/** In the language of the question; of what it is about, where a bare "@bot" has none; in English otherwise. */
export function phrasesFor(question: string, texts: readonly string[]): Phrases {
  const asked = likelyLanguages(question.replaceAll(/@[\p{L}\p{N}_]+/gu, ' '))
  const told = likelyLanguages(texts.join(' '))
  const language = asked.find((one) => told.includes(one)) ?? asked[0] ?? told[0] ?? 'en'
  const wording = BY_LANGUAGE[language]
  return wording === undefined ? { ...LATIN_PHRASES.en, language: 'en' } : { ...wording, language }
}

const LABELS = Object.values(BY_LANGUAGE).flatMap(({ extract, fallback }) => [extract, fallback])

/** Whether a text is an answer of the offline model. */
export function isExtractText(text: string): boolean {
  return LABELS.some((label) => text.startsWith(label))
}
