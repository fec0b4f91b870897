import type { SessionId, WorkspaceId } from '../../domain/ids.ts'
import type { MemoryOwner, SessionSummary } from '../../domain/memory.ts'
import type { Db } from '../engine/database.ts'

/* The remembered sessions of an owner, for the search; their vectors are in find-similar.ts. */

export type FoundSession = SessionSummary & {
  /** The summary's own id, which is the key of its vector. */
  readonly id: number
}

const FOUND_COLUMNS = `
  s.id, s.session_id as "sessionId", s.text, s.ended_at as "endedAt",
  coalesce((select array_agg(t.tag order by t.confidence desc, t.tag) from session_tags t
             where t.workspace_id = s.workspace_id and t.session_id = s.session_id), '{}') as tags`

/** The owner's sessions with these tags, by number of matching tags, then newest; and how many there are. */
export async function findTagged(
  db: Db,
  workspaceId: WorkspaceId,
  owner: MemoryOwner,
  tags: readonly string[],
  limit: number,
): Promise<FoundSession[]> {
  if (tags.length === 0) return []
  return db.query<FoundSession>(
    `select ${FOUND_COLUMNS} from (
       select session_id, count(*) as hits from session_tags
        where workspace_id = $1 and owner = $2 and tag = any($3::text[])
        group by session_id) h
       join session_summaries s on s.workspace_id = $1 and s.session_id = h.session_id
      order by h.hits desc, s.ended_at desc, s.session_id limit $4`,
    [workspaceId, owner.key, tags, limit],
  )
}

/** Current summaries of sessions, for callers who may see the whole workspace. */
export async function listSessionsOf(
  db: Db,
  workspaceId: WorkspaceId,
  sessionIds: readonly SessionId[],
): Promise<Map<SessionId, FoundSession>> {
  if (sessionIds.length === 0) return new Map()
  const rows = await db.query<FoundSession>(
    `select ${FOUND_COLUMNS} from session_summaries s
      where s.workspace_id = $1 and s.session_id = any($2::text[])`,
    [workspaceId, sessionIds],
  )
  return new Map(rows.map((row) => [row.sessionId, row]))
}

/** The owner's sessions with these vectors; another owner's are left out. */
export async function listFound(
  db: Db,
  workspaceId: WorkspaceId,
  owner: MemoryOwner,
  ids: readonly number[],
): Promise<FoundSession[]> {
  if (ids.length === 0) return []
  return db.query<FoundSession>(
    `select ${FOUND_COLUMNS} from session_summaries s
      where s.workspace_id = $1 and s.owner = $2 and s.id = any($3::bigint[])`,
    [workspaceId, owner.key, ids],
  )
}
