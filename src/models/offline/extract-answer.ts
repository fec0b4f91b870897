import type { SourceLine } from '../../domain/prompt.ts'
import { wordsOf } from '../../text/words.ts'
import { giveGist } from './give-gist.ts'
import { type Phrases, phrasesFor } from './phrases.ts'
import { pickEvidence } from './pick-evidence.ts'
import { namedPhrases, questionTerms, type Term, termTest } from './question-terms.ts'
import { oneLine, quoteSentence } from './quote.ts'
import { readSentences } from './sentences.ts'

const MAX_MISSING = 8

/**
 * An answer from the conversation. What bots sent is quoted only where people said nothing of it: an earlier extract would
 * be quoted in the next, and hide the question that is still open. Nearby messages may be about something else: they are
 * quoted where a question has a subject that no other piece mentions, and never for a question that only points.
 */
export function extractAnswer(
  question: string,
  lines: readonly SourceLine[],
  maxQuotes: number,
  phrases: Phrases = phrasesFor(
    question,
    lines.map(({ text }) => text),
  ),
): string {
  const sure = lines.filter(({ isNearby }) => isNearby !== true)
  const byPeople = sure.filter(({ isBot }) => isBot !== true)
  const answer = quoteFrom(question, byPeople, maxQuotes, phrases)
  if (answer.isFound) return answer.text
  for (const wider of hasSubject(question, lines) ? [sure, lines] : [sure]) {
    if (wider.length === byPeople.length) continue
    const found = quoteFrom(question, wider, maxQuotes, phrases)
    if (found.isFound) return found.text
  }
  return answer.text
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
function quoteFrom(
  question: string,
  lines: readonly SourceLine[],
  maxQuotes: number,
  phrases: Phrases,
): Quoted {
  const asked = wordsOf(question).join(' ')
  const others = lines.filter(({ text }) => asked === '' || wordsOf(text).join(' ') !== asked)
  const sentences = readSentences(others)
  const speakers = others.map(({ speaker }) => speaker)
  const terms = questionTerms(question, speakers)
  if (terms.length === 0) {
    const gist = giveGist(sentences, lines, maxQuotes, phrases)
    return { text: gist ?? phrases.nothingFound, isFound: gist !== null }
  }

  const names = speakers.flatMap(wordsOf)
  const saysTerm = termTest([...sentences.flatMap(({ words }) => [...words]), ...names])
  const { picked, found } = pickEvidence({ question, terms, sentences, saysTerm }, maxQuotes)
  const missing = missingSentence(
    terms.filter((term) => !found.has(term)),
    phrases,
  )
  if (picked.length === 0) {
    return { text: [phrases.nothingFound, missing].filter(Boolean).join('\n'), isFound: false }
  }
  const quotes = picked.map((sentence) => quoteSentence(sentence, lines, phrases.language))
  return { text: [...quotes, missing].filter(Boolean).join('\n'), isFound: true }
}

function missingSentence(terms: readonly Term[], { notInContext, tagAgain }: Phrases): string {
  const missing = namedPhrases(terms).slice(0, MAX_MISSING).map(oneLine)
  return missing.length === 0 ? '' : `${notInContext} ${missing.join(', ')}. ${tagAgain}`
}
