import { describe, expect, test } from 'vitest'
import { prf, scoreSubjectChanges, windowOf } from './score-topics.ts'

describe('Pk and WindowDiff', () => {
  test('a boundary one turn early, counted by hand', () => {
    // Gold 000111, predicted 001111, k 2. Pairs 0-2, 1-3, 2-4, 3-5: gold separates the two in the middle,
    // the prediction the first two; so they disagree on 0-2 and 2-4.
    const { pk, windowDiff } = scoreSubjectChanges(6, [3], [2])
    expect([pk, windowDiff]).toEqual([2 / 4, 2 / 4])
  })

  test('a boundary too many, counted by hand: Pk forgives it where WindowDiff does not', () => {
    // Gold 00001111, predicted 00001222, k 2, six pairs. Only 4-6 is separated by one of them alone;
    // 3-5 is separated by both, but once and twice.
    const { pk, windowDiff } = scoreSubjectChanges(8, [4], [4, 5])
    expect([pk, windowDiff]).toEqual([1 / 6, 2 / 6])
  })

  test('who finds every boundary has no error, who finds none errs at every gold one', () => {
    expect(scoreSubjectChanges(12, [4, 8], [4, 8])).toMatchObject({ pk: 0, windowDiff: 0 })
    // k 2: of ten pairs, two span each boundary.
    expect(scoreSubjectChanges(12, [4, 8], [])).toMatchObject({ pk: 4 / 10, windowDiff: 4 / 10 })
  })

  test.each([
    ['half the mean segment', 24, [8, 16], 4],
    ['rounded', 20, [5, 12], 3],
    ['not below two', 6, [1, 2, 3, 4, 5], 2],
    ['not beyond the dialogue', 2, [1], 1],
  ])('the window is %s', (_, turns, gold, window) => {
    expect(windowOf(turns, gold)).toBe(window)
  })

  test.each([0, 1])('%i turns have nothing to be wrong about', (turns) => {
    expect(scoreSubjectChanges(turns, [], [])).toMatchObject({
      pk: 0,
      windowDiff: 0,
      exact: { f1: 1 },
    })
  })
})

describe('F1 of boundaries', () => {
  test('exact and within a turn', () => {
    const { exact, near, hits } = scoreSubjectChanges(20, [4, 9, 15], [4, 10, 12, 18])
    expect(hits).toBe(1)
    expect(exact).toEqual({ precision: 1 / 4, recall: 1 / 3, f1: 2 / 7 })
    expect(near).toEqual({ precision: 2 / 4, recall: 2 / 3, f1: 4 / 7 })
  })

  test('one boundary is not found twice, nor one prediction used twice', () => {
    expect(scoreSubjectChanges(20, [5], [4, 6]).near.precision).toBe(1 / 2)
    expect(scoreSubjectChanges(20, [4, 6], [5]).near.recall).toBe(1 / 2)
    expect(scoreSubjectChanges(20, [4, 5], [5, 6]).near.f1).toBe(1)
  })

  test('to predict nothing is right where nothing is, and wrong elsewhere', () => {
    expect(prf({ hits: 0, predicted: 0, gold: 0 }).f1).toBe(1)
    expect(prf({ hits: 0, predicted: 2, gold: 0 })).toEqual({ precision: 0, recall: 0, f1: 0 })
    expect(prf({ hits: 0, predicted: 0, gold: 2 })).toEqual({ precision: 0, recall: 0, f1: 0 })
  })
})
