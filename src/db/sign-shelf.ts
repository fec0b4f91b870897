/* The signs of an audience's vectors, kept in memory: one bit a number, 48 bytes a vector.
 *
 * A search by meaning must look at every vector of its audience: an approximate index under a scope
 * filter finds 2–69% of the true neighbours. Reading 50,000 rows takes either engine 75 ms, comparing
 * 50,000 signs in memory 3 ms. So the signs choose some hundreds here, and the database compares the
 * vectors of those, as far as the asker may see them: what is on a shelf is a guess and grants nothing. */

/** 32 bits a word. */
const WORDS = 12
export const SIGNS = 32 * WORDS

/** What was read at one look: signs are written as noughts and ones, all in one text. */
export type Look = {
  readonly ids: readonly number[]
  readonly signs: string
  /** From when on the next look must read, by the database's clock. */
  readonly at: string
}

export type Shelf = {
  /** All that was written until then is on it; null if nothing was ever looked at. */
  lookedAt(): string | null
  /** Puts on it what was read; what is there already is replaced. */
  add(look: Look): void
  /** The ids of about so many whose signs differ least. */
  nearest(signs: string, count: number): number[]
}

/** An empty shelf. */
export function createShelf(): Shelf {
  const places = new Map<number, number>()
  let ids = new Float64Array(256)
  let words = new Uint32Array(256 * WORDS)
  let lookedAt: string | null = null
  const makeRoom = (count: number) => {
    if (count <= ids.length) return
    const size = Math.max(count, 2 * ids.length)
    const [moreIds, moreWords] = [new Float64Array(size), new Uint32Array(size * WORDS)]
    moreIds.set(ids)
    moreWords.set(words)
    ids = moreIds
    words = moreWords
  }
  return {
    lookedAt: () => lookedAt,
    add: (look) => {
      makeRoom(places.size + look.ids.length)
      for (const [i, id] of look.ids.entries()) {
        const place = places.get(id) ?? places.size
        places.set(id, place)
        ids[place] = id
        writeWords(look.signs, i * SIGNS, words, place * WORDS)
      }
      lookedAt = look.at
    },
    nearest: (signs, count) => {
      const asked = new Uint32Array(WORDS)
      writeWords(signs, 0, asked, 0)
      const distances = distancesTo(asked, words, places.size)
      const cut = cutFor(distances, count)
      const near: number[] = []
      for (const [place, distance] of distances.entries()) {
        if (distance <= cut) near.push(ids[place] as number)
      }
      return near
    },
  }
}

function writeWords(signs: string, from: number, into: Uint32Array, at: number): void {
  for (let i = 0; i < WORDS; i += 1) {
    const start = from + 32 * i
    into[at + i] = Number.parseInt(signs.slice(start, start + 32), 2)
  }
}

/** In how many signs each differs. */
function distancesTo(asked: Uint32Array, words: Uint32Array, count: number): Uint16Array {
  const distances = new Uint16Array(count)
  for (let place = 0, at = 0; place < count; place += 1) {
    let distance = 0
    for (let i = 0; i < WORDS; i += 1, at += 1) {
      distance += bitsIn((words[at] as number) ^ (asked[i] as number))
    }
    distances[place] = distance
  }
  return distances
}

/** How many bits of 32 are set: pairs, fours, bytes are added up side by side. */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** The distance up to which there are enough; all that differ as much come along. */
function cutFor(distances: Uint16Array, count: number): number {
  const having = new Uint32Array(SIGNS + 1)
  for (const distance of distances) having[distance] = (having[distance] as number) + 1
  let sum = 0
  return having.findIndex((n) => {
    sum += n
    return sum >= Math.min(count, distances.length)
  })
}
