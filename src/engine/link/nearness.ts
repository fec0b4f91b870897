import type { Reading, TextVectors } from './read-text.ts'

/** How many messages back a message may continue. */
export const WINDOW = 100

/** How near the vector of each earlier message is to the target's; 0 for those beyond the window. */
export type Nearness = {
  readonly cosines: Float32Array
  /** The same in standard deviations from the mean of all of them. */
  readonly deviations: Float32Array
}

/** Keeps a chat of few messages, or of all the same ones, from large deviations. */
const MIN_DEVIATION = 0.05

/** Compares the target's vector of one part with that of each earlier message. */
export function nearnessOf(
  target: { readonly reading: Reading },
  earlier: readonly { readonly reading: Reading }[],
  part: keyof TextVectors,
): Nearness {
  const cosines = new Float32Array(earlier.length)
  const deviations = new Float32Array(earlier.length)
  const vector = target.reading.vectors[part]
  if (vector === null) return { cosines, deviations }
  const first = Math.max(0, earlier.length - WINDOW)
  let [count, sum, squares] = [0, 0, 0]
  for (let i = first; i < earlier.length; i += 1) {
    const other = earlier[i]?.reading.vectors[part] ?? null
    if (other === null) continue
    const cosine = dot(vector, other)
    cosines[i] = cosine
    count += 1
    sum += cosine
    squares += cosine * cosine
  }
  const mean = sum / Math.max(1, count)
  const deviation = Math.sqrt(Math.max(0, squares / Math.max(1, count) - mean * mean))
  for (let i = first; i < earlier.length; i += 1) {
    if (earlier[i]?.reading.vectors[part] === null) continue
    deviations[i] = ((cosines[i] as number) - mean) / (deviation + MIN_DEVIATION)
  }
  return { cosines, deviations }
}

/** By fours: half the time of one by one; vectors are a multiple of four long. */
function dot(a: Float32Array, b: Float32Array): number {
  let [w, x, y, z] = [0, 0, 0, 0]
  for (let i = 0; i < a.length; i += 4) {
    w += (a[i] as number) * (b[i] as number)
    x += (a[i + 1] as number) * (b[i + 1] as number)
    y += (a[i + 2] as number) * (b[i + 2] as number)
    z += (a[i + 3] as number) * (b[i + 3] as number)
  }
  return w + x + y + z
}

/** Messages before now among which the nearest is looked for. */
const RECENT = 12

/** How much nearer a message is than the nearest other one of the last dozen. */
export function againstBest(cosines: Float32Array, at: number): number {
  let best = 0
  for (let i = Math.max(0, cosines.length - RECENT); i < cosines.length; i += 1) {
    if (i !== at) best = Math.max(best, cosines[i] as number)
  }
  return (cosines[at] as number) - best
}

/** Of the messages before and after the candidate, the nearest most. */
export function around(deviations: Float32Array, at: number): number {
  const get = (i: number) => deviations[i] ?? 0
  return (
    0.5 * (get(at - 1) + get(at + 1)) +
    0.25 * (get(at - 2) + get(at + 2)) +
    0.125 * (get(at - 3) + get(at + 3))
  )
}
