import {
  ADD,
  assemble,
  constant,
  END,
  get,
  type Instance,
  IS_LESS,
  instantiate,
  LOOP,
  load16,
  PAGE_BYTES,
  REPEAT_IF,
  STORE,
  SUBTRACT,
  set,
  simd,
  tee,
} from './assemble.ts'

/* The dot product of one vector with each of many: a vector search computes it for every vector there is.
 *
 * JavaScript multiplies one number at a time: 85,000 vectors of 256 bytes take it 45 ms. WebAssembly takes 16 at
 * once, and 2.5 ms; bench/assembly prints the search that is made of it. `plainDots` does the same in TypeScript, for
 * processors without such instructions. */

/** The products with `count` vectors, stored one after the other, each as long as `asked`. */
type Dots = (asked: Int16Array, vectors: Int8Array, count: number) => Int32Array

/** A vector's length must be a multiple of this. */
export const NUMBERS_AT_ONCE = 16

/** Without SIMD, number by number. */
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

// The program's parameters (addresses and sizes in bytes), and its locals.
const [ASKED, VECTORS, COUNT, WIDTH, OUT, AT, SUM, SUM_TOO] = [0, 1, 2, 3, 4, 5, 6, 7]

const loadBytesAsShorts = (offset: number) => simd(1, 0, offset)
const ZERO = simd(12, ...new Array(16).fill(0))
const [MULTIPLY_AND_ADD_PAIRS, ADD_FOURS] = [simd(186), simd(174)]
const lane = (i: number) => [get(SUM), simd(27, i)]
const askedAt = [get(ASKED), get(AT), ADD, get(AT), ADD]
const vectorAt = [get(VECTORS), get(AT), ADD]

const PROGRAM = [
  // For each vector …
  [LOOP, ZERO, set(SUM), ZERO, set(SUM_TOO), constant(0), set(AT)],
  // … and each 16 numbers of it: SUM += VECTORS[AT] * ASKED[AT], in four lanes; two independent sums run in parallel
  [LOOP, ...vectorAt, loadBytesAsShorts(0), ...askedAt, load16(0)],
  [MULTIPLY_AND_ADD_PAIRS, get(SUM), ADD_FOURS, set(SUM)],
  [...vectorAt, loadBytesAsShorts(8), ...askedAt, load16(16)],
  [MULTIPLY_AND_ADD_PAIRS, get(SUM_TOO), ADD_FOURS, set(SUM_TOO)],
  [get(AT), constant(16), ADD, tee(AT), get(WIDTH), IS_LESS, REPEAT_IF, END],
  // OUT = all lanes of both
  [get(SUM), get(SUM_TOO), ADD_FOURS, set(SUM), get(OUT)],
  [...lane(0), ...lane(1), ADD, ...lane(2), ADD, ...lane(3), ADD, STORE],
  // On to the next vector, as long as there are any.
  [get(VECTORS), get(WIDTH), ADD, set(VECTORS), get(OUT), constant(4), ADD, set(OUT)],
  [get(COUNT), constant(1), SUBTRACT, tee(COUNT), REPEAT_IF, END],
].flat()

/** Vectors pass through a memory of three pages, one page at a time: `asked`, some of the vectors, their products. */
const [ASKED_AT, VECTORS_AT, OUT_AT] = [0, PAGE_BYTES, 2 * PAGE_BYTES]
const PAGES = 3

function wideDots({ memory, run }: Instance): Dots {
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

const program = { parameters: 5, integers: 1, simdLocals: 2, instructions: PROGRAM }
const instance = instantiate(assemble(program, PAGES))

/** 16 numbers at once where the processor can. */
export const dotProducts: Dots = instance === null ? plainDots : wideDots(instance)
