import type { Database } from '../../db/database.ts'
import type { VectorQuery } from '../../db/find-alike.ts'
import { listNamesWith } from '../../db/people.ts'
import { isBareTag } from '../../domain/question.ts'
import type { Scope } from '../../domain/scope.ts'
import { withoutNames } from '../../domain/terms.ts'
import { wordsOf } from '../../domain/words.ts'
import type { Embedder } from '../../models/embedder.ts'

/** The question as a vector, without the names of people; null for one that only points. */
export async function embedQuery(
  text: string,
  scope: Scope,
  { database, embedder }: { readonly database: Database; readonly embedder: Embedder | null },
): Promise<VectorQuery | null> {
  if (embedder === null || isBareTag(text)) return null
  const names = await database.within(scope, (db) =>
    listNamesWith(db, scope.workspaceId, wordsOf(text)),
  )
  const [vector] = await embedder.embed([withoutNames(text, names)])
  return vector === undefined ? null : { modelId: embedder.id, vector }
}
