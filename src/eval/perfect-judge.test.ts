import { expect, test } from 'vitest'
import { fewestJudged, isInByPerfectJudge, scoreJudged } from './perfect-judge.ts'

const DOUBT = { from: 0.2, to: 0.8 }

const decisions: [weight: number, isGold: boolean, isIn: boolean][] = [
  [0.9, false, true],
  [0.8, false, false],
  [0.8, true, true],
  [0.2, true, true],
  [0.2, false, false],
  [0.19, true, false],
]
test.each(decisions)('a message of weight %d, gold %s, is in: %s', (weight, isGold, isIn) => {
  expect(isInByPerfectJudge(weight, isGold, DOUBT)).toBe(isIn)
})

test('the labels decide between the bounds, the net outside of them, and the judged are counted', () => {
  const weights = Float64Array.from([0.9, 0.5, 0.4, 0.1])
  const contexts = [{ file: 'a', weights, isGold: [false, true, false, true] }]
  expect(scoreJudged(contexts, DOUBT)).toEqual({
    doubt: DOUBT,
    score: { precision: 0.5, recall: 0.5, f1: 0.5 },
    meanJudged: 2,
    p95Judged: 2,
  })
  expect(scoreJudged(contexts, { from: 0, to: 1 }).score.f1).toBe(1)
})

test('the bounds with the fewest judged that reach an F1 are chosen; none where none does', () => {
  const judged = (f1: number, meanJudged: number) => ({
    ...{ doubt: DOUBT, meanJudged, p95Judged: 0 },
    score: { precision: f1, recall: f1, f1 },
  })
  const tried = [judged(0.9, 9), judged(0.89, 5), judged(0.7, 1)]
  expect(fewestJudged(tried, 0.88)?.meanJudged).toBe(5)
  expect(fewestJudged(tried, 0.95)).toBeNull()
})
