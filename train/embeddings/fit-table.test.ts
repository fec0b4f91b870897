import { expect, test } from 'vitest'
import { fitTable, type Lesson } from './fit-table.ts'

const EAST = Float32Array.of(1, 0)
const NORTH = Float32Array.of(0, 1)
const lesson = (target: Float32Array, ...pieces: number[]): Lesson => ({ pieces, target })
const rowOf = (table: Float32Array, row: number) => [...table.slice(2 * row, 2 * row + 2)]

// Piece 0 is in every sentence and says nothing; 1 means east, 2 means north; 3 was never heard.
const FIRST = Float32Array.of(1, 1, 0.5, 0.5, 0.5, 0.5, 0.3, 0.7)
const LESSONS = [lesson(EAST, 0, 1), lesson(NORTH, 0, 2), lesson(EAST, 1), lesson(NORTH, 2)]

function fitted(pull: number): { table: Float32Array; cosines: number[] } {
  const table = FIRST.slice()
  const cosines: number[] = []
  fitTable(table, LESSONS, { rounds: 200, rate: 0.05, pull }, (_, cosine) => cosines.push(cosine))
  return { table, cosines }
}

test('a sum comes to point where its sentence does, and what is in all of them shrinks', () => {
  const { table, cosines } = fitted(0)
  expect(cosines.at(-1)).toBeGreaterThan(0.98)
  expect(cosines.at(-1)).toBeGreaterThan(cosines[0] ?? 1)
  expect(Math.hypot(...rowOf(table, 0))).toBeLessThan(Math.hypot(1, 1) / 2)
})

test('a piece that is in no sentence stays, and a strong pull holds them all', () => {
  expect(rowOf(fitted(0).table, 3)).toEqual(rowOf(FIRST, 3))
  for (const [i, value] of fitted(1_000).table.entries())
    expect(value).toBeCloseTo(FIRST[i] ?? 0, 1)
})

test('the same lessons give the same table', () => {
  expect(fitted(1).table).toEqual(fitted(1).table)
})
