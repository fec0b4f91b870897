import { statSync } from 'node:fs'
import { join } from 'node:path'
import { hashedWords } from '../../src/models/static/hashed-words.ts'
import { meaningOf, shippedTable } from '../../src/models/static/table.ts'
import { createStaticEmbedder } from '../../src/models/static-embedder.ts'
import { loadTeacher } from '../../train/embeddings/teacher.ts'

export type Embed = (texts: readonly string[]) => Promise<Float32Array[]>

export type Contender = {
  readonly name: string
  readonly embed: Embed
  readonly dimensions: number
  /** What it reads from the disk. */
  readonly bytes: number
}

const TABLE = new URL('../../src/models/static/', import.meta.url)
/** Pieces MiniLM was trained to read of a text, its two marks left out. */
const LONGEST_FOR_MINILM = 254

/** Who needs nothing but this repository. */
export function ownContenders(): Contender[] {
  const { embed, dimensions } = createStaticEmbedder()
  const places = dimensions ?? 0
  const bytes = sizeOf(new URL('vectors.bin', TABLE)) + sizeOf(new URL('pieces.txt', TABLE))
  const alone = (name: string, size: number, part: (text: string) => Float32Array) => ({
    name,
    dimensions: size,
    embed: async (texts: readonly string[]) => texts.map((text) => toUnit(part(text))),
  })
  const meaning = (text: string) => meaningOf(text, shippedTable()).sum
  return [
    { ...alone('hashed n-grams', 384, (text) => hashedWords(text, 384)), bytes: 0 },
    { name: '**ours**', dimensions: places, embed, bytes },
    { ...alone('ours, meaning alone', places, meaning), bytes },
    { ...alone('ours, spelling alone', places, (text) => hashedWords(text, places)), bytes: 0 },
  ]
}

/** The model ours was distilled from, run whole by its native runtime. */
export async function miniLm(modelDir: string, runtimeDir: string): Promise<Contender> {
  const teacher = await loadTeacher(modelDir, runtimeDir)
  return {
    name: 'all-MiniLM-L6-v2, whole',
    dimensions: 384,
    embed: (texts) =>
      teacher.vectorsOf(texts.map((text) => teacher.numbersOf(text, LONGEST_FOR_MINILM))),
    bytes: sizeOf(join(modelDir, 'onnx', 'model_q4.onnx_data')),
  }
}

function sizeOf(path: string | URL): number {
  return statSync(path).size
}

function toUnit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}
