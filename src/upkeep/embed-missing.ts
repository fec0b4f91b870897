import type { Database } from '../db/database.ts'
import { listUnembedded, saveEmbeddings } from '../db/embeddings.ts'
import { listWorkspaces } from '../db/workspaces.ts'
import type { RecordEvent } from '../domain/events.ts'
import type { MessageId, WorkspaceId } from '../domain/ids.ts'
import { workspaceScope } from '../domain/scope.ts'
import type { Embedder } from '../models/embedder.ts'

const BATCH = 64

export type EmbedDeps = {
  readonly database: Database
  readonly embedder: Embedder
  readonly record: RecordEvent
}

/**
 * Gives vectors to messages that have none, newest first. Never on the way in: a slow provider must
 * not delay a message. Resumes where it stopped; `from` is the newest id below which all is done.
 */
export async function embedMissing(
  deps: EmbedDeps,
  from: ReadonlyMap<WorkspaceId, MessageId>,
): Promise<Map<WorkspaceId, MessageId>> {
  const done = new Map(from)
  for (const workspaceId of await deps.database.asOwner(listWorkspaces)) {
    done.set(workspaceId, await embedWorkspace(deps, workspaceId, from.get(workspaceId) ?? NONE))
  }
  return done
}

const NONE = 0 as MessageId

async function embedWorkspace(
  { database, embedder, record }: EmbedDeps,
  workspaceId: WorkspaceId,
  from: MessageId,
): Promise<MessageId> {
  const scope = workspaceScope(workspaceId)
  let newest = from
  for (;;) {
    const started = performance.now()
    const missing = await database.within(scope, (db) =>
      listUnembedded(db, workspaceId, { modelId: embedder.id, above: from, limit: BATCH }),
    )
    if (missing.length === 0) return newest
    newest = Math.max(newest, ...missing.map(({ id }) => id)) as MessageId
    const vectors = await embedder.embed(missing.map(({ text }) => text))
    const pairs = missing.flatMap((owner, i) => {
      const vector = vectors[i]
      return vector === undefined ? [] : [{ owner, vector }]
    })
    await database.within(scope, (db) => saveEmbeddings(db, workspaceId, embedder.id, pairs))
    const ms = performance.now() - started
    record({ name: 'embeddings.made', workspaceId, count: pairs.length, ms })
  }
}
