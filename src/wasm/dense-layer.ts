import {
  ADD,
  assemble,
  constant,
  END,
  get,
  IS_LESS,
  instantiate,
  LOOP,
  load16,
  PAGE_BYTES,
  REPEAT_IF,
  SUBTRACT,
  set,
  simd,
  tee,
} from './assemble.ts'

/* A layer of a net for many rows at once: out = bias + row · weights, for each row, rectified or not.
 *
 * Weights are stored as [input][output], and 16 outputs are summed at a time: each input is multiplied with 16
 * adjacent weights, four in one instruction. `plainMachine` does the same, in the same order and with the same
 * rounding. */

/** Where a layer reads and writes, as indexes of 32-bit floats in its memory. */
type Layer = {
  /** The first row, and the distance to the next one. */
  readonly rows: number
  readonly stride: number
  readonly inputs: number
  readonly weights: number
  /** A multiple of 16. */
  readonly outputs: number
  readonly bias: number
  readonly out: number
  /** Outputs below zero become zero (ReLU). */
  readonly isRectified: boolean
}

export type LayerMachine = {
  readonly memory: Float32Array
  /** Creates the function that computes a layer for `count` rows, at least one. */
  readonly createLayer: (layer: Layer) => (count: number) => void
}

/** Without SIMD, number by number. */
export function plainMachine(size: number): LayerMachine {
  const memory = new Float32Array(size)
  const at = (index: number) => memory[index] as number
  return {
    memory,
    createLayer:
      ({ rows, stride, inputs, weights, outputs, bias, out, isRectified }) =>
      (count) => {
        for (let row = 0; row < count; row += 1) {
          for (let o = 0; o < outputs; o += 1) {
            let sum = at(bias + o)
            for (let i = 0; i < inputs; i += 1) {
              const product = at(rows + row * stride + i) * at(weights + i * outputs + o)
              sum = Math.fround(sum + Math.fround(product))
            }
            memory[out + row * outputs + o] = isRectified && sum < 0 ? 0 : sum
          }
        }
      },
  }
}

// The program's parameters (addresses and sizes in bytes), and its locals.
const [ROW, STRIDE, COUNT, INPUTS, WEIGHTS, OUTPUTS, BIAS, OUT, FLOOR] = [0, 1, 2, 3, 4, 5, 6, 7, 8]
const [BLOCK, INPUT, WEIGHT] = [9, 10, 11]
const SUMS = [12, 13, 14, 15] as const
const VALUE = 16

/** FLOOR is the bits of a float: no output is less. */
const [ZERO, MINUS_INFINITY] = [0, 0xff800000 | 0]

const loadAsFour = simd(9, 0, 0)
const store16 = (offset: number) => simd(11, 0, offset)
const [ADD_FLOATS, MULTIPLY_FLOATS, LARGER_FLOATS] = [simd(228), simd(230), simd(235)]
const floor = [get(FLOOR), simd(17)]

const PROGRAM = [
  // For each row, and each 16 outputs of it: SUMS = BIAS …
  [LOOP, constant(0), set(BLOCK)],
  [LOOP, get(WEIGHTS), get(BLOCK), ADD, set(WEIGHT), constant(0), set(INPUT)],
  ...SUMS.map((sum, i) => [get(BIAS), get(BLOCK), ADD, load16(16 * i), set(sum)]),
  // … and for each input: SUMS += ROW[INPUT] * WEIGHTS[INPUT]
  [LOOP, get(ROW), get(INPUT), ADD, loadAsFour, set(VALUE)],
  ...SUMS.map((sum, i) => [
    ...[get(WEIGHT), load16(16 * i), get(VALUE), MULTIPLY_FLOATS],
    ...[get(sum), ADD_FLOATS, set(sum)],
  ]),
  [get(WEIGHT), get(OUTPUTS), ADD, set(WEIGHT)],
  [get(INPUT), constant(4), ADD, tee(INPUT), get(INPUTS), IS_LESS, REPEAT_IF, END],
  // OUT = the larger of SUMS and FLOOR, and on to the next 16 outputs
  ...SUMS.map((sum, i) => [
    ...[get(OUT), get(BLOCK), ADD, get(sum), ...floor, LARGER_FLOATS],
    store16(16 * i),
  ]),
  [get(BLOCK), constant(64), ADD, tee(BLOCK), get(OUTPUTS), IS_LESS, REPEAT_IF, END],
  // On to the next row, as long as there are any.
  [get(OUT), get(OUTPUTS), ADD, set(OUT), get(ROW), get(STRIDE), ADD, set(ROW)],
  [get(COUNT), constant(1), SUBTRACT, tee(COUNT), REPEAT_IF, END],
].flat()

const program = { parameters: 9, integers: 3, simdLocals: 5, instructions: PROGRAM }

/** A machine for layers with a memory of `size` floats; four numbers at once where the processor can. */
export function createLayerMachine(size: number): LayerMachine {
  const instance = instantiate(assemble(program, Math.ceil((4 * size) / PAGE_BYTES)))
  if (instance === null) return plainMachine(size)
  const { memory, run } = instance
  return {
    memory: new Float32Array(memory.buffer),
    createLayer: (layer) => {
      const [rows, stride, inputs] = [4 * layer.rows, 4 * layer.stride, 4 * layer.inputs]
      const [weights, outputs, bias, out] = [
        4 * layer.weights,
        4 * layer.outputs,
        4 * layer.bias,
        4 * layer.out,
      ]
      const least = layer.isRectified ? ZERO : MINUS_INFINITY
      return (count) => run(rows, stride, count, inputs, weights, outputs, bias, out, least)
    },
  }
}
