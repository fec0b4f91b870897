import type { SourceLine } from '../../domain/prompt.ts'
import { wordsOf } from '../../text/words.ts'
import { questionTerms, termTest } from './question-terms.ts'

/**
 * The numbers of the lines relevant to the question: those that share a subject word with it, in any of its
 * forms; an author's name counts as a word of the line. A question that names no subject is about them all.
 */
export function gradeLines(question: string, lines: readonly SourceLine[]): number[] {
  const terms = questionTerms(
    question,
    lines.map(({ speaker }) => speaker),
  )
  const said = lines.map(({ speaker, text }) => new Set([...wordsOf(speaker), ...wordsOf(text)]))
  const saysTerm = termTest(said.flatMap((words) => [...words]))
  return lines
    .filter((_, i) => {
      const words = said[i] ?? new Set()
      return terms.length === 0 || terms.some((term) => saysTerm(words, term))
    })
    .map(({ number }) => number)
}
