import type { FactStatus } from '../../domain/fact.ts'
import type { FactId, WorkspaceId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'
import { deleteEmbeddings } from '../search/embeddings.ts'
import { arrangeSubjects, type SubjectRef } from './arrange-subjects.ts'
import { IS_SAME_STATEMENT } from './fact-row.ts'

/** Who changed a fact, and when: the name of a key, or of a person. */
export type ChangedBy = { readonly by: string; readonly at: Date }

/** What people change of a fact; null keeps it. */
export type FactChange = { readonly status: FactStatus | null; readonly isPinned: boolean | null }

/**
 * A fact, what repeats it, and its end where the same messages state that too: "until Friday" is a statement of its own,
 * which is not shown.
 */
const WHOLE_FACT = `(f.id = $2 or f.repeats_id = $2 or f.ends and exists (
  select 1 from facts o where (o.id = $2 or o.repeats_id = $2) and ${IS_SAME_STATEMENT}))`

/** Changes a fact and everything that repeats it; periods are computed again. */
export async function changeFact(
  db: Db,
  workspaceId: WorkspaceId,
  id: FactId,
  { status, isPinned }: FactChange,
  { by, at }: ChangedBy,
): Promise<void> {
  const subjects = await db.query<SubjectRef>(
    `update facts f set status = coalesce($3, status), is_pinned = coalesce($4::boolean, is_pinned),
            changed_by = $5, changed_at = $6
      where workspace_id = $1 and ${WHOLE_FACT}
     returning owner, subject_key as "subjectKey"`,
    [workspaceId, id, status, isPinned, by, at.toISOString()],
  )
  await arrangeSubjects(db, workspaceId, subjects)
}

/**
 * Erases the text of a fact, of what repeats it, and of the imported end of its validity. The empty rows stay as rejected,
 * so that reading the messages or importing it again does not bring them back.
 */
export async function eraseFact(
  db: Db,
  workspaceId: WorkspaceId,
  id: FactId,
  change: ChangedBy,
): Promise<void> {
  const rows = await db.query<{ id: FactId }>(
    `update facts f set text = '', value = '', key = null, subject_name = '', terms = '{}'
      where workspace_id = $1 and ${WHOLE_FACT}
     returning id`,
    [workspaceId, id],
  )
  await deleteEmbeddings(
    db,
    workspaceId,
    'fact',
    rows.map((row) => row.id),
  )
  await changeFact(db, workspaceId, id, { status: 'rejected', isPinned: false }, change)
}
