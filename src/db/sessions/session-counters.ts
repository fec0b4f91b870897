import type { MessageId, WorkspaceId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'

/* The number of messages and terms of a session, for its score in a search; updated with the messages so that
 * sessions of thousands need not be counted. Indexed messages only. */

/** Adds messages that were just indexed to the counters of their sessions. */
export async function addToSessionCounters(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly MessageId[],
) {
  await db.query(
    `update sessions s
        set message_count = s.message_count + m.messages, term_count = s.term_count + m.terms
       from (${OF_MESSAGES}) m where s.workspace_id = $1 and s.id = m.session_id`,
    [workspaceId, ids],
  )
}

/** Subtracts messages whose text is about to change or to be erased. */
export async function removeFromSessionCounters(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly MessageId[],
) {
  await db.query(
    `update sessions s
        set message_count = s.message_count - m.messages, term_count = s.term_count - m.terms
       from (${OF_MESSAGES}) m where s.workspace_id = $1 and s.id = m.session_id`,
    [workspaceId, ids],
  )
}

const OF_MESSAGES = `
  select session_id, count(*)::int as messages, sum(term_count)::int as terms from messages
   where workspace_id = $1 and id = any($2::bigint[]) and terms is not null
   group by session_id`
