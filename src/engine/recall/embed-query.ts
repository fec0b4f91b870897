import type { Read } from '../../db/engine/share-reads.ts'
import { listNamesWith } from '../../db/messages/people.ts'
import type { VectorQuery } from '../../db/search/find-similar.ts'
import type { WorkspaceId } from '../../domain/ids.ts'
import { isBareTag } from '../../domain/question.ts'
import type { Embedder } from '../../models/embedder.ts'
import { withoutNames } from '../../text/terms.ts'
import { wordsOf } from '../../text/words.ts'

/** The question as a vector, without names of people; null for a bare mention or without an embedder. */
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
