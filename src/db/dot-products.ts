/* The dot product of one vector with each of many: a search by vectors asks it of every vector there is.
 *
 * JavaScript multiplies one number at a time: 85,000 vectors of 256 bytes take it 45 ms. WebAssembly takes 16 at
 * once, and 2.5 ms; bench/assembly prints the search that is made of it. The program is short enough to be written out below, a step a line;
 * `plainDots` says the same in TypeScript, for processors without such instructions. */

/** The products with `count` vectors, one behind the other, each as long as the one asked. */
export type Dots = (asked: Int16Array, vectors: Int8Array, count: number) => Int32Array

/** A vector's length must be a multiple of this. */
export const NUMBERS_AT_ONCE = 16

/** Number by number. */
export const plainDots: Dots = (asked, vectors, count) => {
  const dots = new Int32Array(count)
  for (let place = 0, at = 0; place < count; place += 1) {
    let dot = 0
    for (let i = 0; i < asked.length; i += 1, at += 1) {
      dot += (vectors[at] as number) * (asked[i] as number)
    }
    dots[place] = dot
  }
  return dots
}

// What the program is given (addresses and sizes in bytes), and what it keeps for itself.
const [ASKED, VECTORS, COUNT, WIDTH, OUT, AT, SUM, SUM_TOO] = [0, 1, 2, 3, 4, 5, 6, 7]

const get = (variable: number) => [0x20, variable]
const set = (variable: number) => [0x21, variable]
const keep = (variable: number) => [0x22, variable]
const number = (value: number) => [0x41, value]
const [ADD, SUBTRACT, IS_LESS, STORE] = [[0x6a], [0x6b], [0x49], [0x36, 2, 0]]
const [REPEAT, AGAIN_IF, END] = [[0x03, 0x40], [0x0d, 0], [0x0b]]
// Of 16 bytes at once: eight numbers of two bytes, or four of four; loaded from so many bytes further on.
const loadShorts = (further: number) => [0xfd, 0, 0, further]
const loadBytesAsShorts = (further: number) => [0xfd, 1, 0, further]
const ZERO = [0xfd, 12, ...new Array(16).fill(0)]
const [MULTIPLY_AND_ADD_PAIRS, ADD_FOURS] = [
  [0xfd, 186, 1],
  [0xfd, 174, 1],
]
const lane = (i: number) => [...get(SUM), 0xfd, 27, i]
const askedAt = [...get(ASKED), ...get(AT), ...ADD, ...get(AT), ...ADD]
const vectorAt = [...get(VECTORS), ...get(AT), ...ADD]

const PROGRAM = [
  // For each vector …
  [REPEAT, ZERO, set(SUM), ZERO, set(SUM_TOO), number(0), set(AT)],
  // … and each 16 numbers of it: SUM += VECTORS[AT] * ASKED[AT], in four lanes; two sums, so that none waits for the other
  [REPEAT, vectorAt, loadBytesAsShorts(0), askedAt, loadShorts(0)],
  [MULTIPLY_AND_ADD_PAIRS, get(SUM), ADD_FOURS, set(SUM)],
  [vectorAt, loadBytesAsShorts(8), askedAt, loadShorts(16)],
  [MULTIPLY_AND_ADD_PAIRS, get(SUM_TOO), ADD_FOURS, set(SUM_TOO)],
  [get(AT), number(16), ADD, keep(AT), get(WIDTH), IS_LESS, AGAIN_IF, END],
  // OUT = all lanes of both
  [get(SUM), get(SUM_TOO), ADD_FOURS, set(SUM), get(OUT)],
  [lane(0), lane(1), ADD, lane(2), ADD, lane(3), ADD, STORE],
  // On to the next vector, as long as there are any.
  [get(VECTORS), get(WIDTH), ADD, set(VECTORS), get(OUT), number(4), ADD, set(OUT)],
  [get(COUNT), number(1), SUBTRACT, keep(COUNT), AGAIN_IF, END, END],
].flat(2)

const [INTEGER, BYTES_16] = [0x7f, 0x7b]
const PAGE_BYTES = 65_536
/** Vectors pass through a memory of three pages, one page at a time: the one asked, some of them, their products. */
const [ASKED_AT, VECTORS_AT, OUT_AT] = [0, PAGE_BYTES, 2 * PAGE_BYTES]
const PAGES = 3

const MODULE = Uint8Array.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, [1, 0x60, 5, INTEGER, INTEGER, INTEGER, INTEGER, INTEGER, 0]),
  ...section(3, [1, 0]),
  ...section(5, [1, 0, PAGES]),
  ...section(7, [2, ...exported('memory', 2), ...exported('run', 0)]),
  ...section(10, [1, ...sized([2, 1, INTEGER, 2, BYTES_16, ...PROGRAM])]),
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
  run(asked: number, vectors: number, count: number, width: number, out: number): void
}

/** As much of it as is used here; TypeScript knows it as a part of browsers alone. */
declare const WebAssembly: {
  validate(module: Uint8Array): boolean
  readonly Module: new (module: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: unknown }
}

function wideDots(): Dots {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(MODULE))
  const { memory, run } = exports as Program
  const askedThere = new Int16Array(memory.buffer, ASKED_AT)
  const vectorsThere = new Int8Array(memory.buffer, VECTORS_AT)
  const out = new Int32Array(memory.buffer, OUT_AT)
  return (asked, vectors, count) => {
    const width = asked.length
    const atOnce = Math.floor(PAGE_BYTES / width)
    const dots = new Int32Array(count)
    askedThere.set(asked)
    for (let done = 0; done < count; done += atOnce) {
      const some = Math.min(atOnce, count - done)
      vectorsThere.set(vectors.subarray(done * width, (done + some) * width))
      run(ASKED_AT, VECTORS_AT, some, width, OUT_AT)
      dots.set(out.subarray(0, some), done)
    }
    return dots
  }
}

/** 16 numbers at once where the processor can. */
export const dotProducts: Dots = WebAssembly.validate(MODULE) ? wideDots() : plainDots
