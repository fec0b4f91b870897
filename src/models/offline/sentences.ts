import type { SourceLine } from '../../domain/prompt.ts'
import { isGenericWord } from '../../text/generic-words.ts'
import { keywordsOf, sentencesOf } from '../../text/words.ts'

/** The unit of extraction: one sentence of one line, with the words that may carry its subject. */
export type Sentence = {
  readonly line: SourceLine
  readonly text: string
  readonly words: ReadonlySet<string>
  readonly isQuestion: boolean
}

/** A quote longer than this is no quote: text without full stops is cut into such parts. */
const LONGEST_SENTENCE = 240

const HEADING = /^#{1,6}\s/
/** A heading, an item of a list or a row of a table is quoted as it is, however many full stops it has. */
const WHOLE_LINE = /^\s*(?:#{1,6}\s|[-*+•]\s|\d{1,3}[.)]\s|\|)/u

/** All sentences in the order of their lines' time; undated lines (files, notes) come last. */
export function readSentences(lines: readonly SourceLine[]): Sentence[] {
  return inTimeOrder(lines).flatMap((line) => withHeadings(line, partsOf(line.text)))
}

function partsOf(text: string): string[] {
  return text
    .split(/\n+/u)
    .flatMap((line) => (WHOLE_LINE.test(line) ? [line.trim()] : sentencesOf(line)))
    .flatMap(shortParts)
}

/**
 * What stands under a heading is about what the heading says; the heading itself answers nothing, and is a sentence
 * only where nothing stands under it.
 */
function withHeadings(line: SourceLine, parts: readonly string[]): Sentence[] {
  let heading: readonly string[] = []
  return parts.flatMap((text, i) => {
    const words = keywordsOf(text).filter((word) => !isGenericWord(word))
    if (HEADING.test(text)) {
      heading = words
      const next = parts[i + 1]
      if (next !== undefined && !HEADING.test(next)) return []
    }
    const isQuestion = /[?？؟]["')\]»”]*$/u.test(text)
    return [{ line, text, words: new Set([...words, ...heading]), isQuestion }]
  })
}

/** How many lines hold each word. A line counts once, however many sentences it has. */
export function countLines(sentences: readonly Sentence[]): Map<string, number> {
  const lines = new Map<string, Set<number>>()
  for (const { line, words } of sentences) {
    for (const word of words) lines.set(word, (lines.get(word) ?? new Set()).add(line.number))
  }
  return new Map([...lines].map(([word, numbers]) => [word, numbers.size]))
}

/**
 * How much a sentence repeats what is already picked, 0 to 1. The square separates sentences that merely share
 * their subject from those with the same content.
 */
export function repetition(sentence: Sentence, picked: readonly Sentence[]): number {
  return Math.max(0, ...picked.map((other) => overlap(sentence, other))) ** 2
}

/** Shared words over all words. */
function overlap(a: Sentence, b: Sentence): number {
  const shared = [...a.words].filter((word) => b.words.has(word)).length
  const all = a.words.size + b.words.size - shared
  return all === 0 ? 0 : shared / all
}

function inTimeOrder(lines: readonly SourceLine[]): SourceLine[] {
  return lines.toSorted((a, b) => timeOf(a) - timeOf(b) || a.number - b.number)
}

/** A far finite time for undated lines: the difference of two infinities would be NaN. */
function timeOf({ sentAt }: SourceLine): number {
  const time = sentAt?.getTime() ?? Number.NaN
  return Number.isNaN(time) ? Number.MAX_SAFE_INTEGER : time
}

/** Cuts at spaces where there are any; a script without them is cut anywhere but inside a character. */
function shortParts(sentence: string): string[] {
  if (sentence.length <= LONGEST_SENTENCE) return [sentence]
  const part = new RegExp(`.{1,${LONGEST_SENTENCE}}(?=\\s|$)|.{1,${LONGEST_SENTENCE}}`, 'gsu')
  return (sentence.match(part) ?? []).map((text) => text.trim()).filter((text) => text !== '')
}
