import type { MessageId, WorkspaceId } from '../../domain/ids.ts'
import type { Media } from '../../domain/message.ts'
import type { Db } from '../engine/database.ts'
import { addToSessionCounters } from '../sessions/session-counters.ts'
import { messageTerms } from './terms-vector.ts'

/* Messages of earlier versions, or indexed by older rules: search does not find them until they are indexed again.
 * A change of text/terms.ts comes with a migration that empties the column. */

type Unindexed = {
  readonly id: MessageId
  readonly authorName: string
  readonly text: string
  readonly media: readonly Media[]
}

/** Indexes the next messages without terms; returns how many there were. */
export async function indexNext(db: Db, workspaceId: WorkspaceId, limit: number): Promise<number> {
  const rows = await db.query<Unindexed>(
    `select m.id, coalesce(p.name, p.username, p.external_id) as "authorName", m.text, m.media
       from messages m join people p on p.workspace_id = m.workspace_id and p.id = m.author_id
      where m.workspace_id = $1 and m.terms is null and m.deleted_at is null and m.kind = 'message'
        and not p.memory_opt_out
      order by m.id
      limit $2
        for update of m`,
    [workspaceId, limit],
  )
  if (rows.length === 0) return 0
  const terms = rows.map(messageTerms)
  const ids = rows.map(({ id }) => id)
  await db.write(
    `update messages m set terms = t.terms::tsvector, term_count = t.length
       from unnest($2::bigint[], $3::text[], $4::int[]) as t(id, terms, length)
      where m.workspace_id = $1 and m.id = t.id`,
    [workspaceId, ids, terms.map((t) => t.vector), terms.map((t) => t.length)],
    rows.length,
  )
  await addToSessionCounters(db, workspaceId, ids)
  return rows.length
}
