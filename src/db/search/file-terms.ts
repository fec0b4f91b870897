import type { FileId, WorkspaceId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'

/* The terms of an audience's files, and the number of chunks with each: updated with the chunks, in the same
 * transaction. Rows are written in the order of the terms, so that two uploads cannot deadlock. */

const OF_FILE = `
  select c.workspace_id, c.chat_id, c.person_id, w.lexeme as term, count(*)::int as chunks
    from chunks c, unnest(c.terms) as w
   where c.workspace_id = $1 and c.file_id = $2
   group by 1, 2, 3, 4
   order by 4`

/** Adds the terms of a file whose chunks have just been written. */
export async function addFileTerms(db: Db, workspaceId: WorkspaceId, id: FileId): Promise<void> {
  await db.query(
    `insert into file_terms as t (workspace_id, chat_id, person_id, term, chunks) ${OF_FILE}
     on conflict (workspace_id, chat_id, person_id, term)
     do update set chunks = t.chunks + excluded.chunks`,
    [workspaceId, id],
  )
}

/** Subtracts the terms of a file whose chunks are about to be deleted. */
export async function removeFileTerms(db: Db, workspaceId: WorkspaceId, id: FileId): Promise<void> {
  await db.query(
    `with gone as (${OF_FILE}),
          held as (select t.ctid, t.chunks - g.chunks as left_over
                     from file_terms t
                     join gone g on t.workspace_id = g.workspace_id and t.term = g.term
                      and t.chat_id is not distinct from g.chat_id
                      and t.person_id is not distinct from g.person_id
                    order by t.term
                      for update of t),
          removed as (delete from file_terms t using held
                       where t.ctid = held.ctid and held.left_over <= 0)
     update file_terms t set chunks = held.left_over
       from held where t.ctid = held.ctid and held.left_over > 0`,
    [workspaceId, id],
  )
}
