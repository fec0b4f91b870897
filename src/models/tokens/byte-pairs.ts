import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/* Byte pair encoding of one piece of text, in n log n.
 *
 * The table is gpt-tokenizer's; the merging is ours. The package looks for the best pair by scanning
 * the whole piece after every merge: one message of 50,000 emoji (a single piece) took 25 s, and
 * 20,000 family emoji overflowed its stack. Here the pairs wait in a heap, lowest rank first and
 * leftmost among equals, which is the order the encoding prescribes; the result is the same.
 *
 *     l o w e r      pairs (rank): lo 3 · ow 7 · we - · er 5
 *     lo w e r       merging "lo" re-ranks its two neighbours only: low 9 · er 5
 *     lo w er        …
 *     low er         no pair left in the table: two tokens
 */

/** Bytes as a string of char codes 0–255. */
type ByteString = string

const NO_PAIR = -1
/** Heap keys are rank × 2^26 + position: one number to compare, and positions up to 64 MB. */
const POSITIONS = 2 ** 26

/** Nearly four times the number of tokens: a look-up ends after a step or two. */
const SLOTS = 2 ** 19

type RankTable = {
  /** The rank of the bytes from `start` to `end`, if they are a token. */
  rankOf(bytes: ByteString, start: number, end: number): number
}

let table: RankTable | null = null

/** Built at the first count: it takes a tenth of a second, which would delay the start. */
function rankTable(): RankTable {
  table ??= createRankTable(readTokens())
  return table
}

/** A line a token, by rank: its bytes in base64, a blank, its rank. A module of it would load at every start. */
function readTokens(): ByteString[] {
  const path = createRequire(import.meta.url).resolve('#o200k-table')
  const text = readFileSync(path, 'latin1')
  const bytes = Buffer.alloc(LONGEST_TOKEN)
  const tokens: ByteString[] = []
  for (let start = 0; start < text.length; ) {
    const blank = text.indexOf(' ', start)
    tokens.push(bytes.toString('latin1', 0, bytes.write(text.slice(start, blank), 'base64')))
    start = text.indexOf('\n', blank) + 1 || text.length
  }
  return tokens
}

/**
 * Tokens by a hash of their bytes. A Map would need each pair as a string of its own, and slicing and hashing it
 * takes twice as long as everything else.
 */
function createRankTable(tokens: readonly ByteString[]): RankTable {
  // Two numbers a slot: the rank of its token, plus one, and the token's hash.
  const slots = new Int32Array(2 * SLOTS)
  const slotFor = (hash: number) => 2 * (hash & (SLOTS - 1))
  for (const [rank, token] of tokens.entries()) {
    const hash = hashOf(token, 0, token.length, 0)
    let slot = slotFor(hash)
    while (at(slots, slot) !== 0) slot = (slot + 2) % slots.length
    slots[slot] = rank + 1
    slots[slot + 1] = hash
  }
  return {
    rankOf: (bytes, start, end) => {
      const hash = hashOf(bytes, start, end, 0)
      for (let slot = slotFor(hash); at(slots, slot) !== 0; slot = (slot + 2) % slots.length) {
        const rank = at(slots, slot) - 1
        if (at(slots, slot + 1) === hash && isAt(tokens[rank] ?? '', bytes, start, end)) return rank
      }
      return NO_PAIR
    },
  }
}

/** A hash of a part of a text, without slicing it. */
export function hashOf(text: string, start: number, end: number, seed: number): number {
  let hash = seed
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x9e37_79b1)
  return hash ^ (hash >>> 15)
}

/** Whether the text holds this word from `start` to `end`. */
export function isAt(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false
  for (let i = 0; i < word.length; i++) {
    if (word.charCodeAt(i) !== text.charCodeAt(start + i)) return false
  }
  return true
}

/** The longest token in the table; so a text of n tokens has at most n times this many characters. */
export const LONGEST_TOKEN = 128

/** The text's UTF-8 bytes as a string. Plain ASCII, the common case, is its own byte string. */
export function toBytes(text: string): ByteString {
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) > 127) return Buffer.from(text, 'utf8').toString('latin1')
  }
  return text
}

/** Byte lengths of the tokens of one piece, in order. */
export function tokenLengths(piece: ByteString): number[] {
  const { rankOf } = rankTable()
  const size = piece.length
  if (rankOf(piece, 0, size) !== NO_PAIR) return [size]
  const ends = new Int32Array(size)
  const previous = new Int32Array(size)
  const pairRanks = new Int32Array(size)
  const heap: number[] = []

  const weigh = (start: number) => {
    const middle = at(ends, start)
    const rank = middle < size ? rankOf(piece, start, at(ends, middle)) : NO_PAIR
    pairRanks[start] = rank
    if (rank !== NO_PAIR) push(heap, rank * POSITIONS + start)
  }
  for (let i = 0; i < size; i++) {
    ends[i] = i + 1
    previous[i] = i - 1
  }
  for (let i = 0; i < size; i++) weigh(i)

  for (let key = pop(heap); key !== undefined; key = pop(heap)) {
    const start = key % POSITIONS
    if (at(pairRanks, start) !== Math.floor(key / POSITIONS)) continue // its pair is gone
    const middle = at(ends, start)
    const end = at(ends, middle)
    ends[start] = end
    pairRanks[middle] = NO_PAIR
    if (end < size) previous[end] = start
    weigh(start)
    if (start > 0) weigh(at(previous, start))
  }

  const lengths: number[] = []
  for (let i = 0; i < size; i = at(ends, i)) lengths.push(at(ends, i) - i)
  return lengths
}

/** Every index here is below the array's length; the fallback is for the compiler. */
function at(array: Int32Array | readonly number[], index: number): number {
  return array[index] ?? 0
}

function push(heap: number[], key: number): void {
  let child = heap.push(key) - 1
  while (child > 0) {
    const parent = (child - 1) >> 1
    if (at(heap, parent) <= key) break
    heap[child] = at(heap, parent)
    child = parent
  }
  heap[child] = key
}

function pop(heap: number[]): number | undefined {
  const top = heap[0]
  const key = heap.pop()
  if (key === undefined || heap.length === 0) return top
  let parent = 0
  for (;;) {
    let child = 2 * parent + 1
    if (child + 1 < heap.length && at(heap, child + 1) < at(heap, child)) child++
    if (child >= heap.length || at(heap, child) >= key) break
    heap[parent] = at(heap, child)
    parent = child
  }
  heap[parent] = key
  return top
}
