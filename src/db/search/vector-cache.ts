import { dotProducts } from '../../wasm/dot-products.ts'
import { LARGEST, lengthOf, oneOver, widthFor } from '../../wasm/small-vectors.ts'

/* Vectors of one audience in memory, a byte a number, and how a search finds the nearest of them.
 *
 * A search by meaning must look at every vector of its audience: an approximate index under a scope
 * filter finds 2–69% of the true neighbours. To read 50,000 rows takes either engine 75 ms. Here all are
 * compared, in some 2 ms. What is on a shelf is a guess and grants nothing: whatever is found by it is
 * still read from the database, as far as the asker may see it. */

/** What was read at one look. */
export type CacheUpdate = {
  readonly ids: readonly number[]
  /** Their vectors as toSmall makes them, one behind the other. */
  readonly small: Uint8Array
  /** From when on the next look must read, by the database's clock. */
  readonly at: string
}

export type Near = { readonly id: number; readonly similarity: number }

export type VectorComparison = {
  /** The nearest, best first; of equally near ones the newer. */
  nearest(count: number): Near[]
  /** How near one of them is; null if it is not here. */
  similarity(id: number): number | null
}

export type VectorCache = {
  /** All that was written until then is on it; null if nothing was ever looked at. */
  lookedAt(): string | null
  /** Puts on it what was read; what is there already is replaced. */
  add(look: CacheUpdate): void
  /** How near each vector on it now is to this one. */
  compare(vector: Float32Array): VectorComparison
  /** How much memory it takes. */
  bytes(): number
}

/** An empty shelf. All vectors on it are of one model, so of one length. */
export function createVectorCache(): VectorCache {
  const places = new Map<number, number>()
  let width = 0
  let ids = new Float64Array(0)
  let numbers = new Int8Array(0)
  /** One over each vector's length. */
  let scales = new Float64Array(0)
  let lookedAt: string | null = null

  const makeRoom = (count: number) => {
    if (count <= ids.length) return
    const room = Math.max(count, 2 * ids.length)
    const [old, oldNumbers, oldScales] = [ids, numbers, scales]
    ids = new Float64Array(room)
    numbers = new Int8Array(room * width)
    scales = new Float64Array(room)
    ids.set(old)
    numbers.set(oldNumbers)
    scales.set(oldScales)
  }
  return {
    lookedAt: () => lookedAt,
    bytes: () => ids.byteLength + numbers.byteLength + scales.byteLength,
    add: (look) => {
      lookedAt = look.at
      if (look.ids.length === 0) return
      const size = look.small.length / look.ids.length
      width = widthFor(size)
      makeRoom(places.size + look.ids.length)
      for (const [i, id] of look.ids.entries()) {
        const place = places.get(id) ?? places.size
        places.set(id, place)
        ids[place] = id
        const vector = numbers.subarray(place * width, place * width + size)
        vector.set(look.small.subarray(i * size, (i + 1) * size))
        scales[place] = oneOver(lengthOf(vector))
      }
    },
    compare: (vector) => {
      const asked = toShorts(vector)
      const dots = dotProducts(asked, numbers, places.size)
      const scale = oneOver(lengthOf(asked))
      const similarities = new Float32Array(dots.length)
      for (let place = 0; place < dots.length; place += 1) {
        const similarity = (dots[place] as number) * (scales[place] as number) * scale
        similarities[place] = Math.min(1, similarity)
      }
      return {
        nearest: (count) => nearest(ids, similarities, count),
        similarity: (id) => {
          const place = places.get(id)
          return place === undefined ? null : (similarities[place] ?? null)
        },
      }
    },
  }
}

/**
 * The first `count` of all, without making or sorting an object for each: those that cannot be among
 * them are passed by, and what has been gathered is cut back whenever it is twice as many.
 */
function nearest(ids: Float64Array, similarities: Float32Array, count: number): Near[] {
  let found: Near[] = []
  let last: Near = { id: -Infinity, similarity: -Infinity }
  for (let place = 0; place < similarities.length; place += 1) {
    const similarity = similarities[place] as number
    if (similarity < last.similarity) continue
    const one = { id: ids[place] as number, similarity }
    if (inOrder(last, one) < 0) continue
    found.push(one)
    if (found.length < 2 * count) continue
    found = found.toSorted(inOrder).slice(0, count)
    last = found.at(-1) ?? last
  }
  return found.toSorted(inOrder).slice(0, count)
}

function inOrder(a: Near, b: Near): number {
  return b.similarity - a.similarity || b.id - a.id
}

/** With two bytes a number, or so much less that no product with a small vector is too large for four. */
function toShorts(vector: Float32Array): Int16Array {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const width = widthFor(vector.length)
  const most = Math.min(2 ** 15 - 1, Math.floor((2 ** 31 - 1) / (LARGEST * width)))
  const shorts = new Int16Array(width)
  if (largest > 0) shorts.set(Array.from(vector, (value) => Math.round((value / largest) * most)))
  return shorts
}
