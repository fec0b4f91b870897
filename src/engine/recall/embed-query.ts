import type { VectorQuery } from '../../db/find-alike.ts'
import { listNamesWith } from '../../db/people.ts'
import type { Read } from '../../db/share-reads.ts'
import type { WorkspaceId } from '../../domain/ids.ts'
import { isBareTag } from '../../domain/question.ts'
import { withoutNames } from '../../domain/terms.ts'
import { wordsOf } from '../../domain/words.ts'
import type { Embedder } from '../../models/embedder.ts'

/** The question as a vector, without the names of people; null for one that only points. */
export async function embedQuery(
  text: string,
  workspaceId: WorkspaceId,
  { read, embedder }: { readonly read: Read; readonly embedder: Embedder | null },
): Promise<VectorQuery | null> {
  if (embedder === null || isBareTag(text)) return null
  const names = await read((db) => listNamesWith(db, workspaceId, wordsOf(text)))
  const [vector] = await embedder.embed([withoutNames(text, names)])
  return vector === undefined ? null : { modelId: embedder.id, vector }
}
