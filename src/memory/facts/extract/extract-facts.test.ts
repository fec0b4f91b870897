import { describe, expect, test } from 'vitest'
import { aboutOf, PEOPLE_BY_LANGUAGE, readSet, scoreSet } from '../../../../test/facts/read-set.ts'
import { SIMILAR_NAMES, SIMILAR_PEOPLE } from '../../../../test/facts/similar-names.ts'
import { FIRST_HALF } from '../../../../test/facts/statements-first.ts'
import { SECOND_HALF } from '../../../../test/facts/statements-second.ts'
import type { FactLine, NamedPerson } from '../../../domain/fact.ts'
import type { MessageId, PersonId } from '../../../domain/ids.ts'
import { extractFacts } from './extract-facts.ts'

const people: NamedPerson[] = ['Ann', 'Bob', 'bot'].map((name, i) => ({
  id: (i + 1) as PersonId,
  name,
  username: null,
}))
const SENT_AT = new Date('2026-03-10T09:00:00Z')

function linesOf(...messages: readonly (readonly [string, string])[]): FactLine[] {
  return messages.map(([author, text], i) => ({
    messageId: (i + 1) as MessageId,
    authorId: (people.findIndex(({ name }) => name === author) + 1) as PersonId,
    authorName: author,
    isBot: author === 'bot',
    sentAt: new Date(SENT_AT.getTime() + i * 60_000),
    text,
    replyTo: null,
  }))
}
const textsOf = (...messages: readonly (readonly [string, string])[]) =>
  extractFacts(linesOf(...messages), people).map(({ text }) => text)

describe.each([
  ['first half, written with the rules', FIRST_HALF],
  ['second half, written after the rules', SECOND_HALF],
])('the labelled chats, %s', (_, set) => {
  const chats = Object.entries(set).map(([language, text]) => {
    return [language, readSet(text, PEOPLE_BY_LANGUAGE[language])] as const
  })

  test.each(chats)('%s: at least nine of ten facts are right', (_language, labelled) => {
    const { found, right, mistakes } = scoreSet(labelled)
    expect(right / found, mistakes.join('\n')).toBeGreaterThanOrEqual(0.9)
  })

  test('questions, conditions, jokes and quotes are kept out', () => {
    const all = chats.flatMap(([, labelled]) => labelled)
    const { guarded, keptOut, mistakes } = scoreSet(all)
    expect(keptOut / guarded, mistakes.join('\n')).toBeGreaterThanOrEqual(0.95)
  })
})

test('of 200 statements among people with similar names none is attributed to another person', () => {
  const similar = SIMILAR_PEOPLE.map((name, i) => ({
    id: (i + 1) as PersonId,
    name,
    username: null,
  }))
  expect(SIMILAR_NAMES).toHaveLength(200)
  const wrong = SIMILAR_NAMES.filter(({ author, text, about }) => {
    const authorId = (SIMILAR_PEOPLE.indexOf(author) + 1) as PersonId
    const [line] = linesOf([author, text])
    if (line === undefined) return true
    const facts = extractFacts([{ ...line, authorId }], similar)
    return (
      facts.length !== 1 ||
      facts.some((fact) => aboutOf(fact, similar) !== about || fact.saidBy !== authorId)
    )
  })
  expect(wrong).toEqual([])
})

describe('a fact', () => {
  test('is a sentence in the third person, with its author, message and start', () => {
    const [fact] = extractFacts(linesOf(['Ann', 'I moved to Lisbon last week']), people)
    expect(fact).toMatchObject({
      about: { kind: 'person', personId: 1, name: 'Ann' },
      attribute: 'home',
      value: 'Lisbon',
      text: 'Ann lives in Lisbon',
      saidBy: 1,
      messageIds: [1],
      validFrom: new Date('2026-03-03T09:00:00Z'),
      validTo: null,
      ends: false,
    })
  })

  test.each([
    ['I live in Rome since January', '2026-01-01T00:00:00Z'],
    ['I work at Bosch since 2019', '2019-01-01T00:00:00Z'],
    ['I moved to Rome two weeks ago', '2026-02-24T09:00:00Z'],
    ['I live in Rome', '2026-03-10T09:00:00Z'],
  ])('%s: holds from %s', (text, from) => {
    expect(extractFacts(linesOf(['Ann', text]), people)[0]?.validFrom).toEqual(new Date(from))
  })

  test('that somebody else reports is about the person it names, and less sure', () => {
    const [own] = extractFacts(linesOf(['Bob', 'I am allergic to nuts']), people)
    const [told] = extractFacts(linesOf(['Ann', 'Ann says Bob is allergic to nuts']), people)
    expect(told).toMatchObject({ about: { personId: 2, name: 'Bob' }, saidBy: 1 })
    expect(told?.confidence).toBeLessThan(own?.confidence ?? 0)
  })

  test('that is repeated rests on both messages', () => {
    const facts = extractFacts(
      linesOf(['Ann', 'I live in Rome'], ['Ann', 'I live in Rome']),
      people,
    )
    expect(facts.map(({ messageIds }) => messageIds)).toEqual([[1, 2]])
  })
})

describe('nothing is extracted', () => {
  test('from the bot, and from what people copy of it', () => {
    const bot = 'The deadline is Friday'
    expect(textsOf(['bot', bot], ['Ann', bot])).toEqual([])
  })

  test('from code, quotes, links and forwarded messages', () => {
    expect(textsOf(['Ann', '> I live in Rome'])).toEqual([])
    expect(textsOf(['Ann', '```\nI live in Rome\n```'])).toEqual([])
    expect(textsOf(['Ann', 'Forwarded from Bob: I live in Rome'])).toEqual([])
    expect(textsOf(['Ann', 'I live in https://example.org'])).toEqual([])
  })

  test('from a message that its author takes back, even if others write in between', () => {
    const taken = [
      ['Ann', 'I moved to Iceland'],
      ['Bob', 'what'],
      ['Ann', 'haha just kidding'],
    ] as const
    expect(textsOf(...taken)).toEqual([])
    expect(textsOf(['Ann', 'I moved to Iceland'], ['Bob', 'just kidding'])).toHaveLength(1)
  })

  test('from a task for the bot, while "I" is still the author', () => {
    expect(textsOf(['Ann', '@helper remind Bob the deadline is Friday'])).toEqual([])
    expect(textsOf(['Ann', '@helper I am vegan, what can I order?'])).toEqual(['Ann is vegan'])
  })
})

/* Hostile text: a pattern that backtracks would need minutes for these, not milliseconds. */
test.each([
  ['my my my …', 'my '.repeat(33_000)],
  ['one letter', 'a'.repeat(100_000)],
  ['commas', 'I live in a, '.repeat(8_000)],
  ['openers', 'ok so btw '.repeat(10_000)],
  ['spaces', `I live in${' '.repeat(100_000)}Rome`],
  ['quotation marks', '"a b '.repeat(20_000)],
  ['digits', `rent is ${'1 '.repeat(50_000)}`],
  ['Cyrillic', 'у меня у меня '.repeat(7_000)],
])('100 kB of %s take no time', (_, text) => {
  const began = process.cpuUsage().user
  extractFacts(linesOf(['Ann', text]), people)
  expect((process.cpuUsage().user - began) / 1_000).toBeLessThan(2_000)
})
