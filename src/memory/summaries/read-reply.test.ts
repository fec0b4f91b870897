import { describe, expect, test } from 'vitest'
import { cpuTimer } from '../../../test/cpu-timer.ts'
import { countTokens } from '../../models/tokens/tokens.ts'
import { fitSummaryText, readSummaryTags, readSummaryText, readTopics } from './read-reply.ts'

/* Replies of models asked for a form: the form, the form with text around it, and anything else. */

const LIMITS = { maxBullets: 15, maxTokens: 300 }
const bullets = (reply: string, limits = LIMITS) => readSummaryText(reply, limits, countTokens)
const tags = (...given: unknown[]) => readSummaryTags(JSON.stringify({ tags: given }))
const topics = (...given: unknown[]) => readTopics(JSON.stringify({ candidates: given }), 6)
const HUGE = 100_000

describe('bullets', () => {
  test.each<[string, string, string | null]>([
    ['as asked for', '- one\n- two', '- one\n- two'],
    ['stars, dots and dashes', '* one\n• two\n– three', '- one\n- two\n- three'],
    ['numbers', '1. one\n2) two\n10. ten', '- one\n- two\n- ten'],
    ['indented, with blanks after', '   -   one  \n\t* two\t', '- one\n- two'],
    ['with words around them', 'Here is the summary:\n\n- one\n\nI hope this helps!', '- one'],
    ['in a fence', '```markdown\n- one\n- two\n```', '- one\n- two'],
    ['said twice', '- one\n- two\n- one', '- one\n- two'],
    ['of another script', '- Иван хочет счёт\n- 発票', '- Иван хочет счёт\n- 発票'],
    ['nothing', '', null],
    ['blanks', ' \n\t\n', null],
    ['prose', 'Ann wants the invoices.', null],
    ['a dash without a blank', '-one', null],
    ['a rule', '---\n***', null],
    ['a year is no number of a list', '2026. The year', null],
    ['a mark with nothing behind it', '-\n*\n1.', null],
    ['JSON', '{"summary":["one"]}', null],
  ])('%s', (_, reply, read) => {
    expect(bullets(reply)).toBe(read)
  })

  // In a regular expression "." matches no carriage return: such a reply would be dropped as a whole.
  test('with the line ends of Windows', () => {
    expect(bullets('- one\r\n- two\r\n')).toBe('- one\n- two')
  })

  // "-" and two spaces would be read as a bullet of one space.
  test('a mark with only blanks behind it is none', () => {
    expect(bullets('-   \n*  ')).toBeNull()
  })

  test('the first ones, up to as many as may be', () => {
    const reply = Array.from({ length: 40 }, (_, i) => `- bullet ${i}`).join('\n')
    expect(bullets(reply)?.split('\n')).toHaveLength(15)
    expect(bullets(reply)).toMatch(/^- bullet 0\n.*- bullet 14$/s)
  })

  test('as many whole ones as fit the tokens', () => {
    const reply = Array.from({ length: 15 }, (_, i) => `- ${i} ${'word '.repeat(40)}`).join('\n')
    const read = bullets(reply, { maxBullets: 15, maxTokens: 100 })
    expect(countTokens(read ?? '')).toBeLessThanOrEqual(100)
    expect(read?.split('\n')).toHaveLength(2)
    expect(fitSummaryText(['- one two three four five six seven'], 2, countTokens)).toBeNull()
    expect(fitSummaryText([], 100, countTokens)).toBeNull()
  })

  test('a long one is cut, never through a sign of two halves', () => {
    const read = bullets(`- a${'😀'.repeat(1_000)}`, { maxBullets: 15, maxTokens: 5_000 })
    expect(read?.length).toBeLessThanOrEqual(402)
    expect(read?.isWellFormed()).toBe(true)
  })

  test.each([
    ['one line', `- ${'x '.repeat(HUGE / 2)}`],
    ['marks', '- '.repeat(HUGE / 2)],
    ['blanks', ' '.repeat(HUGE)],
    ['lines', '- a\n'.repeat(HUGE / 4)],
    ['numbers', '1'.repeat(HUGE)],
  ])('100 kB of %s are read at once', (_, reply) => {
    const cpuMs = cpuTimer()
    const read = bullets(reply)
    expect(cpuMs()).toBeLessThan(2_000)
    expect(countTokens(read ?? '')).toBeLessThanOrEqual(LIMITS.maxTokens)
  })
})

describe('tags', () => {
  test('are lower case with hyphens, each once, as sure as the model is', () => {
    expect(
      tags(
        { tag: 'Thai food', conf: 0.9 },
        { tag: 'thai-food', conf: 0.1 },
        { tag: ' INVOICES!! ', conf: 0.5 },
        { tag: 'счета', conf: 1 },
      ),
    ).toEqual([
      { tag: 'thai-food', confidence: 0.9 },
      { tag: 'invoices', confidence: 0.5 },
      { tag: 'счета', confidence: 1 },
    ])
  })

  test.each<[unknown, number]>([
    [undefined, 0.8],
    [null, 0.8],
    ['high', 0.8],
    ['0.4', 0.8],
    [-3, 0],
    [7, 1],
    [0, 0],
    [1, 1],
  ])('a confidence of %j is %d', (conf, confidence) => {
    expect(tags({ tag: 'a', conf })).toEqual([{ tag: 'a', confidence }])
  })

  test('at most ten', () => {
    const many = Array.from({ length: 500 }, (_, i) => ({ tag: `tag ${i}`, conf: 0.5 }))
    expect(tags(...many).map(({ tag }) => tag)).toEqual(many.slice(0, 10).map((_, i) => `tag-${i}`))
  })

  test('what has no words is none', () => {
    expect(
      tags({ tag: '' }, { tag: '—' }, { tag: '😀' }, { tag: '\u0000' }, { tag: '-a-' }),
    ).toEqual([{ tag: 'a', confidence: 0.8 }])
  })

  test.each([
    ['in a fence', '```json\n{"tags":[{"tag":"a","conf":0.5}]}\n```'],
    ['with words around', 'Sure! {"tags":[{"tag":"a","conf":0.5}]} Anything else?'],
    ['with more than was asked', '{"note":{"x":1},"tags":[{"tag":"a","conf":0.5,"why":"b"}]}'],
  ])('%s', (_, reply) => {
    expect(readSummaryTags(reply)).toEqual([{ tag: 'a', confidence: 0.5 }])
  })

  test.each([
    ['nothing', ''],
    ['words', 'invoices, food'],
    ['a list', '["invoices"]'],
    ['a list of words', '{"tags":["invoices"]}'],
    ['a number', '{"tags":[{"tag":7}]}'],
    ['no list', '{"tags":"invoices"}'],
    ['null', '{"tags":null}'],
    ['half of it', '{"tags":[{"tag":"a","conf":0.5'],
    ['two of it', '{"tags":[]} {"tags":[]}'],
    ['single quotes', "{'tags':[{'tag':'a'}]}"],
    ['a prototype', '{"__proto__":{"tags":[{"tag":"a"}]}}'],
  ])('%s is no tag', (_, reply) => {
    expect(readSummaryTags(reply)).toEqual([])
  })

  test('a long one is cut', () => {
    expect(tags({ tag: 'x'.repeat(HUGE) })[0]?.tag).toHaveLength(60)
    expect(tags({ tag: `${'x'.repeat(59)} y` })[0]?.tag).toBe('x'.repeat(59))
  })

  // slugOf() would cut a surrogate pair in half; jsonb refuses what is left.
  test('a long one is never cut through a letter of two halves', () => {
    expect(tags({ tag: `a${'𠀀'.repeat(60)}` })[0]?.tag.isWellFormed()).toBe(true)
  })
})

describe('topics', () => {
  test('are the best first, each once, with scores between 0 and 1', () => {
    expect(
      topics(
        { slug: 'Food', label: ' Food ', score: 0.2, rationale: 'one mention' },
        { slug: 'invoices', label: 7, score: 1.7 },
        { slug: 'food', label: 'again', score: 0.1 },
        { slug: 'cats', score: -1 },
      ),
    ).toEqual([
      { slug: 'invoices', label: '', score: 1 },
      { slug: 'food', label: 'Food', score: 0.2 },
      { slug: 'cats', label: '', score: 0 },
    ])
  })

  test('none is an answer, what has no form is not', () => {
    expect(topics()).toEqual([])
    expect(readTopics('```json\n{"candidates": []}\n```', 6)).toEqual([])
    for (const reply of ['', 'no topic', '[]', '{}', '{"candidates":{}}', '{"candidates":[7]}']) {
      expect(readTopics(reply, 6)).toBeNull()
    }
  })

  test.each([['0.8'], [null], [undefined], [true]])('a score of %j is no form', (score) => {
    expect(topics({ slug: 'a', label: 'A', score })).toBeNull()
  })

  test('the best, up to as many as may be', () => {
    const many = Array.from({ length: 50 }, (_, i) => ({
      slug: `t${i}`,
      label: '',
      score: i / 100,
    }))
    expect(topics(...many)?.map(({ slug }) => slug)).toEqual([
      't49',
      't48',
      't47',
      't46',
      't45',
      't44',
    ])
  })

  test('a long label is cut', () => {
    expect(topics({ slug: 'a', label: 'x'.repeat(HUGE), score: 1 })?.[0]?.label).toHaveLength(60)
  })

  // As for slugs: a label of emoji may be cut within a surrogate pair, and is stored as jsonb.
  test('a long label is never cut through a sign of two halves', () => {
    const [topic] = topics({ slug: 'a', label: `x${'😀'.repeat(60)}`, score: 1 }) ?? []
    expect(topic?.label.isWellFormed()).toBe(true)
  })
})

describe('100 kB of', () => {
  test.each([
    ['words', 'word '.repeat(HUGE / 5)],
    ['lists in lists', `{"tags":${'['.repeat(HUGE)}`],
    ['closing braces', '}'.repeat(HUGE)],
    [
      'tags',
      JSON.stringify({
        tags: Array.from({ length: 3_000 }, (_, i) => ({ tag: `tag number ${i}` })),
      }),
    ],
  ])('%s are read at once', (_, reply) => {
    const cpuMs = cpuTimer()
    expect(readSummaryTags(reply).length).toBeLessThanOrEqual(10)
    readTopics(reply, 6)
    expect(cpuMs()).toBeLessThan(2_000)
  })

  // /\{[\s\S]*\}/ starts again at each of them: a reply could block the process for many seconds.
  test('opening braces are read at once', () => {
    const cpuMs = cpuTimer()
    expect(readSummaryTags('{'.repeat(HUGE))).toEqual([])
    expect(cpuMs()).toBeLessThan(2_000)
  })
})
