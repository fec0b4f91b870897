import { expect, test } from 'vitest'
import { type CountedWord, learnPieces } from './learn-pieces.ts'

const word = (text: string, count: number, isUnspaced = false): CountedWord => ({
  word: text,
  isUnspaced,
  count,
})

test('frequent words become one piece, and rare ones have a stem and endings', () => {
  const pieces = learnPieces(
    [
      word('haus', 50),
      word('häuser', 1),
      word('arbeit', 30),
      word('arbeiten', 20),
      word('arbeiter', 20),
    ],
    { size: 100, fewest: 15 },
  )
  expect(pieces).toContain('haus')
  expect(pieces).toContain('arbeit')
  expect(pieces).toContain('arbeiten')
  expect(pieces).not.toContain('häuser')
  for (const letter of ['h', '##ä', '##u', '##r']) expect(pieces).toContain(letter)
})

test('a script without spaces has no marks inside a run', () => {
  const runs = ['我看电影', '电影好看', '这个电影'].map((run) => word(run, 1, true))
  const pieces = learnPieces(runs, { size: 100, fewest: 3 })
  expect(pieces).toContain('电影')
  expect([...pieces].some((piece) => piece.startsWith('##'))).toBe(false)
})

test('no more pieces are learned once there are enough', () => {
  const words = ['one', 'other', 'another', 'mother'].map((text) => word(text, 10))
  const letters = learnPieces(words, { size: 0, fewest: 1 }).size
  expect(learnPieces(words, { size: letters, fewest: 1 }).size).toBe(letters)
  expect(learnPieces(words, { size: letters + 1, fewest: 1 }).size).toBeGreaterThan(letters)
})
