const LARGEST = 127

/** A table's rows in signed bytes, behind the scale of each: the layout src/models/static reads. */
export function quantise(table: Float32Array, dimensions: number): Uint8Array {
  const rows = table.length / dimensions
  const scales = new Float32Array(rows)
  const values = new Int8Array(table.length)
  for (let row = 0; row < rows; row++) {
    const vector = table.subarray(row * dimensions, (row + 1) * dimensions)
    const scale = vector.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0) / LARGEST
    scales[row] = scale
    values.set(
      vector.map((value) => (scale === 0 ? 0 : Math.round(value / scale))),
      row * dimensions,
    )
  }
  return Buffer.concat([Buffer.from(scales.buffer), Buffer.from(values.buffer)])
}
