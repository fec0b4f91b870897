import type { SourceLine } from '../../domain/prompt.ts'
import { wordsOf } from '../../text/words.ts'
import { giveGist } from './give-gist.ts'
import { pickEvidence } from './pick-evidence.ts'
import { questionPhrases, questionTerms, type Term, termTest } from './question-terms.ts'
import { oneLine, quoteSentence } from './quote.ts'
import { readSentences } from './sentences.ts'

const MAX_MISSING = 8

/** The answer when there is nothing to quote: what is wrong, and what the user can do. */
export const NOTHING_FOUND =
  'Nothing in this chat bears on that. Tag me again as a reply to the message you mean, or with a few words about it.'

/**
 * An answer from the conversation. Nearby messages may be about something else: they are quoted where a
 * question has a subject that no other piece mentions, and never for a question that only points.
 */
export function extractAnswer(
  question: string,
  lines: readonly SourceLine[],
  maxQuotes: number,
): string {
  const sure = lines.filter(({ isNearby }) => isNearby !== true)
  const answer = quoteFrom(question, sure, maxQuotes)
  if (answer.isFound || sure.length === lines.length || !hasSubject(question, lines)) {
    return answer.text
  }
  const wider = quoteFrom(question, lines, maxQuotes)
  return wider.isFound ? wider.text : answer.text
}

type Quoted = { readonly text: string; readonly isFound: boolean }

function hasSubject(question: string, lines: readonly SourceLine[]): boolean {
  const speakers = lines.map(({ speaker }) => speaker)
  return questionTerms(question, speakers).length > 0
}

/**
 * An answer made of quotes: the sentences relevant to the question, with author and time, each cited, and the
 * part of the question that no message covers. A question without a subject of its own gets the gist of the
 * conversation.
 */
function quoteFrom(question: string, lines: readonly SourceLine[], maxQuotes: number): Quoted {
  const asked = wordsOf(question).join(' ')
  const others = lines.filter(({ text }) => asked === '' || wordsOf(text).join(' ') !== asked)
  const sentences = readSentences(others)
  const speakers = others.map(({ speaker }) => speaker)
  const terms = questionTerms(question, speakers)
  if (terms.length === 0) {
    const gist = giveGist(sentences, lines, maxQuotes)
    return { text: gist ?? NOTHING_FOUND, isFound: gist !== null }
  }

  const names = speakers.flatMap(wordsOf)
  const saysTerm = termTest([...sentences.flatMap(({ words }) => [...words]), ...names])
  const { picked, found } = pickEvidence({ question, terms, sentences, saysTerm }, maxQuotes)
  const missing = missingSentence(terms.filter((term) => !found.has(term)))
  if (picked.length === 0) {
    return { text: [NOTHING_FOUND, missing].filter(Boolean).join('\n'), isFound: false }
  }
  const quotes = picked.map((sentence) => quoteSentence(sentence, lines))
  return { text: [...quotes, missing].filter(Boolean).join('\n'), isFound: true }
}

function missingSentence(terms: readonly Term[]): string {
  const phrases = questionPhrases(terms).slice(0, MAX_MISSING).map(oneLine)
  return phrases.length === 0
    ? ''
    : `Not in the context: ${phrases.join(', ')}. Tag me again once it is here.`
}
