import type { SourceLine } from '../../domain/prompt.ts'
import { pickSalient } from './pick-salient.ts'
import { questionPhrases, questionTerms, termTest } from './question-terms.ts'
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
): string | null {
  const open = openQuestion(sentences)
  const salient = pickSalient(sentences, maxQuotes)
  if (salient.length === 0) return null
  const quotes = sentences
    .filter((sentence) => salient.includes(sentence) && sentence !== open)
    .map((sentence) => quoteSentence(sentence, lines))
  if (open === undefined) {
    const missing =
      'Missing: what you want to know. Tag me again with it in a few words, or as a reply to the message you mean.'
    return [...quotes, missing].join('\n')
  }
  return [
    ...quotes,
    `Still open: ${quoteSentence(open, lines)}`,
    `Missing: an answer to [${open.line.number}]${unheardOf(open, sentences)}. Tag me again once it is here.`,
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
function unheardOf(open: Sentence, sentences: readonly Sentence[]): string {
  const others = new Set(
    sentences.flatMap(({ line, words }) => (line === open.line ? [] : [...words])),
  )
  const saysTerm = termTest(others)
  const terms = questionTerms(open.text).filter((term) => !saysTerm(others, term))
  const phrases = questionPhrases(terms).map(oneLine)
  return phrases.length === 0 ? '' : `; no other message speaks of ${phrases.join(', ')}`
}
