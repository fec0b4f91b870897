import { signDistances, WORDS_AT_ONCE } from './sign-distances.ts'

/* Vectors of one audience in memory, a byte a number, and how a search finds the nearest of them.
 *
 * A search by meaning must look at every vector of its audience: an approximate index under a scope
 * filter finds 2–69% of the true neighbours. To read 50,000 rows takes either engine 75 ms. Here the
 * signs of all are compared first (sign-distances.ts), under a millisecond; then the bytes of the some
 * hundreds whose signs differ least. What is on a shelf is a guess and grants nothing: whatever is found
 * by it is still read from the database, as far as the asker may see it. */

/** How many the signs choose for each that is wanted, and at least. */
const CHOSEN_FACTOR = 4
const CHOSEN_LEAST = 800
const BITS = 32

/** What was read at one look. */
export type Look = {
  readonly ids: readonly number[]
  /** Their vectors as toSmall makes them, one behind the other. */
  readonly small: Uint8Array
  /** From when on the next look must read, by the database's clock. */
  readonly at: string
}

export type Near = { readonly id: number; readonly similarity: number }

export type Shelf = {
  /** All that was written until then is on it; null if nothing was ever looked at. */
  lookedAt(): string | null
  /** Puts on it what was read; what is there already is replaced. */
  add(look: Look): void
  /** The nearest, best first. */
  nearest(vector: Float32Array, count: number): Near[]
  /** How near one of them is; null if it is not here. */
  similarity(id: number, vector: Float32Array): number | null
  /** How much memory it takes. */
  bytes(): number
}

/** An empty shelf. All vectors on it are of one model, so of one length. */
export function createShelf(): Shelf {
  const places = new Map<number, number>()
  let size = 0
  let ids = new Float64Array(0)
  let numbers = new Int8Array(0)
  let signs = new Int32Array(0)
  let lengths = new Float32Array(0)
  let lookedAt: string | null = null

  const makeRoom = (count: number) => {
    if (count <= ids.length) return
    const room = Math.max(count, 2 * ids.length)
    const [old, oldNumbers, oldSigns, oldLengths] = [ids, numbers, signs, lengths]
    ids = new Float64Array(room)
    numbers = new Int8Array(room * size)
    signs = new Int32Array(room * wordsFor(size))
    lengths = new Float32Array(room)
    ids.set(old)
    numbers.set(oldNumbers)
    signs.set(oldSigns)
    lengths.set(oldLengths)
  }
  const at = (place: number) => numbers.subarray(place * size, (place + 1) * size)
  const near = (place: number, vector: Float32Array, length: number) => {
    const whole = (lengths[place] as number) * length
    return whole === 0 ? 0 : Math.min(1, dotAt(numbers, place * size, vector) / whole)
  }
  return {
    lookedAt: () => lookedAt,
    bytes: () => ids.byteLength + numbers.byteLength + signs.byteLength + lengths.byteLength,
    add: (look) => {
      lookedAt = look.at
      if (look.ids.length === 0) return
      size = look.small.length / look.ids.length
      makeRoom(places.size + look.ids.length)
      for (const [i, id] of look.ids.entries()) {
        const place = places.get(id) ?? places.size
        places.set(id, place)
        ids[place] = id
        const vector = at(place)
        vector.set(look.small.subarray(i * size, (i + 1) * size))
        writeSigns(vector, signs, place * wordsFor(size))
        lengths[place] = Math.sqrt(dot(vector, vector))
      }
    },
    nearest: (vector, count) => {
      const asked = new Int32Array(wordsFor(size))
      writeSigns(vector, asked, 0)
      const distances = signDistances(asked, signs, places.size)
      const cut = cutFor(distances, Math.max(CHOSEN_LEAST, count * CHOSEN_FACTOR), size)
      const length = Math.sqrt(dot(vector, vector))
      const chosen = placesWithin(distances, cut)
      const similarities = Float64Array.from(chosen, (place) => near(place, vector, length))
      // Objects only for those that will be wanted: there are ten times as many.
      const least = similarities.toSorted().at(-count) ?? -Infinity
      const found: Near[] = []
      for (const [i, similarity] of similarities.entries()) {
        if (similarity >= least) found.push({ id: ids[chosen[i] as number] as number, similarity })
      }
      return found.toSorted((a, b) => b.similarity - a.similarity || b.id - a.id).slice(0, count)
    },
    similarity: (id, vector) => {
      const place = places.get(id)
      return place === undefined ? null : near(place, vector, Math.sqrt(dot(vector, vector)))
    },
  }
}

/** A vector, a byte a number: what it is alike to changes by less than a hundredth. */
export function toSmall(vector: Float32Array): Int8Array {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return Int8Array.from(vector, (value) =>
    largest === 0 ? 0 : Math.round((value / largest) * 127),
  )
}

/** What is left of the last step stays zero on both sides, and differs in nothing. */
function wordsFor(size: number): number {
  return WORDS_AT_ONCE * Math.ceil(size / (BITS * WORDS_AT_ONCE))
}

type Numbers = Int8Array | Float32Array

function dot(a: Numbers, b: Numbers): number {
  let sum = 0
  for (let i = 0; i < a.length; i += 1) sum += (a[i] as number) * (b[i] as number)
  return sum
}

/** The same of a vector that begins there, without an object for it; four sums, so that none waits for another. */
function dotAt(numbers: Int8Array, at: number, vector: Float32Array): number {
  const whole = vector.length & ~3
  let [a, b, c, d] = [0, 0, 0, 0]
  for (let i = 0; i < whole; i += 4) {
    a += (numbers[at + i] as number) * (vector[i] as number)
    b += (numbers[at + i + 1] as number) * (vector[i + 1] as number)
    c += (numbers[at + i + 2] as number) * (vector[i + 2] as number)
    d += (numbers[at + i + 3] as number) * (vector[i + 3] as number)
  }
  for (let i = whole; i < vector.length; i += 1) {
    a += (numbers[at + i] as number) * (vector[i] as number)
  }
  return a + b + c + d
}

/** One bit a number: whether it is above zero. */
function writeSigns(vector: Numbers, into: Int32Array, at: number): void {
  for (let word = 0; word < wordsFor(vector.length); word += 1) {
    let bits = 0
    const end = Math.min(vector.length, (word + 1) * BITS)
    for (let i = word * BITS; i < end; i += 1)
      bits = (bits << 1) | Number((vector[i] as number) > 0)
    into[at + word] = bits
  }
}

/** The distance up to which there are enough; all that differ as much come along. */
function cutFor(distances: Uint16Array, count: number, size: number): number {
  const having = new Uint32Array(size + 1)
  for (let i = 0; i < distances.length; i += 1) {
    const distance = distances[i] as number
    having[distance] = (having[distance] as number) + 1
  }
  let sum = 0
  return having.findIndex((n) => {
    sum += n
    return sum >= Math.min(count, distances.length)
  })
}

function placesWithin(distances: Uint16Array, cut: number): number[] {
  const places: number[] = []
  for (let place = 0; place < distances.length; place += 1) {
    if ((distances[place] as number) <= cut) places.push(place)
  }
  return places
}
