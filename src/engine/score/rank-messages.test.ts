import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Bag, Corpus, MessageCandidate } from '../../domain/ranking.ts'
import { queryTermsOf, termsOf } from '../../text/terms.ts'
import { rankMessages } from './rank-messages.ts'

/* A ranking set: a small chat anyone can judge by eye. When tuning breaks one of these, either the tuning
 * is wrong or this file must explain, in the same commit, why the old order was. */
const CHAT = `
# 2023-05-08
Ann: Morning! Any news about the visa?
Bob: They refused my photo twice, the background was grey
Ann: Use the machine at the station, it knows the rules
Bob: Thanks, will do
Ann: Lunch at one?
Bob: Sure
# 2023-06-20
Bob: The dog ate my passport
Ann: No way! What did you do?
Bob: Called the embassy, they were kind about it
Ann: My sister adopted a puppy last week
# 2023-10-13
Ann: We painted the kitchen blue yesterday
Bob: Nice! I bought a bike
Ann: What colour?
Bob: Red, with a basket
Ann: Did you see the embassy party pictures?
# 2023-12-01
Cat: Anyone up for skiing?
Ann: I bought skis, so yes
Bob: Count me in
`

const bagOf = (text: string): Bag => {
  const terms = termsOf(text)
  const frequencies = new Map<string, number>()
  for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1)
  return { frequencies, length: terms.length }
}

const corpusOf = (bags: readonly Bag[]): Corpus => {
  const documentFrequencies = new Map<string, number>()
  for (const term of bags.flatMap(({ frequencies }) => [...frequencies.keys()])) {
    documentFrequencies.set(term, (documentFrequencies.get(term) ?? 0) + 1)
  }
  const total = bags.reduce((sum, { length }) => sum + length, 0)
  return { size: bags.length, averageLength: total / Math.max(1, bags.length), documentFrequencies }
}

const LINES = CHAT.trim()
  .split(/^# /m)
  .filter((session) => session !== '')
  .flatMap((session) => {
    const [day = '', ...lines] = session.trim().split('\n')
    return lines.map((line, place) => ({ day, line, place }))
  })

const CANDIDATES: MessageCandidate[] = LINES.map(({ day, line, place }) => {
  const [authorName = '', text = ''] = line.split(/: (.*)/s)
  const sentAt = new Date(`${day}T10:0${place}:00Z`)
  return { authorName, text, sentAt, bag: bagOf(line), sessionId: day, place, similarity: null }
})

const SESSIONS = new Map(
  [...new Set(LINES.map(({ day }) => day))].map((day) => [
    day,
    bagOf(LINES.flatMap((one) => (one.day === day ? one.line : [])).join('\n')),
  ]),
)

const STATISTICS = {
  messages: corpusOf(CANDIDATES.map(({ bag }) => bag)),
  sessions: corpusOf([...SESSIONS.values()]),
}

function ask(text: string, candidates = CANDIDATES) {
  const question = { text, terms: queryTermsOf(text) }
  return rankMessages(question, { candidates, sessions: SESSIONS }, STATISTICS)
}

const texts = (question: string) => ask(question).map(({ candidate }) => candidate.text)

describe('the first answer', () => {
  test.each([
    // The words are in the message before it, which is a question.
    ['What was wrong with the visa photo?', 'They refused my photo twice, the background was grey'],
    ['Who did Bob call about his passport?', 'Called the embassy, they were kind about it'],
    // "did buy" finds "bought"; of the two who bought, the one named.
    ['What did Ann buy?', 'I bought skis, so yes'],
    ['What did Bob buy?', 'Nice! I bought a bike'],
    ['Which pets were adopted?', 'My sister adopted a puppy last week'],
    ['painting', 'We painted the kitchen blue yesterday'],
  ])('to %j is %j', (question, first) => {
    expect(texts(question)[0]).toBe(first)
  })
})

test('the answer after a match ranks above the rest of the chat', () => {
  expect(texts('What colour is the bike?').slice(0, 3)).toContain('Red, with a basket')
})

test('what follows a question with the words is told as answering it, and what follows a statement is not', () => {
  const ranked = ask('Any news about the visa?')
  const partOf = (start: string) =>
    ranked.find(({ candidate }) => candidate.text.startsWith(start))?.parts.answering ?? 0
  expect(partOf('They refused')).toBeGreaterThan(0)
  expect(partOf('Use the machine')).toBe(0)
  // The first of a session follows nothing.
  expect(partOf('Morning!')).toBe(0)
})

test('a date in the question brings up what was sent then', () => {
  const [first] = ask('What did Bob say on 20 June 2023?')
  expect(first?.candidate.sessionId).toBe('2023-06-20')
  expect(first?.parts.date).toBe(1)
})

test('a message whose vector stands out is found without a shared word', () => {
  const near = CANDIDATES.map((one) => ({
    ...one,
    similarity: one.text.includes('puppy') ? 0.8 : 0.1,
  }))
  expect(ask('animals', near)[0]?.candidate.text).toContain('puppy')
})

test('without words or dates in common the order is the one given', () => {
  const none = ask('zzz').filter(({ score }) => score > 0)
  expect(none).toEqual([])
  expect(texts('zzz')[0]).toBe(CANDIDATES[0]?.text)
})

test('a message without a session stands for itself', () => {
  const alone = CANDIDATES.map((one) => ({ ...one, sessionId: null }))
  const [first] = ask('visa photo', alone)
  expect(first?.candidate.text).toContain('photo')
  expect(first?.parts).toMatchObject({ session: 0 })
  expect(first?.parts.around).toBe(first?.parts.own)
})

test('an empty pool gives an empty list', () => {
  expect(ask('visa', [])).toEqual([])
})

test('scores and parts stay within 0 and 1, whatever is asked of whatever pool', () => {
  const word = fc.constantFrom('visa', 'photo', 'bob', '2023', 'May', '13', '?', '東京', '')
  const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '))
  const similarity = fc.option(fc.oneof(fc.double({ min: -1, max: 1 }), fc.constant(Number.NaN)))
  const message = fc.record({
    authorName: word,
    text,
    sentAt: fc.date(),
    bag: text.map(bagOf),
    sessionId: fc.option(fc.constantFrom('2023-05-08', 'elsewhere')),
    place: fc.integer({ min: -3, max: 10 }),
    similarity,
  })
  fc.assert(
    fc.property(text, fc.array(message, { maxLength: 30 }), (question, candidates) => {
      const ranked = ask(question, candidates)
      expect(ranked).toHaveLength(candidates.length)
      for (const { score, parts } of ranked) {
        for (const value of [score, ...Object.values(parts)]) {
          expect(value).toBeGreaterThanOrEqual(0)
          expect(value).toBeLessThanOrEqual(1)
        }
      }
    }),
  )
})
