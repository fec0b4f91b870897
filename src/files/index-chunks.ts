import type { IndexedChunk } from '../db/files/chunks.ts'
import { chunkTerms } from '../db/search/terms-vector.ts'
import type { NewChunk } from '../domain/file.ts'
import { yieldTurn } from './yield-turn.ts'

/** Chunks indexed before the event loop gets a turn, about 20 ms. */
const SLICE = 25

/** Extracts the terms of each chunk before the transaction, which would block others meanwhile. */
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
