import type { IndexedChunk } from '../db/files/chunks.ts'
import { chunkTerms } from '../db/search/terms-vector.ts'
import type { NewChunk } from '../domain/file.ts'
import { yieldTurn } from './yield-turn.ts'

/** Chunks whose words are found at a stretch, about 20 ms; others get their turn in between. */
const SLICE = 25

/** Finds the words of each chunk: before the transaction, which would hold up everyone meanwhile. */
export async function indexChunks(
  file: { readonly path: string; readonly title: string },
  chunks: readonly NewChunk[],
): Promise<IndexedChunk[]> {
  const indexed: IndexedChunk[] = []
  for (const chunk of chunks) {
    indexed.push({ ...chunk, terms: chunkTerms({ ...file, ...chunk }) })
    if (indexed.length % SLICE === 0) await yieldTurn()
  }
  return indexed
}
