import type { ChatId, WorkspaceId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'

/* What becomes of answers that repeat something forgotten: called by the plan of forgetting (db/forgetting). */

/** The text of an erased answer, by the kind of row it repeated. */
export const NOTICES = {
  message: 'This answer was removed: a message it was made from has been deleted.',
  answer: 'This answer was removed: an answer it was made from has been deleted.',
  session: 'This answer was removed: a session it was made from is no longer remembered.',
  file: 'This answer was removed: a file it was made from has been deleted.',
} as const

/** True if the answer is deleted or its text replaced by a notice. */
export async function isErased(db: Db, workspaceId: WorkspaceId, id: string): Promise<boolean> {
  const rows = await db.query(
    'select 1 from answers where workspace_id = $1 and id = $2 and answer <> all($3::text[])',
    [workspaceId, id, Object.values(NOTICES)],
  )
  return rows.length === 0
}

/** SQL: erases the reasons of a trace, which quote words of messages. */
export const ERASE_REASONS = `candidate_message_ids = '{}', trace = jsonb_set(trace, '{items}',
  (select coalesce(jsonb_agg(i || '{"reason": "erased"}'), '[]') from jsonb_array_elements(trace -> 'items') i))`

/** Replaces the text of answers by a notice, also in their turns, and erases what names their sources. */
export async function emptyAnswers(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly string[],
  notice: string,
): Promise<void> {
  await db.query(
    `update answers
        set answer = case when answer is null then null else $3 end, prompt = null,
            source_message_ids = '{}', source_session_ids = '{}', source_file_ids = '{}',
            source_answer_ids = '{}',
            ${ERASE_REASONS}
      where workspace_id = $1 and id = any($2::text[])`,
    [workspaceId, ids, notice],
  )
  await emptyTurns(db, workspaceId, ids, notice)
}

/** Deletes answers with their traces, and empties their turns. Answers that stay inherit their sources. */
export async function deleteAnswers(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<void> {
  await passOnSources(db, workspaceId, ids)
  await emptyTurns(db, workspaceId, ids, null)
  await db.query('delete from answers where workspace_id = $1 and id = any($2::text[])', [
    workspaceId,
    ids,
  ])
}

/** Adds the sources of these answers to later answers of their sessions, which may repeat them. */
async function passOnSources(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<void> {
  await db.query(
    `with recursive heirs(id, ancestor) as (
       select a.id, x.id from answers a, unnest(a.source_answer_ids) as x(id)
        where a.workspace_id = $1 and a.source_answer_ids && $2::text[] and x.id = any($2::text[])
          and a.id <> all($2::text[])
       union
       select h.id, x.id from heirs h
         join answers g on g.workspace_id = $1 and g.id = h.ancestor, unnest(g.source_answer_ids) as x(id)
        where x.id = any($2::text[])),
     gone as (
       select h.id, g.source_message_ids, g.source_file_ids, g.source_session_ids, g.source_answer_ids
         from heirs h join answers g on g.workspace_id = $1 and g.id = h.ancestor)
     update answers a set
       source_message_ids = array(select unnest(a.source_message_ids) union
         select m.id from gone g join messages m on m.workspace_id = $1 and m.id = any(g.source_message_ids)
          where g.id = a.id and m.deleted_at is null),
       source_file_ids = array(select unnest(a.source_file_ids) union
         select f.id from gone g join files f on f.workspace_id = $1 and f.id = any(g.source_file_ids)
          where g.id = a.id),
       source_session_ids = array(select unnest(a.source_session_ids) union
         select unnest(g.source_session_ids) from gone g where g.id = a.id),
       source_answer_ids = array(
         select x.id from (select unnest(a.source_answer_ids) as id union
           select unnest(g.source_answer_ids) from gone g where g.id = a.id) x
          where x.id <> all($2::text[]))
     where a.workspace_id = $1 and a.id in (select id from heirs)`,
    [workspaceId, ids],
  )
}

/**
 * Erases the prompts of a chat's answers, or of all answers. A prompt repeats text from many places (lines, quotes,
 * names, earlier answers), so every erasure drops them all instead of searching them.
 */
export async function erasePrompts(
  db: Db,
  workspaceId: WorkspaceId,
  chatId: ChatId | null,
): Promise<void> {
  await db.query(
    `update answers set prompt = null
      where workspace_id = $1 and prompt is not null and ($2::bigint is null or chat_id = $2)`,
    [workspaceId, chatId],
  )
}

/** Erases prompts that are past their retention time. */
export async function eraseOldPrompts(
  db: Db,
  workspaceId: WorkspaceId,
  before: Date,
): Promise<void> {
  await db.query(
    `update answers set prompt = null
      where workspace_id = $1 and prompt is not null and created_at < $2`,
    [workspaceId, before.toISOString()],
  )
}

async function emptyTurns(
  db: Db,
  workspaceId: WorkspaceId,
  answerIds: readonly string[],
  notice: string | null,
): Promise<void> {
  await db.query(
    `update turns
        set answer = $3, answer_id = case when $3::text is null then null else answer_id end,
            rewritten_query = null, sources = '[]', reasoning_steps = '[]'
      where workspace_id = $1 and answer_id = any($2::text[])`,
    [workspaceId, answerIds, notice],
  )
}
