import { expect, test } from 'vitest'
import { formatDuration } from './format-duration.ts'

test.each([
  [-5, '0 s'],
  [42_000, '42 s'],
  [60_000, '1 min'],
  [3_599_000, '59 min'],
  [3_600_000, '1 h'],
  [12_000_000, '3 h 20 min'],
  [172_800_000, '2 days'],
])('%i ms are %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})
