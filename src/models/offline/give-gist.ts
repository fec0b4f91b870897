import type { SourceLine } from '../../domain/prompt.ts'
import type { Phrases } from './phrases.ts'
import { pickSalient } from './pick-salient.ts'
import { namedPhrases, questionTerms, termTest } from './question-terms.ts'
import { oneLine, quoteSentence } from './quote.ts'
import type { Sentence } from './sentences.ts'

/**
 * The reply to a bare mention: the state of the conversation, the open question, and what information it
 * needs. Null when no sentence has a subject.
 */
export function giveGist(
  sentences: readonly Sentence[],
  lines: readonly SourceLine[],
  maxQuotes: number,
  phrases: Phrases,
): string | null {
  const open = openQuestion(sentences)
  const salient = pickSalient(sentences, maxQuotes)
  if (salient.length === 0) return null
  const quotes = sentences
    .filter((sentence) => salient.includes(sentence) && sentence !== open)
    .map((sentence) => quoteSentence(sentence, lines, phrases.language))
  if (open === undefined) return [...quotes, phrases.missingQuestion].join('\n')
  const unheard = unheardOf(open, sentences)
  const ofWhat = unheard.length === 0 ? '' : `; ${phrases.noOtherMessage} ${unheard.join(', ')}`
  return [
    ...quotes,
    `${phrases.stillOpen} ${quoteSentence(open, lines, phrases.language)}`,
    `${phrases.missingAnswer} [${open.line.number}]${ofWhat}. ${phrases.tagAgain}`,
  ].join('\n')
}

/** The last question, unless another author wrote something after it that is not one. */
function openQuestion(sentences: readonly Sentence[]): Sentence | undefined {
  const last = sentences.findLastIndex(({ isQuestion, words }) => isQuestion && words.size > 0)
  const question = sentences[last]
  const isAnswered = sentences
    .slice(last + 1)
    .some(({ line, isQuestion }) => !isQuestion && line.speaker !== question?.line.speaker)
  return isAnswered ? undefined : question
}

/** The words of the open question that no other line contains: what is still to be found out. */
function unheardOf(open: Sentence, sentences: readonly Sentence[]): string[] {
  const others = new Set(
    sentences.flatMap(({ line, words }) => (line === open.line ? [] : [...words])),
  )
  const saysTerm = termTest(others)
  const terms = questionTerms(open.text).filter((term) => !saysTerm(others, term))
  return namedPhrases(terms).map(oneLine)
}
