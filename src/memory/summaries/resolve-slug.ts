import type { Db } from '../../db/engine/database.ts'
import { listSynonyms } from '../../db/sessions/topic-summaries.ts'
import type { WorkspaceId } from '../../domain/ids.ts'
import { slugOf } from '../../domain/memory.ts'

/** The slug of a topic as a person writes it, by the registry of synonyms; empty if no letter is left. */
export async function resolveSlug(
  db: Db,
  workspaceId: WorkspaceId,
  topic: string,
): Promise<string> {
  const wanted = slugOf(topic)
  const synonyms = await listSynonyms(db, workspaceId)
  return synonyms.find(({ alias }) => alias === wanted)?.slug ?? wanted
}
