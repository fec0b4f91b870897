import { describe, expect, test } from 'vitest'
import {
  chooseTopics,
  type Known,
  type ScoredTopic,
  scoreTopics,
  tagsMeaning,
} from './choose-topics.ts'

const NOW = new Date('2026-03-10T12:00:00Z')
const DAY_MS = 86_400_000
const SETTINGS = { adoptAt: 0.7, betterBy: 0.15 }

const ago = (days: number, ms = 0) => new Date(NOW.getTime() - days * DAY_MS - ms)
const tag = (name: string, lastAt = NOW): Known => ({ tag: name, lastAt })
const said = (slug: string, score: number, label = '') => ({ slug, label, score })
const scored = (slug: string, score: number): ScoredTopic => ({
  slug,
  label: slug,
  score,
  parts: { model: score, overlap: 0, recency: 0 },
})
const active = (slug: string, score = 0.8) => ({ slug, label: slug, score })
const names = (topics: readonly { slug: string }[]) => topics.map(({ slug }) => slug)
const scoreOf = (slug: string, model: number, known: Known[], synonyms = new Map()) =>
  scoreTopics([said(slug, model)], known, synonyms, NOW)[0]?.score

describe('a final score is', () => {
  test.each<[string, number, Known[], number]>([
    ['what the model says, by .6', 1, [], 0.6],
    ['and .25 for what they talk about, and .15 for today', 0, [tag('invoices')], 0.4],
    ['all three', 1, [tag('invoices')], 1],
    ['less for a subject of two months ago', 0.5, [tag('invoices', ago(60))], 0.64],
    ['least for one of a year ago', 0.5, [tag('invoices', ago(365))], 0.595],
    ['none for a model that says none and a stranger', 0, [tag('cats')], 0],
  ])('%s', (_, model, known, score) => {
    expect(scoreOf('invoices', model, known)).toBe(score)
  })

  test('half of the overlap where half of its words are known', () => {
    expect(scoreTopics([said('thai-food', 0)], [tag('food')], new Map(), NOW)[0]?.parts).toEqual({
      model: 0,
      overlap: 0.5,
      recency: 0,
    })
  })

  test.each([
    [ago(0), 1],
    [ago(28), 1],
    [ago(28, 1), 0.6],
    [ago(180), 0.6],
    [ago(180, 1), 0.3],
    [ago(4_000), 0.3],
  ])('recent as of %s counts %d', (lastAt, recency) => {
    const [topic] = scoreTopics([said('invoices', 1)], [tag('invoices', lastAt)], new Map(), NOW)
    expect(topic?.parts.recency).toBe(recency)
  })

  test('as recent as the latest of the tags that mean it', () => {
    const known = [tag('invoice', ago(200)), tag('invoices', ago(1)), tag('billing', ago(0))]
    expect(scoreTopics([said('invoices', 0)], known, new Map(), NOW)[0]?.parts.recency).toBe(1)
  })
})

describe('one subject has one name', () => {
  test.each<[string, string, Known[], [string, string][], string]>([
    ['the singular of a tag', 'invoice', [tag('invoices')], [], 'invoices'],
    ['the plural of a tag', 'invoices', [tag('invoice')], [], 'invoice'],
    ['a tag that is there as it is', 'invoice', [tag('invoices'), tag('invoice')], [], 'invoice'],
    ['another word for it', 'billing', [tag('invoices')], [['billing', 'invoices']], 'invoices'],
    [
      'another word before a tag',
      'billing',
      [tag('billing')],
      [['billing', 'invoices']],
      'invoices',
    ],
    ['what nobody knows', 'kites', [tag('invoices')], [], 'kites'],
  ])('%s', (_, slug, known, synonyms, name) => {
    expect(names(scoreTopics([said(slug, 1)], known, new Map(synonyms), NOW))).toEqual([name])
  })

  test('named twice it is one candidate, with the better score', () => {
    const topics = scoreTopics(
      [said('billing', 0.4), said('invoice', 0.9), said('invoices', 0.2)],
      [tag('invoices')],
      new Map([['billing', 'invoices']]),
      NOW,
    )
    expect(topics).toMatchObject([{ slug: 'invoices', score: 0.94 }])
  })

  test('under another name than the model’s, the model’s label goes too', () => {
    const synonyms = new Map([['billing', 'invoices']])
    expect(scoreTopics([said('billing', 1, 'Billing!')], [], synonyms, NOW)[0]?.label).toBe(
      'Invoices',
    )
    expect(scoreTopics([said('kites', 1, 'My kites')], [], synonyms, NOW)[0]?.label).toBe(
      'My kites',
    )
    expect(scoreTopics([said('thai-food', 1)], [], synonyms, NOW)[0]?.label).toBe('Thai food')
  })

  test('best first, and in the order of names where they are equal', () => {
    const candidates = [said('b', 0.5), said('c', 0.9), said('a', 0.5)]
    expect(names(scoreTopics(candidates, [], new Map(), NOW))).toEqual(['c', 'a', 'b'])
  })

  test('tags that mean it: its forms, its other names, and their forms', () => {
    const known = [tag('invoice'), tag('bills'), tag('cats'), tag('invoice-march')]
    const synonyms = new Map([
      ['bill', 'invoices'],
      ['felines', 'cats'],
    ])
    expect(tagsMeaning('invoices', known, synonyms)).toEqual([
      'invoices',
      'bill',
      'invoice',
      'bills',
    ])
  })

  // nameOf() looks up the word as it is; tagsMeaning() looks up its stem.
  test('the plural of another word for it', () => {
    const synonyms = new Map([['bill', 'invoices']])
    expect(names(scoreTopics([said('bills', 1)], [tag('invoices')], synonyms, NOW))).toEqual([
      'invoices',
    ])
  })
})

describe('a subject is taken up', () => {
  test.each<[number, string[]]>([
    [0.7, ['a']],
    [0.699, []],
    [1, ['a']],
    [0, []],
  ])('at %d: %j', (score, taken) => {
    expect(names(chooseTopics([scored('a', score)], [], SETTINGS))).toEqual(taken)
  })

  test('not from nothing', () => {
    expect(chooseTopics([], [], SETTINGS)).toEqual([])
  })

  test.each<[string, ScoredTopic[], string[]]>([
    ['two that are equal and distinct', [scored('a', 0.9), scored('b', 0.9)], ['a', 'b']],
    ['two that are nearly equal', [scored('a', 0.94), scored('b', 0.92)], ['a', 'b']],
    ['not two that differ', [scored('a', 0.95), scored('b', 0.92)], ['a']],
    ['not two of which one is below', [scored('a', 0.7), scored('b', 0.699)], ['a']],
    ['never three', [scored('a', 0.9), scored('b', 0.9), scored('c', 0.9)], ['a', 'b']],
    ['not two that share a word', [scored('tax-form', 0.9), scored('tax', 0.9)], ['tax-form']],
    [
      'not two that share a stem',
      [scored('invoice-a', 0.9), scored('b-invoices', 0.9)],
      ['invoice-a'],
    ],
  ])('%s', (_, topics, taken) => {
    expect(names(chooseTopics(topics, [], SETTINGS))).toEqual(taken)
  })

  // In floating point .72 − .70 is a little more than .02: the swap is rounded, this is not.
  test('two that are nearly equal, at the border too', () => {
    expect(names(chooseTopics([scored('a', 0.72), scored('b', 0.7)], [], SETTINGS))).toEqual([
      'a',
      'b',
    ])
  })
})

describe('another takes its place', () => {
  test.each<[string, number, number, string]>([
    ['at .15 better', 0.85, 0.7, 'b'],
    ['at .15 better, elsewhere', 0.9, 0.75, 'b'],
    ['at .15 better, low', 0.71, 0.56, 'b'],
    ['not at .149', 0.849, 0.7, 'a'],
    ['not at less', 0.9, 0.9, 'a'],
    ['not below the threshold, however much better', 0.69, 0.1, 'a'],
  ])('%s', (_, best, held, taken) => {
    const topics = [scored('b', best), scored('a', held)]
    expect(names(chooseTopics(topics, [active('a', 0.99)], SETTINGS))).toEqual([taken])
  })

  test('whatever the score it was once taken up with', () => {
    const now = [scored('b', 0.85), scored('a', 0.5)]
    for (const once of [0, 0.7, 1]) {
      expect(names(chooseTopics(now, [active('a', once)], SETTINGS))).toEqual(['b'])
    }
  })

  test('the score that is kept is the one of this look', () => {
    expect(chooseTopics([scored('a', 0.75)], [active('a', 0.99)], SETTINGS)).toEqual([
      active('a', 0.75),
    ])
  })

  test('a subject nobody mentions is kept while nothing else is taken up', () => {
    const held = [active('a')]
    expect(chooseTopics([], held, SETTINGS)).toEqual(held)
    expect(names(chooseTopics([scored('b', 0.6)], held, SETTINGS))).toEqual(['a'])
  })

  test('of two it must be better than the better one, and then both go', () => {
    const held = [active('a'), active('b')]
    const near = [scored('c', 0.9), scored('b', 0.8), scored('a', 0.1)]
    expect(names(chooseTopics(near, held, SETTINGS))).toEqual(['a', 'b'])
    const far = [scored('c', 0.95), scored('b', 0.8), scored('a', 0.1)]
    expect(names(chooseTopics(far, held, SETTINGS))).toEqual(['c'])
  })

  test('by two that are equal', () => {
    const topics = [scored('b', 0.9), scored('c', 0.9), scored('a', 0.2)]
    expect(names(chooseTopics(topics, [active('a')], SETTINGS))).toEqual(['b', 'c'])
  })

  // A topic none of whose forms is a tag has the model's slug, this time and the next.
  test('never by itself in another form', () => {
    const known = [tag('march-invoices')]
    const first = chooseTopics(
      scoreTopics([said('invoices', 1)], known, new Map(), NOW),
      [],
      SETTINGS,
    )
    expect(names(first)).toEqual(['invoices'])
    const again = scoreTopics([said('invoice', 1)], known, new Map(), NOW)
    expect(names(chooseTopics(again, first, SETTINGS))).toEqual(['invoices'])
  })
})
