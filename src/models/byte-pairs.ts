import ranks from 'gpt-tokenizer/bpeRanks/o200k_base'

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

/** Bytes as a string of char codes 0–255, so that a run of bytes can be a Map key. */
type ByteString = string

const NO_PAIR = -1
/** Heap keys are rank × 2^26 + position: one number to compare, and positions up to 64 MB. */
const POSITIONS = 2 ** 26

let table: ReadonlyMap<ByteString, number> | null = null

/** Built at the first count: it takes a tenth of a second and some 40 MB, which no start waits for. */
function rankTable(): ReadonlyMap<ByteString, number> {
  table ??= new Map(
    ranks.map((token, rank) => [
      typeof token === 'string' ? toBytes(token) : String.fromCharCode(...token),
      rank,
    ]),
  )
  return table
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
  const rankOf = rankTable()
  if (rankOf.has(piece)) return [piece.length]
  const size = piece.length
  const ends = Int32Array.from({ length: size }, (_, i) => i + 1)
  const previous = Int32Array.from({ length: size }, (_, i) => i - 1)
  const pairRanks = new Int32Array(size).fill(NO_PAIR)
  const heap: number[] = []

  const weigh = (start: number) => {
    const middle = at(ends, start)
    const rank = middle < size ? rankOf.get(piece.slice(start, at(ends, middle))) : undefined
    pairRanks[start] = rank ?? NO_PAIR
    if (rank !== undefined) push(heap, rank * POSITIONS + start)
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
