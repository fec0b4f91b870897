import { expect, test } from 'vitest'
import { seededRandom } from '../../test/chaos/seeded-random.ts'
import { createLayerMachine, type LayerMachine, plainMachine } from './dense-layer.ts'

const SIZE = 40_000

function runLayer(
  machine: LayerMachine,
  count: number,
  inputs: number,
  outputs: number,
  isRectified: boolean,
) {
  const random = seededRandom(count * inputs * outputs)
  const stride = inputs + 3
  const [weights, bias] = [count * stride, count * stride + inputs * outputs]
  const out = bias + outputs
  for (let i = 0; i < out; i += 1) machine.memory[i] = random.chance(0.3) ? 0 : random.next() - 0.5
  machine.createLayer({ rows: 0, stride, inputs, weights, outputs, bias, out, isRectified })(count)
  return machine.memory.slice(0, out + count * outputs)
}

test.each([
  ['one row, one input', 1, 1, 16, false],
  ['the first layer of a draft', 101, 125, 64, true],
  ['the second', 101, 64, 32, false],
  ['an odd number of inputs', 7, 13, 48, true],
])(
  'a layer computes what the plain way does, to the last bit: %s',
  (_, count, inputs, outputs, isRectified) => {
    const wide = runLayer(createLayerMachine(SIZE), count, inputs, outputs, isRectified)
    expect(wide).toEqual(runLayer(plainMachine(SIZE), count, inputs, outputs, isRectified))
    const out = wide.subarray(-count * outputs)
    expect(out.some((value) => value > 0)).toBe(true)
    expect(out.some((value) => value < 0)).toBe(!isRectified)
  },
)
