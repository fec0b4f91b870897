import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { spellWord } from '../../src/models/static/word-pieces.ts'
import { teacherTokens } from './teacher-tokens.ts'

/* The sentence model we learn from, all-MiniLM-L6-v2, run by onnxruntime-node. Neither is part of the
 * project: README.md beside this file tells where they come from. */

/** Of the model's vectors. */
export const TEACHER_DIMENSIONS = 384

export type Teacher = {
  /** Every piece of its vocabulary, the number being its place. */
  readonly pieces: readonly string[]
  /** A text as numbers of pieces, as the model reads it. */
  numbersOf(text: string, longest: number): number[]
  /** One vector a sequence of pieces, in order: the mean over its pieces, of length one. */
  vectorsOf(sequences: readonly (readonly number[])[]): Promise<Float32Array[]>
}

/** The little of onnxruntime-node that is used. */
type Runtime = {
  readonly InferenceSession: { create(path: string, options: object): Promise<Session> }
  readonly Tensor: new (type: 'int64', data: BigInt64Array, dimensions: number[]) => object
}
type Session = {
  run(inputs: Record<string, object>): Promise<{ last_hidden_state: { data: Float32Array } }>
}

const START = '[CLS]'
const END = '[SEP]'
const UNKNOWN = '[UNK]'
/** Pieces of a batch: more gain nothing on two cores. */
const BATCH_PIECES = 2_048

/** Loads the model from its directory with the runtime that is installed in another. */
export async function loadTeacher(modelDir: string, runtimeDir: string): Promise<Teacher> {
  const runtime: Runtime = createRequire(join(runtimeDir, 'package.json'))('onnxruntime-node')
  const path = join(modelDir, 'onnx', 'model_q4.onnx')
  const session = await runtime.InferenceSession.create(path, { intraOpNumThreads: 2 })
  const pieces = readFileSync(join(modelDir, 'vocab.txt'), 'utf8').trimEnd().split('\n')
  const vocabulary = new Map(pieces.map((piece, i) => [piece, i]))
  const special = (name: string) => vocabulary.get(name) ?? 0
  const numbersOfWord = (word: string) => {
    const numbers = spellWord(word, vocabulary)
    return numbers.length > 0 ? numbers : [special(UNKNOWN)]
  }
  return {
    pieces,
    numbersOf: (text, longest) => teacherTokens(text).flatMap(numbersOfWord).slice(0, longest),
    vectorsOf: async (sequences) => {
      const marked = sequences.map((one) => [special(START), ...one, special(END)])
      const vectors: Float32Array[] = new Array(sequences.length)
      for (const batch of batchesOf(marked)) {
        const outputs = await run(
          runtime,
          session,
          batch.map((i) => marked[i] ?? []),
        )
        for (const [place, i] of batch.entries()) vectors[i] = outputs[place] as Float32Array
      }
      return vectors
    },
  }
}

/** Places of sequences of one length each, so that nothing has to be filled up. */
function batchesOf(sequences: readonly (readonly number[])[]): number[][] {
  const byLength = new Map<number, number[][]>()
  for (const [i, { length }] of sequences.entries()) {
    const batches = byLength.get(length) ?? []
    const last = batches.at(-1)
    if (last !== undefined && (last.length + 1) * length <= BATCH_PIECES) last.push(i)
    else batches.push([i])
    byLength.set(length, batches)
  }
  return [...byLength.values()].flat()
}

/** Runs sequences of one length and takes the mean over each. */
async function run(
  runtime: Runtime,
  session: Session,
  batch: readonly (readonly number[])[],
): Promise<Float32Array[]> {
  const length = batch[0]?.length ?? 0
  const tensor = (numbers: readonly number[]) =>
    new runtime.Tensor('int64', BigInt64Array.from(numbers, BigInt), [batch.length, length])
  const numbers = batch.flat()
  const { last_hidden_state } = await session.run({
    input_ids: tensor(numbers),
    attention_mask: tensor(numbers.map(() => 1)),
    token_type_ids: tensor(numbers.map(() => 0)),
  })
  return batch.map((_, place) => {
    const mean = new Float32Array(TEACHER_DIMENSIONS)
    const start = place * length * TEACHER_DIMENSIONS
    for (let i = 0; i < length * TEACHER_DIMENSIONS; i++) {
      const at = i % TEACHER_DIMENSIONS
      mean[at] = (mean[at] as number) + (last_hidden_state.data[start + i] as number)
    }
    const size = Math.hypot(...mean)
    return mean.map((value) => value / size)
  })
}
