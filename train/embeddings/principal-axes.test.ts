import { expect, test } from 'vitest'
import { seededRandom } from '../../test/chaos/seeded-random.ts'
import { principalAxes, project } from './principal-axes.ts'

const random = seededRandom(1)
const noise = () => random.next() - 0.5
// Long along (1, 1, 0), less along (1, -1, 0), least along the third axis.
const cloud = Array.from({ length: 500 }, () => {
  const [a, b, c] = [10 * noise(), 3 * noise(), noise()]
  return Float32Array.of(a + b, a - b, c)
})

test('finds the directions of the largest spread, largest first', () => {
  const [first = [], second = [], third = []] = principalAxes(cloud, 3).map((axis) =>
    [...axis].map(Math.abs),
  )
  const half = Math.SQRT1_2
  for (const [i, expected] of [half, half, 0].entries()) {
    expect(first[i]).toBeCloseTo(expected, 1)
    expect(second[i]).toBeCloseTo(expected, 1)
  }
  expect(third[2]).toBeCloseTo(1, 2)
})

test('all axes together keep lengths; the first ones keep most', () => {
  const vector = Float32Array.of(3, 1, 0.5)
  expect(Math.hypot(...project(vector, principalAxes(cloud, 3)))).toBeCloseTo(
    Math.hypot(...vector),
    5,
  )
  expect(project(vector, principalAxes(cloud, 1))).toHaveLength(1)
})
