import type { CompiledLanguage } from './compile-rules.ts'

/** A longer sentence without a stop is a paste or noise. */
const MAX_SENTENCE = 500
const ENDS_WITH_QUESTION = /[?？؟]["')\]»”\s;!.…]*$/u
const QUESTION_TAG =
  /^(?:right|correct|no|yes|yeah|huh|or|or not|isn't it|oder|oder nicht|ne|gell|stimmt'?s|nicht wahr|verdad|cierto|o no|да|нет|так|ведь|правда|правильно|верно|вірно|чи ні|или нет|n'est-ce pas|non|vero|né|certo|toch|prawda|değil mi)$/u

export type Clause = {
  /** As typed, without final punctuation. */
  readonly text: string
  readonly lower: string
  /** The whole sentence in lower case: a guess or condition anywhere in it counts. */
  readonly sentence: string
  /** The following clause, for values that are lists. */
  readonly rest: string
}

/** True for a sentence that asks. */
export function isQuestion(sentence: string): boolean {
  return ENDS_WITH_QUESTION.test(sentence)
}

/** The clauses of a message that may state something: no questions and no subordinate clauses. */
export function statementsIn(sentences: readonly string[], language: CompiledLanguage): Clause[] {
  return sentences.flatMap((sentence) => {
    if (sentence.length > MAX_SENTENCE) return []
    const expanded = expand(sentence, language)
    const clauses = cut(expanded, language)
    const last = clauses.findLast(({ lower }) => lower !== '')?.lower ?? ''
    if (QUESTION_TAG.test(last) && clauses.length > 1) return []
    if (!isQuestion(sentence)) return clauses.filter(({ states }) => states)
    // "I am vegan, what can I order?": the statement stands if the question has a clause of its own.
    const asking = clauses.findIndex(({ lower }) => language.asking.test(lower))
    return asking > 0 ? clauses.slice(0, asking).filter(({ states }) => states) : []
  })
}

type CutClause = Clause & { readonly states: boolean }

function cut(sentence: string, { joint }: CompiledLanguage): CutClause[] {
  const lower = lowerCase(sentence)
  const clauses: CutClause[] = []
  let start = 0
  let states = true
  const add = (end: number) => {
    const text = sentence.slice(start, end).replace(/[\s.!?…)]+$/u, '')
    const lead = text.length - text.trimStart().length
    const clean = text.trim()
    clauses.push({
      text: clean,
      lower: lower.slice(start + lead, start + lead + clean.length),
      sentence: lower,
      rest: sentence.slice(end),
      states: states && clean !== '',
    })
  }
  for (const found of lower.matchAll(joint)) {
    add(found.index)
    start = found.index + found[0].length
    states = found.groups?.sub === undefined && found.groups?.subAfterComma === undefined
  }
  add(sentence.length)
  return clauses
}

function expand(sentence: string, { expand: rewrites = [] }: CompiledLanguage): string {
  return rewrites.reduce((text, [from, to]) => text.replaceAll(from, to), sentence)
}

/** Lower case of the same length, so that a match in it can be read off the original. */
export function lowerCase(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length
    ? lower
    : [...text]
        .map((letter) =>
          letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter,
        )
        .join('')
}

/** A piece of a clause, as typed and in lower case; both have the same length. */
export type Part = { readonly text: string; readonly lower: string }

/** The piece without its first `length` characters. */
export function dropStart({ text, lower }: Part, length: number): Part {
  return { text: text.slice(length), lower: lower.slice(length) }
}
