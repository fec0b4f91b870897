/* Assembles small WebAssembly modules of one function, written out instruction by instruction.
 *
 * A function that takes four or sixteen numbers at once (SIMD) is four to twenty times as fast as JavaScript, and short
 * enough to be written by hand: no compiler, no binary file, nothing to download. */

type Instruction = readonly number[]

export const get = (local: number): Instruction => [0x20, local]
export const set = (local: number): Instruction => [0x21, local]
/** Sets a local and leaves its value on the stack. */
export const tee = (local: number): Instruction => [0x22, local]
/** A constant below 8,192. */
export const constant = (value: number): Instruction => [0x41, (value & 0x7f) | 0x80, value >> 7]
export const ADD: Instruction = [0x6a]
export const SUBTRACT: Instruction = [0x6b]
export const IS_LESS: Instruction = [0x49]
export const STORE: Instruction = [0x36, 2, 0]
export const LOOP: Instruction = [0x03, 0x40]
/** Jumps to the start of the innermost loop if the value on the stack is not 0. */
export const REPEAT_IF: Instruction = [0x0d, 0]
export const END: Instruction = [0x0b]
/** An instruction on 16 bytes at once; numbers from 128 on take two bytes. */
export const simd = (code: number, ...rest: number[]): Instruction =>
  code < 128 ? [0xfd, code, ...rest] : [0xfd, (code & 0x7f) | 0x80, code >> 7, ...rest]
/** Loads 16 bytes, at an offset in bytes from the address on the stack. */
export const load16 = (offset: number): Instruction => simd(0, 0, offset)

const [INTEGER, BYTES_16] = [0x7f, 0x7b]
export const PAGE_BYTES = 65_536

/** A function of integers without a result; its locals follow its parameters. */
type Program = {
  readonly parameters: number
  readonly integers: number
  readonly simdLocals: number
  readonly instructions: readonly Instruction[]
}

/** The module of a program and of a memory of `pages` pages of 64 KB. */
export function assemble(program: Program, pages: number): Uint8Array {
  const { parameters, integers, simdLocals, instructions } = program
  const locals = [2, integers, INTEGER, simdLocals, BYTES_16]
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, parameters, ...new Array(parameters).fill(INTEGER), 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, pages]),
    ...section(7, [2, ...exported('memory', 2), ...exported('run', 0)]),
    ...section(10, [1, ...sized([...locals, ...instructions.flat(), ...END])]),
  ])
}

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

export type Instance = {
  readonly memory: { readonly buffer: ArrayBuffer }
  readonly run: (...parameters: number[]) => void
}

/** The part of its API that is used here; TypeScript declares it for browsers only. */
declare const WebAssembly: {
  validate(module: Uint8Array): boolean
  readonly Module: new (module: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: unknown }
}

/** The module, ready to run; null on a processor without SIMD. */
export function instantiate(module: Uint8Array): Instance | null {
  if (!WebAssembly.validate(module)) return null
  return new WebAssembly.Instance(new WebAssembly.Module(module)).exports as Instance
}
