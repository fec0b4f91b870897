import { dotProducts } from '../../../wasm/dot-products.ts'
import type { TextReading, TextVectors } from './read-text.ts'
import type { SmallVector } from './small-vector.ts'

/** How many messages back a message may continue. */
export const WINDOW = 100

/** How near the vector of each earlier message is to the target's; 0 for those beyond the window. */
export type WindowSimilarity = {
  readonly cosines: Float32Array
  /** The same in standard deviations from the mean of all of them. */
  readonly deviations: Float32Array
}

/** Keeps a chat of few messages, or of all the same ones, from large deviations. */
const MIN_DEVIATION = 0.05

/** Compares the target's vector of one part with that of each earlier message. */
export function similaritiesOf(
  target: { readonly reading: TextReading },
  earlier: readonly { readonly reading: TextReading }[],
  part: keyof TextVectors,
): WindowSimilarity {
  const cosines = new Float32Array(earlier.length)
  const deviations = new Float32Array(earlier.length)
  const vector = target.reading.vectors[part]
  if (vector === null) return { cosines, deviations }
  const first = Math.max(0, earlier.length - WINDOW)
  const others = earlier.slice(first).map(({ reading }) => reading.vectors[part])
  const dots = dotsWith(vector, others, gathered[part])
  let [count, sum, squares] = [0, 0, 0]
  for (let i = 0; i < others.length; i += 1) {
    const cosine = (dots[i] as number) * vector.scale * (others[i]?.scale ?? 0)
    cosines[first + i] = cosine
    count += others[i] === null ? 0 : 1
    sum += cosine
    squares += cosine * cosine
  }
  const mean = sum / Math.max(1, count)
  const deviation = Math.sqrt(Math.max(0, squares / Math.max(1, count) - mean * mean))
  for (let i = 0; i < others.length; i += 1) {
    if (others[i] === null) continue
    deviations[first + i] = ((cosines[first + i] as number) - mean) / (deviation + MIN_DEVIATION)
  }
  return { cosines, deviations }
}

/** Vectors one behind the other, as they are multiplied, and which ones these are. */
type Gathered = { bytes: Int8Array; width: number; held: readonly (SmallVector | null)[] }

/** Those of the last window: the next one is nearly always the same but for one message. */
const gathered: Readonly<Record<keyof TextVectors, Gathered>> = {
  meaning: { bytes: new Int8Array(0), width: 0, held: [] },
  spelling: { bytes: new Int8Array(0), width: 0, held: [] },
}

/** The product of a vector with each of some others; 0 where there is none. */
function dotsWith(
  { values }: SmallVector,
  others: readonly (SmallVector | null)[],
  last: Gathered,
): Int32Array {
  const width = values.length
  const size = others.length * width
  if (last.bytes.length < size || last.width !== width) {
    Object.assign(last, { bytes: new Int8Array(size), width, held: [] })
  }
  const { bytes, held } = last
  const moved = Math.max(0, held.indexOf(others[0] ?? null))
  if (moved > 0) bytes.copyWithin(0, moved * width)
  for (let i = 0; i < others.length; i += 1) {
    const other = others[i]
    if (other === held[i + moved]) continue
    if (other) bytes.set(other.values, i * width)
    else bytes.fill(0, i * width, (i + 1) * width)
  }
  last.held = others
  return dotProducts(new Int16Array(values), bytes, others.length)
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
