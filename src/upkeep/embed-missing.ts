import type { Database } from '../db/engine/database.ts'
import { listWorkspaces } from '../db/engine/workspaces.ts'
import {
  deleteOtherModels,
  listAbove,
  listEmbedded,
  type Missing,
  type OwnerKind,
  saveEmbeddings,
} from '../db/search/embeddings.ts'
import type { RecordEvent } from '../domain/events.ts'
import type { WorkspaceId } from '../domain/ids.ts'
import { workspaceScope } from '../domain/scope.ts'
import type { Embedder } from '../models/embedder.ts'

const BATCH = 64
const KINDS: readonly OwnerKind[] = ['message', 'chunk', 'session', 'fact']

type EmbedDeps = {
  readonly database: Database
  readonly embedder: Embedder
  readonly record: RecordEvent
  /** Ends the pass between two batches; the next pass continues from there. */
  readonly stopping?: AbortSignal
}

/** Progress of a pass: the highest id read per workspace and kind. */
export type Progress = ReadonlyMap<string, number>

/**
 * Embeds messages, chunks, summaries and facts that have no vector. Never on the receiving path: a slow provider
 * must not delay a message. Walks up by id, so each text is read once per pass, for any backlog (an anti
 * join over the whole table took most of the database's time during bulk imports); `from` is where the last
 * pass ended, and the result is where this one did.
 */
export async function embedMissing(deps: EmbedDeps, from: Progress): Promise<Progress> {
  const done = new Map(from)
  for (const workspaceId of await deps.database.asOwner(listWorkspaces)) {
    for (const kind of KINDS) {
      const key = `${kind} ${workspaceId}`
      done.set(key, await embedKind(deps, workspaceId, kind, from.get(key) ?? 0))
    }
    // After a full pass the vectors of the previous model are no longer needed.
    if (from.size === 0 && !deps.stopping?.aborted) {
      await deps.database.within(workspaceScope(workspaceId), (db) =>
        deleteOtherModels(db, workspaceId, deps.embedder.id),
      )
    }
  }
  return done
}

async function embedKind(
  deps: EmbedDeps,
  workspaceId: WorkspaceId,
  kind: OwnerKind,
  from: number,
): Promise<number> {
  const scope = workspaceScope(workspaceId)
  let last = from
  for (;;) {
    const { page, missing } = await deps.database.within(scope, async (db) => {
      const next = await listAbove(db, workspaceId, kind, last, BATCH)
      const ids = next.map(({ id }) => id)
      const known = await listEmbedded(db, workspaceId, deps.embedder.id, kind, ids)
      const isWanted = ({ id, text, isDemo }: Missing) =>
        text !== '' && !known.has(id) && !(isDemo && deps.embedder.isRemote === true)
      return { page: next, missing: next.filter(isWanted) }
    })
    if (missing.length > 0) await embedThese(deps, workspaceId, kind, missing)
    last = page.at(-1)?.id ?? last
    if (page.length < BATCH || deps.stopping?.aborted) return last
  }
}

async function embedThese(
  { database, embedder, record }: EmbedDeps,
  workspaceId: WorkspaceId,
  kind: OwnerKind,
  missing: readonly Missing[],
): Promise<void> {
  const started = performance.now()
  const vectors = await embedder.embed(missing.map(({ text }) => text))
  const pairs = missing.flatMap((owner, i) => {
    const vector = vectors[i]
    return vector === undefined ? [] : [{ owner, vector }]
  })
  await database.within(workspaceScope(workspaceId), (db) =>
    saveEmbeddings(db, workspaceId, embedder.id, kind, pairs),
  )
  const ms = performance.now() - started
  record({ name: 'embeddings.made', workspaceId, count: pairs.length, ms })
}
