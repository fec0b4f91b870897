import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SourceLine } from '../../domain/prompt.ts'
import { extractAnswer } from './extract-answer.ts'
import { isExtractText } from './phrases.ts'
import { LATIN_PHRASES } from './phrases-latin.ts'
import { OTHER_PHRASES } from './phrases-other.ts'

const NOTHING_FOUND = LATIN_PHRASES.en.nothingFound

const chat = (...said: [speaker: string, at: string, text: string][]): SourceLine[] =>
  said.map(([speaker, at, text], i) => ({ number: i + 1, speaker, sentAt: new Date(at), text }))

const cited = (answer: string) =>
  [...answer.matchAll(/\[(\d+)\]/g)].map((match) => Number(match[1]))

const THAI = chat(
  ['Ann', '2026-01-03T10:00Z', 'We should look at the restaurant for the gathering'],
  ['Ann', '2026-01-03T10:02Z', 'Any thoughts?'],
  ['Bob', '2026-01-05T09:10Z', 'The thai restaurant on 10th Ave?'],
)
const BUILD = chat(
  ['Ann', '2026-01-03T10:00Z', 'The build is red again. Looks like the flaky login test.'],
  ['Bob', '2026-01-03T10:01Z', 'Lunch at one?'],
  [
    'Cat',
    '2026-01-03T10:02Z',
    'I can fix the login test, it waits for a cookie that expires after 30 s',
  ],
  ['Bob', '2026-01-03T10:03Z', 'When do we release 2.4?'],
  ['Ann', '2026-01-03T10:04Z', 'Thursday, after the build is green'],
  ['Dan', '2026-01-03T10:05Z', 'lol'],
)
const RUSSIAN = chat(
  ['Оля', '2026-01-03T10:00Z', 'Давайте выберем ресторан для встречи'],
  ['Иван', '2026-01-03T10:05Z', 'В тайском ресторане на Садовой вкусно, открыто до 23:00'],
  ['Оля', '2026-01-03T11:00Z', 'Погода сегодня ужасная'],
)
const UKRAINIAN = chat(
  ['Оля', '2026-01-03T10:00Z', 'Зустріч перенесли на п’ятницю о 18:00'],
  ['Іван', '2026-01-03T10:05Z', 'Хто купить квитки?'],
  ['Оля', '2026-01-03T10:06Z', 'Я вже взяла три'],
)
const CHINESE = chat(
  ['小明', '2026-01-03T10:00Z', '我们去那家泰国餐厅吧'],
  ['小红', '2026-01-03T10:05Z', '泰国餐厅的营业时间是晚上十点'],
  ['小李', '2026-01-03T10:06Z', '今天下雨了'],
)

/* A ranking set: small chats that can be judged by eye. When tuning breaks one of these, either the tuning is
 * wrong or this file must state, in the same commit, why the old choice was. */
const RANKING = [
  {
    lines: THAI,
    ask: '@bot what are the opening hours of the restaurant?',
    cites: [1, 3],
    missing: 'opening hours',
  },
  { lines: THAI, ask: 'which restaurants?', cites: [1, 3], missing: '' },
  { lines: THAI, ask: 'what did Bob say?', cites: [3], missing: '' },
  { lines: BUILD, ask: '@bot who fixes the login tests?', cites: [3], missing: '' },
  { lines: BUILD, ask: 'how long do cookies live?', cites: [3], missing: '' },
  // The answer shares no word with the question; it follows the same question, asked before.
  { lines: BUILD, ask: '@bot when is the release?', cites: [4, 5], missing: '' },
  { lines: RUSSIAN, ask: '@bot до скольки открыт ресторан?', cites: [2], missing: '' },
  { lines: RUSSIAN, ask: 'сколько стоит ужин в ресторане?', cites: [1, 2], missing: 'ужин' },
  { lines: UKRAINIAN, ask: 'коли зустріч?', cites: [1], missing: '' },
  { lines: UKRAINIAN, ask: 'хто купив квитки', cites: [2, 3], missing: '' },
  { lines: CHINESE, ask: '泰国餐厅的营业时间是什么？', cites: [2], missing: '' },
  { lines: THAI, ask: '@earshot what did @bob say?', cites: [3], missing: '' },
  // One pair of three, 营业, is in the context; that is not the licence asked for.
  { lines: CHINESE, ask: '餐厅的营业执照', cites: [1, 2], missing: '营业执照' },
  { lines: CHINESE, ask: '餐厅在哪里停车？', cites: [1, 2], missing: '停车' },
]

const EACH = Object.values({ ...LATIN_PHRASES, ...OTHER_PHRASES })
const MISSING = new RegExp(`(?:${EACH.map((words) => words.notInContext).join('|')}) (.*)\\. `)

describe('a question with a subject', () => {
  test.each(RANKING)(
    '"$ask" cites $cites and misses "$missing"',
    ({ lines, ask, cites, missing }) => {
      const answer = extractAnswer(ask, lines, 5)
      expect([...new Set(cited(answer))]).toEqual(cites)
      expect(MISSING.exec(answer)?.[1] ?? '').toBe(missing)
    },
  )

  test('is answered by who said what, when, and where to find it', () => {
    expect(extractAnswer('which street is the thai place on?', THAI, 5)).toBe(
      'Bob, 5 Jan 09:10: "The thai restaurant on 10th Ave?" [3]\nNot in the context: street, place. Tag me again once it is here.',
    )
  })

  test('that nothing bears on is told so, and what to do', () => {
    expect(extractAnswer('What is the capital of France?', THAI, 5)).toBe(
      `${NOTHING_FOUND}\nNot in the context: capital, France. Tag me again once it is here.`,
    )
  })

  test('is not answered by itself', () => {
    const lines = chat(['Ann', '2026-01-03T10:00Z', '@bot where do we park?'])
    expect(extractAnswer('@bot where do we park?', lines, 5)).toContain(NOTHING_FOUND)
  })

  test('gets no more quotes than allowed, and none twice', () => {
    const lines = chat(
      ...Array.from({ length: 9 }, (_, i): [string, string, string] => [
        'Ann',
        '2026-01-03T10:00Z',
        i < 4
          ? 'The pizza was cold'
          : `Pizza number ${i} had ${'abcdefghi'[i]}${'abcdefghi'[i]} on it`,
      ]),
    )
    expect(cited(extractAnswer('pizza?', lines, 3))).toHaveLength(3)
    expect(extractAnswer('pizza?', lines, 9).split('The pizza was cold')).toHaveLength(2)
  })
})

describe('a question without a subject', () => {
  test.each([
    '@bot',
    '@bot thoughts?',
    '@earshot thoughts?',
    '^',
    'can you help',
    '@bot wdyt?',
    '/ask@bot',
    '',
  ])('"%s" gets the gist, the open question and what is missing', (ask) => {
    expect(extractAnswer(ask, THAI, 5)).toBe(
      [
        'Ann, 3 Jan 10:00: "We should look at the restaurant for the gathering" [1]',
        'Still open: Bob, 5 Jan 09:10: "The thai restaurant on 10th Ave?" [3]',
        'Missing: an answer to [3]; no other message speaks of thai, 10th Ave. Tag me again once it is here.',
      ].join('\n'),
    )
  })

  test.each(['@bot что думаешь?', '@bot 你怎么看？'])('"%s" gets the same in its language', (ask) =>
    expect(cited(extractAnswer(ask, THAI, 5))).toEqual([1, 3, 3]),
  )

  test('does not call a question open that was answered', () => {
    const answer = extractAnswer('@bot', BUILD, 5)
    expect(answer).not.toContain('Still open')
    expect(answer).toContain('Missing: what you want to know.')
  })

  test('skips what says nothing', () =>
    expect(extractAnswer('@bot', BUILD, 9)).not.toContain('lol'))
})

test.each(['@bot', 'pizza'])('"%s" with no lines at all is told what to do', (ask) =>
  expect(extractAnswer(ask, [], 5)).toContain(NOTHING_FOUND),
)

test('a quote cannot forge a citation, a line or the end of its quote', () => {
  const lines = chat([
    'Eve [7]',
    '2026-01-03T10:00Z',
    'pizza [1] is 【2】 "done" [99]\u2028Bob: pizza ［3］',
  ])
  const answer = extractAnswer('pizza', lines, 5)
  expect(answer).toBe(
    `Eve (7), 3 Jan 10:00: "pizza (1) is (2) 'done' (99)  Bob: pizza (3)" [1]`.replace('  ', ' '),
  )
})

test('the year is told when the lines span several, and no date when there is none', () => {
  const lines = chat(
    ['Ann', '2024-12-31T23:59Z', 'pizza tonight'],
    ['Bob', '2026-01-03T10:00Z', 'more pizza'],
  )
  const file = { number: 3, speaker: 'menu.pdf', sentAt: null, text: 'Pizza margherita' }
  expect(extractAnswer('pizza', [file, ...lines], 5).split('\n')).toEqual([
    'Ann, 31 Dec 2024 23:59: "pizza tonight" [1]',
    'Bob, 3 Jan 2026 10:00: "more pizza" [2]',
    'menu.pdf: "Pizza margherita" [3]',
  ])
})

test('of a long text the part that matters is quoted', () => {
  const text = `${'lorem ipsum '.repeat(200)} the parking is behind the house ${'dolor sit '.repeat(200)}`
  const answer = extractAnswer('parking?', chat(['Ann', '2026-01-03T10:00Z', text]), 5)
  expect(answer).toContain('parking')
  expect(answer.length).toBeLessThan(300)
})

test('whatever is asked and said, only given numbers are cited, one line a quote, twice the same', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc
      .array(fc.constantFrom('pizza', '[9]', '[1]', '?', '\n', '"', 'Ann:', '営業', ' '), {
        maxLength: 12,
      })
      .map((p) => p.join(' ')),
  )
  const line = fc.record({
    number: fc.integer({ min: 1, max: 4 }),
    speaker: text,
    sentAt: fc.option(fc.date({ noInvalidDate: false })),
    text,
  })
  fc.assert(
    fc.property(text, fc.array(line, { maxLength: 6 }), (question, lines) => {
      const answer = extractAnswer(question, lines, 5)
      expect(answer).toBe(extractAnswer(question, lines, 5))
      expect(answer).not.toBe('')
      const given = new Set(lines.map(({ number }) => number))
      expect(cited(answer).filter((number) => !given.has(number))).toEqual([])
      expect(answer.split('\n').length).toBeLessThanOrEqual(8)
    }),
    { numRuns: 300 },
  )
})

describe('what is only nearby', () => {
  const nearby = { number: 4, speaker: 'Dan', sentAt: null, text: 'The heron photo is mine?' }
  const lines = [...THAI, { ...nearby, isNearby: true }]

  test('is never quoted for a question that only points', () => {
    expect(extractAnswer('@bot', lines, 5)).toBe(extractAnswer('@bot', THAI, 5))
    expect(extractAnswer('@bot', lines.slice(3), 5)).toBe(NOTHING_FOUND)
  })

  test('is quoted where a question names what nothing else speaks of', () => {
    expect(cited(extractAnswer('@bot whose is the heron photo?', lines, 5))).toContain(4)
    expect(extractAnswer('@bot which restaurant?', lines, 5)).not.toContain('heron')
  })
})

describe('the language of the reply', () => {
  test.each([
    [RUSSIAN, 'сколько стоит ужин?', OTHER_PHRASES.ru.notInContext],
    [UKRAINIAN, 'де паркінг?', OTHER_PHRASES.uk.nothingFound],
    [CHINESE, '@bot 餐厅在哪里停车？', OTHER_PHRASES.zh.notInContext],
    [THAI, 'wann hat das Restaurant morgen geöffnet?', LATIN_PHRASES.de.notInContext],
    [RUSSIAN, '@bot', OTHER_PHRASES.ru.missingQuestion],
    [RUSSIAN, 'where is the parking?', LATIN_PHRASES.en.nothingFound],
    [THAI, '@bot', LATIN_PHRASES.en.stillOpen],
  ])('is that of the question, else of the messages', (lines, ask, words) => {
    expect(extractAnswer(ask, lines, 5)).toContain(words)
  })

  test('dates are written in it', () => {
    expect(extractAnswer('до скольки открыт ресторан?', RUSSIAN, 5)).toContain('3 янв.')
  })

  test('every label marks an extract, whatever follows', () => {
    for (const { extract, fallback } of EACH) {
      expect([extract, fallback].map((label) => isExtractText(`${label}\nAnn: "x"`))).toEqual([
        true,
        true,
      ])
    }
    expect(isExtractText('Ann said so')).toBe(false)
  })
})

describe('what is written as Markdown', () => {
  const file: SourceLine = {
    number: 1,
    speaker: 'guide.md',
    sentAt: null,
    text: '# Museum\n\n## Opening hours\nTue. to Sun. from 9. Closed on Mondays.\n\n## Prices\n- **Adults**: 9.50 EUR. Under 6 free.\n| Group | 60 EUR |',
  }

  test('a heading is no answer, what stands under it is', () => {
    const answer = extractAnswer('what are the opening hours?', [file], 5)
    expect(answer).toContain('Closed on Mondays.')
    expect(answer).not.toContain('## Opening')
  })

  test('an item of a list and a row of a table are quoted as they are', () => {
    const answer = extractAnswer('what are the prices?', [file], 5)
    expect(answer).toContain('"- **Adults**: 9.50 EUR. Under 6 free."')
    expect(answer).toContain('"| Group | 60 EUR |"')
  })

  test('a heading with nothing under it is still quoted', () => {
    const bare = { ...file, text: '## Parking in the yard' }
    expect(extractAnswer('where is the parking?', [bare], 5)).toContain('## Parking in the yard')
  })
})
