import { expect, test } from 'vitest'
import { firstWindow, moreLines, readSpan } from './lines.ts'

test.each([
  ['3-9', { from: 3, to: 9 }],
  ['7', { from: 7, to: 7 }],
  ['0-3', null],
  ['9-3', null],
  ['', null],
  ['a-b', null],
  ['1-2-3', null],
  [undefined, null],
])('%j in a route is %j', (part, span) => {
  expect(readSpan(part)).toEqual(span)
})

test.each([
  [10, null, { from: 1, to: 10 }],
  [5_000, null, { from: 1, to: 600 }],
  [5_000, { from: 50, to: 60 }, { from: 1, to: 600 }],
  [5_000, { from: 3_000, to: 3_010 }, { from: 2_900, to: 3_499 }],
  [5_000, { from: 2_000, to: 2_900 }, { from: 1_900, to: 3_000 }],
  [5_000, { from: 4_990, to: 4_995 }, { from: 4_890, to: 5_000 }],
  [10, { from: 90, to: 95 }, { from: 1, to: 10 }],
  [1, null, { from: 1, to: 1 }],
])('of %i lines with %j marked these are shown first', (total, marked, shown) => {
  expect(firstWindow(total, marked)).toEqual(shown)
})

test.each([
  [{ from: 1, to: 10 }, 10, { before: 0, after: 0 }],
  [{ from: 701, to: 900 }, 5_000, { before: 600, after: 600 }],
  [{ from: 11, to: 4_900 }, 5_000, { before: 10, after: 100 }],
])('around %j of %i lines there are more', (shown, total, more) => {
  expect(moreLines(shown, total)).toEqual(more)
})
