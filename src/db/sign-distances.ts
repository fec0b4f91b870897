/* In how many signs each of many vectors differs from one: a search by vectors asks it of every vector there is.
 *
 * JavaScript can neither count the bits of a word nor take more than 32 at once: 85,000 vectors of 256 signs take
 * it 3 to 4 ms, a tenth of a question (bench/assembly). WebAssembly does both, 16 bytes at once, in 0.6 ms. The
 * program is short enough to be written out below, a step a line; `plainDistances` says the same in TypeScript,
 * for processors without such instructions. */

/** In how many bits each of `count` vectors, one behind the other, differs from the one asked. */
export type Distances = (asked: Int32Array, signs: Int32Array, count: number) => Uint16Array

/** Words of one vector's signs must be a multiple of this. */
export const WORDS_AT_ONCE = 4

/** Word by word. */
export const plainDistances: Distances = (asked, signs, count) => {
  const distances = new Uint16Array(count)
  for (let place = 0, at = 0; place < count; place += 1) {
    let distance = 0
    for (let i = 0; i < asked.length; i += 1, at += 1) {
      distance += bitsIn((signs[at] as number) ^ (asked[i] as number))
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

// What the program is given (addresses and sizes in bytes), and what it keeps for itself.
const [ASKED, SIGNS, COUNT, WIDTH, OUT, AT, SUM] = [0, 1, 2, 3, 4, 5, 6]

const get = (variable: number) => [0x20, variable]
const set = (variable: number) => [0x21, variable]
const keep = (variable: number) => [0x22, variable]
const number = (value: number) => [0x41, value]
const [ADD, SUBTRACT, IS_LESS, STORE_16_BITS] = [[0x6a], [0x6b], [0x49], [0x3b, 1, 0]]
const [REPEAT, AGAIN_IF, END] = [[0x03, 0x40], [0x0d, 0], [0x0b]]
// Of 16 bytes at once.
const [LOAD, ZERO, LANE] = [
  [0xfd, 0, 0, 0],
  [0xfd, 12, ...new Array(16).fill(0)],
  [0xfd, 27],
]
const [XOR, COUNT_BITS, PAIR_BYTES] = [
  [0xfd, 81],
  [0xfd, 98],
  [0xfd, 125],
]
const [PAIR_SHORTS, ADD_SHORTS] = [
  [0xfd, 127],
  [0xfd, 142, 1],
]
const lane = (i: number) => [...get(SUM), ...LANE, i]

const PROGRAM = [
  // For each vector …
  [REPEAT, ZERO, set(SUM), number(0), set(AT)],
  // … and each 16 bytes of it: SUM += bits of (ASKED[AT] xor SIGNS[AT]), in eight lanes
  [REPEAT, get(ASKED), get(AT), ADD, LOAD, get(SIGNS), get(AT), ADD, LOAD],
  [XOR, COUNT_BITS, PAIR_BYTES, get(SUM), ADD_SHORTS, set(SUM)],
  [get(AT), number(16), ADD, keep(AT), get(WIDTH), IS_LESS, AGAIN_IF, END],
  // OUT = all lanes of SUM
  [get(SUM), PAIR_SHORTS, set(SUM), get(OUT)],
  [lane(0), lane(1), ADD, lane(2), ADD, lane(3), ADD, STORE_16_BITS],
  // On to the next vector, as long as there are any.
  [get(SIGNS), get(WIDTH), ADD, set(SIGNS), get(OUT), number(2), ADD, set(OUT)],
  [get(COUNT), number(1), SUBTRACT, keep(COUNT), AGAIN_IF, END, END],
].flat(2)

const [INTEGER, BYTES_16] = [0x7f, 0x7b]
const PAGE_BYTES = 65_536
/** Vectors pass through a memory of three pages, one page at a time: the one asked, some of them, their distances. */
const [ASKED_AT, SIGNS_AT, OUT_AT] = [0, PAGE_BYTES, 2 * PAGE_BYTES]
const PAGES = 3

const MODULE = Uint8Array.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, [1, 0x60, 5, INTEGER, INTEGER, INTEGER, INTEGER, INTEGER, 0]),
  ...section(3, [1, 0]),
  ...section(5, [1, 0, PAGES]),
  ...section(7, [2, ...exported('memory', 2), ...exported('run', 0)]),
  ...section(10, [1, ...sized([2, 1, INTEGER, 1, BYTES_16, ...PROGRAM])]),
])

function section(id: number, content: readonly number[]): number[] {
  return [id, ...sized(content)]
}

/** Two bytes for the length: none here is longer than 16,383. */
function sized(content: readonly number[]): number[] {
  return [(content.length & 0x7f) | 0x80, content.length >> 7, ...content]
}

function exported(name: string, kind: number): number[] {
  return [name.length, ...Buffer.from(name), kind, 0]
}

type Program = {
  readonly memory: { readonly buffer: ArrayBuffer }
  run(asked: number, signs: number, count: number, width: number, out: number): void
}

/** As much of it as is used here; TypeScript knows it as a part of browsers alone. */
declare const WebAssembly: {
  validate(module: Uint8Array): boolean
  readonly Module: new (module: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: unknown }
}

function wideDistances(): Distances {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(MODULE))
  const { memory, run } = exports as Program
  const words = new Int32Array(memory.buffer)
  const out = new Uint16Array(memory.buffer, OUT_AT)
  return (asked, signs, count) => {
    const width = asked.byteLength
    const atOnce = Math.floor(PAGE_BYTES / width)
    const distances = new Uint16Array(count)
    words.set(asked, ASKED_AT / 4)
    for (let done = 0; done < count; done += atOnce) {
      const some = Math.min(atOnce, count - done)
      words.set(signs.subarray(done * asked.length, (done + some) * asked.length), SIGNS_AT / 4)
      run(ASKED_AT, SIGNS_AT, some, width, OUT_AT)
      distances.set(out.subarray(0, some), done)
    }
    return distances
  }
}

/** 16 bytes at once where the processor can. */
export const signDistances: Distances = WebAssembly.validate(MODULE)
  ? wideDistances()
  : plainDistances
