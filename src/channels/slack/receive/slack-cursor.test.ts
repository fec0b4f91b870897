import { expect, test } from 'vitest'
import { createSlackCursor, momentBefore } from './slack-cursor.ts'

const at = (ordinal: string | null) => [{ ordinal }]

test('the position is that of the newest event, in whichever order they come', () => {
  const cursor = createSlackCursor(null)
  expect(cursor.move(at('1700000000000100'))).toEqual({ position: '1700000000000100' })
  expect(cursor.move(at('1700000005000100'))).toEqual({ position: '1700000005000100' })
  expect(cursor.move(at('1700000003000100'))).toEqual({})
  expect(cursor.move(at(null))).toEqual({})
})

test('it stays while the history is read, and then is that of the newest event', () => {
  const cursor = createSlackCursor('1700000000000100')
  expect(cursor.move(at('1700000009000100'))).toEqual({})
  expect(cursor.move(at('1700000005000100'))).toEqual({})
  expect(cursor.release()).toEqual({ position: '1700000009000100' })
  expect(cursor.move(at('1700000010000100'))).toEqual({ position: '1700000010000100' })
})

test('the history is read from a little earlier, unless that is long ago', () => {
  const hour = new Date(1_700_003_600_000)
  expect(momentBefore('1700000000000100', hour)).toBe('1699999700.000100')
  const week = new Date(1_700_600_000_000)
  expect(momentBefore('1700000000000100', week)).toBe('1700000000.000100')
})
