import { dotProducts } from '../../wasm/dot-products.ts'
import { LARGEST, lengthOf, oneOver, widthFor } from '../../wasm/small-vectors.ts'

/* A cache of one audience's vectors in memory, a byte a number, and the search for the nearest of them.
 *
 * Vector search must compare every vector of its audience: an approximate index under a scope filter
 * finds 2–69% of the true neighbours. To read 50,000 rows takes either engine 75 ms. Here all are
 * compared, in some 2 ms. The cache grants no access: every id it returns is still read from the
 * database, within the scope of the asker. */

/** Rows read by one refresh. */
type CacheUpdate = {
  readonly ids: readonly number[]
  /** Their vectors as toSmall makes them, one after the other. */
  readonly small: Uint8Array
  /** The moment from which the next refresh must read, by the database's clock. */
  readonly at: string
}

type Near = { readonly id: number; readonly similarity: number }

type VectorComparison = {
  /** How many vectors were compared. */
  readonly size: number
  /** The nearest, best first; of equally near ones the newer. */
  nearest(count: number): Near[]
  /** The similarity of one of them; null if it is not cached. */
  similarity(id: number): number | null
}

export type VectorCache = {
  /** All rows written until then are cached; null before the first refresh. */
  lookedAt(): string | null
  /** Adds rows; cached ones are replaced. */
  add(look: CacheUpdate): void
  /** Compares each cached vector with this one. */
  compare(vector: Float32Array): VectorComparison
  /** Its size in memory. */
  bytes(): number
}

/** An empty cache. All its vectors are of one model, so of one length. */
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
        size: places.size,
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
 * The first `count` of all, without creating or sorting an object for each: vectors that cannot be among them are
 * skipped, and the result is cut back whenever it is twice as long.
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

/** With two bytes a number, scaled down so far that no product with a small vector overflows four bytes. */
function toShorts(vector: Float32Array): Int16Array {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const width = widthFor(vector.length)
  const most = Math.min(2 ** 15 - 1, Math.floor((2 ** 31 - 1) / (LARGEST * width)))
  const shorts = new Int16Array(width)
  if (largest > 0) shorts.set(Array.from(vector, (value) => Math.round((value / largest) * most)))
  return shorts
}
