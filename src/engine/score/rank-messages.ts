import type {
  AskedTerms,
  ChatStatistics,
  MessageCandidate,
  MessagePool,
  Ranked,
} from '../../domain/ranking.ts'
import { datesIn } from '../../text/dates-in.ts'
import { termsOf } from '../../text/terms.ts'
import { bm25QueryOf, bm25Share, countsOf, relativeLength } from './bm25.ts'
import { dateProximity } from './date-proximity.ts'
import { scaleSimilarities } from './scale-similarities.ts'

/* Which messages of a chat answer a question best.
 *
 * A message is short: the words of the question are often in the message before it, or elsewhere in the same
 * session. So three bags of words are weighed, each wider than the last:
 *
 *        own       the message itself
 *        around    it and three messages on either side, fading: an answer follows its question, so
 *                  messages before it count for more than those after it
 *        session   the whole session it belongs to
 *
 *   and more parts: is its author named, was it sent near a date that is named, is its vector near, and does it
 *   follow a question that has the words (`answering`). A message that itself asks, or is very short, is held back a
 *   little.
 *
 * Every part is in [0, 1], so a person can be shown the parts and add them up. Similarity is added by its size,
 * not by its rank: reciprocal ranks lost a point of recall@10 and more. Refused after measuring (decision 33): feedback from
 * the best messages (finds less where several messages answer), facts that rest on a message, spreading the result over sessions, emphasis on
 * rare words, dropping question words such as "kind". All numbers here are set by bench/recall (LoCoMo), `author` and
 * `answering` by REALTALK too. */

type MessageParts = {
  readonly own: number
  readonly around: number
  readonly session: number
  readonly author: number
  readonly date: number
  readonly alike: number
  readonly alikeAround: number
  readonly answering: number
}

/** Its score is the weighted sum of its parts as a share of FULL, times telling. */
type ScoredMessage<Candidate> = Ranked<Candidate> & {
  readonly parts: MessageParts
  /** The share of its score it retains: less for a question, or for a message of few words. */
  readonly telling: number
}

const WEIGHTS: MessageParts = {
  own: 0.4,
  around: 1,
  session: 0.5,
  author: 0.2,
  date: 0.4,
  alike: 0.25,
  alikeAround: 0.5,
  answering: 0.4,
}
/** A sum that scores 1; hardly any is larger. The limits of score.ts and best-match.ts are set for this scale. */
const FULL = 3.15

const SHORT_TEXT = { k1: 0.9, b: 0.5 }
const LONG_TEXT = { k1: 1.5, b: 0.75 }

/** How much a neighbour's words count, by how far after the message it was sent. */
const NEIGHBOURS = [
  { offset: -3, share: 0.22 },
  { offset: -2, share: 0.36 },
  { offset: -1, share: 0.6 },
  { offset: 1, share: 0.4 },
  { offset: 2, share: 0.16 },
  { offset: 3, share: 0.06 },
]

/** A message that ends in a question loses this share. */
const ASKING_LOSS = 0.15
/** A message of one word loses nearly this share, one of TELLING_LENGTH terms and more nothing. */
const SHORTNESS_LOSS = 0.2
const TELLING_LENGTH = 40
const ENDS_ASKING = /[?？؟][\s"'”’)\]]*$/u

/** The candidates, best first; equal ones keep their order. */
export function rankMessages<Candidate extends MessageCandidate>(
  question: AskedTerms,
  pool: MessagePool<Candidate>,
  { messages, sessions }: ChatStatistics,
): ScoredMessage<Candidate>[] {
  const asked = new Map(question.terms.map((term) => [term, 1]))
  const inMessages = bm25QueryOf(asked, messages)
  const inSessions = bm25QueryOf(asked, sessions)
  const dates = datesIn(question.text)
  const alike = scaleSimilarities(pool.candidates.map(({ similarity }) => similarity))
  const own = pool.candidates.map(({ bag }, i) => ({
    counts: countsOf(inMessages, bag),
    length: relativeLength(bag.length, messages),
    alike: alike[i] ?? 0,
  }))
  const around = neighbourhoods(pool.candidates, own)
  const askers = askersOf(pool.candidates, own)
  const share = ({ counts, length }: View) => bm25Share(inMessages, counts, length, SHORT_TEXT)
  const sessionShare = memo((id: string) => {
    const bag = pool.sessions.get(id)
    if (bag === undefined) return 0
    const length = relativeLength(bag.length, sessions)
    return bm25Share(inSessions, countsOf(inSessions, bag), length, LONG_TEXT)
  })
  const isNamed = memo((name: string) => (termsOf(name).some((term) => asked.has(term)) ? 1 : 0))
  return pool.candidates
    .map((candidate, i) => {
      const { sessionId, sentAt, authorName } = candidate
      const [itself = NOTHING, withOthers = NOTHING] = [own[i], around[i]]
      const asker = askers[i] ?? null
      const parts: MessageParts = {
        own: share(itself),
        around: share(withOthers),
        session: sessionId === null ? 0 : sessionShare(sessionId),
        author: isNamed(authorName),
        date: dateProximity(dates, sentAt),
        alike: itself.alike,
        alikeAround: withOthers.alike,
        answering: asker === null ? 0 : share(asker),
      }
      const telling = tellingOf(candidate)
      return { candidate, score: weigh(parts) * telling, parts, telling }
    })
    .toSorted((a, b) => b.score - a.score)
}

function weigh(parts: MessageParts): number {
  const names = Object.keys(WEIGHTS) as (keyof MessageParts)[]
  return Math.min(1, names.reduce((sum, name) => sum + WEIGHTS[name] * parts[name], 0) / FULL)
}

function tellingOf({ text, bag }: MessageCandidate): number {
  const fullness = Math.min(1, Math.log1p(bag.length) / Math.log1p(TELLING_LENGTH))
  const asking = ENDS_ASKING.test(text) ? ASKING_LOSS : 0
  return (1 - asking) * (1 - SHORTNESS_LOSS * (1 - fullness))
}

/** A text seen by a query: how often each term is in it, its length over the average, its similarity. */
type View = {
  readonly counts: readonly number[]
  readonly length: number
  readonly alike: number
}
const NOTHING: View = { counts: [], length: 1, alike: 0 }

/**
 * Of each message, the view of it and its neighbours together, who count for less the farther they are.
 * Words add up; length and similarity are means, so that a neighbour missing from the pool makes no text
 * seem short.
 */
function neighbourhoods(candidates: readonly MessageCandidate[], views: readonly View[]): View[] {
  const bySession = new Map<string | null, Map<number, View>>()
  for (const [i, { sessionId, place }] of candidates.entries()) {
    const members = bySession.get(sessionId) ?? new Map<number, View>()
    bySession.set(sessionId, members.set(place, views[i] ?? NOTHING))
  }
  return candidates.map(({ sessionId, place }, i) => {
    const own = views[i] ?? NOTHING
    const counts = [...own.counts]
    let { length, alike } = own
    let shares = 1
    for (const { offset, share } of sessionId === null ? [] : NEIGHBOURS) {
      const near = bySession.get(sessionId)?.get(place + offset)
      if (near === undefined) continue
      for (let t = 0; t < counts.length; t++) {
        counts[t] = (counts[t] ?? 0) + share * (near.counts[t] ?? 0)
      }
      length += share * near.length
      alike += share * near.alike
      shares += share
    }
    return { counts, length: length / shares, alike: alike / shares }
  })
}

/** Of each message, the view of the one right before it in its session if that asks, else null. */
function askersOf(
  candidates: readonly MessageCandidate[],
  views: readonly View[],
): readonly (View | null)[] {
  const keyOf = (sessionId: string, place: number) => `${sessionId} ${place}`
  const asking = new Map<string, View | undefined>()
  for (const [i, { sessionId, place, text }] of candidates.entries()) {
    if (sessionId !== null && ENDS_ASKING.test(text)) asking.set(keyOf(sessionId, place), views[i])
  }
  return candidates.map(({ sessionId, place }) =>
    sessionId === null ? null : (asking.get(keyOf(sessionId, place - 1)) ?? null),
  )
}

function memo<Value>(work: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>()
  return (key) => {
    const value = known.get(key) ?? work(key)
    known.set(key, value)
    return value
  }
}
