import { likelyLanguages } from '../query/query-language.ts'
import { asksSomething } from '../query/query-question.ts'
import { stem } from '../stem.ts'
import { keywordsOf, sentencesOf, wordsOf } from '../words.ts'
import { type Cues, cuesOf } from './cues.ts'

/** A turn of a dialogue; a message of a chat is one too. */
export type SubjectTurn = { readonly text: string }

/** What a turn's text alone shows. */
export type ReadTurn = Cues & {
  /** Stems of the words that may carry a subject. */
  readonly terms: ReadonlySet<string>
  readonly words: number
  readonly asks: boolean
  readonly endsAsking: boolean
  /** A statement followed by a question: "i like red . do you have pets ?" */
  readonly saysThenAsks: boolean
}

/** Characters of a turn that are read: a pasted log has no more of a subject than its first page. */
const LONGEST_TEXT = 4_000

/** Reads one turn. */
export function readTurn({ text }: SubjectTurn): ReadTurn {
  const read = text.slice(0, LONGEST_TEXT)
  const words = wordsOf(read)
  const sentences = sentencesOf(read)
  const asks = asksIn(read)
  const endsAsking = asks && asksIn(sentences.at(-1) ?? '')
  return {
    ...cuesOf(read, words),
    terms: new Set(keywordsOf(read).map(stem)),
    words: words.length,
    asks,
    endsAsking,
    saysThenAsks: endsAsking && sentences.length > 1,
  }
}

/**
 * A few words are too little to detect a language; without one, all lists at once would take "come on" for Italian.
 */
function asksIn(text: string): boolean {
  const languages = likelyLanguages(text)
  return asksSomething(text, languages.length > 0 ? languages : ['en'])
}
