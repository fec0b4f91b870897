import { LARGEST_VALUE } from '../../src/models/static/table.ts'

/** Of the scale at which the largest number of a row just fits; smaller ones cut it off and round the others better. */
const SCALES = [1, 0.9, 0.8, 0.7, 0.6, 0.5]

/** A table's rows in four bits a number, behind the scale of each: the layout src/models/static reads. */
export function quantise(table: Float32Array, dimensions: number): Uint8Array {
  const rows = table.length / dimensions
  const scales = new Float32Array(rows)
  const values = new Uint8Array(table.length / 2)
  for (let row = 0; row < rows; row++) {
    const vector = table.subarray(row * dimensions, (row + 1) * dimensions)
    const scale = scaleOf(vector)
    scales[row] = scale
    for (let i = 0; i < dimensions; i += 2) {
      const [low, high] = [round(vector[i] as number, scale), round(vector[i + 1] as number, scale)]
      values[(row * dimensions + i) / 2] = (low + 8) | ((high + 8) << 4)
    }
  }
  return Buffer.concat([Buffer.from(scales.buffer), Buffer.from(values.buffer)])
}

/** The scale by which the row loses least. */
function scaleOf(vector: Float32Array): number {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const lossOf = (scale: number) =>
    vector.reduce((sum, value) => sum + (value - scale * round(value, scale)) ** 2, 0)
  return SCALES.map((share) => {
    const scale = Math.fround((share * largest) / LARGEST_VALUE)
    return { scale, loss: lossOf(scale) }
  }).reduce((best, one) => (one.loss < best.loss ? one : best)).scale
}

function round(value: number, scale: number): number {
  if (scale === 0) return 0
  return Math.max(-LARGEST_VALUE, Math.min(LARGEST_VALUE, Math.round(value / scale)))
}
