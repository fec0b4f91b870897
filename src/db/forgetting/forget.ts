import type { FileId, MessageId, SessionId, WorkspaceId } from '../../domain/ids.ts'
import { deleteAnswers, emptyAnswers, erasePrompts, NOTICES } from '../answers/erase-answers.ts'
import type { Db } from '../engine/database.ts'
import { arrangeSubjects } from '../facts/arrange-subjects.ts'
import { listSubjectsOf } from '../facts/facts.ts'
import { deleteChunks } from '../files/chunks.ts'
import { deleteFile } from '../files/files.ts'
import { listConversationIds, recountConversations } from '../messages/conversation-members.ts'
import { markForgotten } from '../sessions/memory-owners.ts'
import { removeFromSessionCounters } from '../sessions/session-counters.ts'
import { clearTopicsOf } from '../sessions/session-topics.ts'
import { dropDerived } from './drop-derived.ts'
import { lockForgetting } from './lock-forgetting.ts'
import { DEPENDENTS, type RowKind } from './plan.ts'
import { type RowsToForget, runPlan } from './run-plan.ts'

/** The rows whose text must be forgotten. */
export type Roots = {
  readonly messages?: readonly MessageId[]
  readonly answers?: readonly string[]
  /** Sessions of which nothing may be remembered as it is; what remains of them is summarised again. */
  readonly sessions?: readonly SessionId[]
  readonly files?: readonly FileId[]
}

export type Manner = {
  readonly now: Date
  /**
   * Answers that repeat a root: their text is replaced by a notice, the whole row is deleted with its trace, or they
   * stay, because the text is still there (opting out) or a correction of it is.
   */
  readonly answers: 'empty' | 'delete' | 'keep'
  /** True: answers made with a summary of a root, or after an answer that goes, stay. */
  readonly keepsIndirectAnswers?: boolean
}

/**
 * Forgets rows and everything that repeats them (plan.ts), in one transaction of the caller. The rows of messages
 * stay, empty; of sessions nothing but what is derived from them goes.
 */
export async function forget(
  db: Db,
  workspaceId: WorkspaceId,
  roots: Roots,
  manner: Manner,
): Promise<void> {
  await lockForgetting(db, workspaceId, 'exclusive')
  await eraseDependents(db, workspaceId, roots, manner)
}

/** The same for a transaction that holds the lock already. */
export async function eraseDependents(
  db: Db,
  workspaceId: WorkspaceId,
  roots: Roots,
  manner: Manner,
): Promise<void> {
  const seen: Record<RowKind, Set<string | number>> = {
    message: new Set(),
    answer: new Set(),
    session: new Set(),
    file: new Set(),
  }
  const queue: Step[] = [
    { kind: 'file', ids: roots.files ?? [], because: 'file' },
    { kind: 'message', ids: roots.messages ?? [], because: 'message' },
    { kind: 'answer', ids: roots.answers ?? [], because: roots.sessions ? 'session' : 'message' },
    { kind: 'session', ids: roots.sessions ?? [], because: 'session' },
  ]
  for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
    const { kind, because } = step
    const ids = step.ids.filter((id) => !seen[kind].has(id))
    if (ids.length === 0) continue
    for (const id of ids) seen[kind].add(id)
    const found = await forgetRows(db, workspaceId, { kind, ids, because }, manner)
    const next = found.filter((one) => isFollowed(kind, one.kind, manner))
    queue.push(...next.map((one) => ({ ...one, because: kind === 'answer' ? because : kind })))
  }
}

/** `because`: the kind of row that an answer repeats, for the notice in its place. */
type Step = RowsToForget & { readonly because: RowKind }

function isFollowed(from: RowKind, to: RowKind, manner: Manner): boolean {
  if (to !== 'answer') return true
  if (manner.answers === 'keep') return false
  return !((from === 'session' || from === 'answer') && manner.keepsIndirectAnswers)
}

async function forgetRows(
  db: Db,
  workspaceId: WorkspaceId,
  { kind, ids, because }: Step,
  manner: Manner,
): Promise<RowsToForget[]> {
  const { now } = manner
  // Counted before the plan empties them.
  if (kind === 'message') await removeFromSessionCounters(db, workspaceId, ids as MessageId[])
  const conversations =
    kind === 'message' ? await listConversationIds(db, workspaceId, ids as MessageId[]) : []
  const subjects =
    kind === 'message' ? await listSubjectsOf(db, workspaceId, ids as MessageId[]) : []
  const found = await runPlan(db, workspaceId, DEPENDENTS[kind], { ids, now })
  switch (kind) {
    case 'message':
      await recountConversations(db, workspaceId, conversations, conversations)
      await arrangeSubjects(db, workspaceId, subjects)
      break
    case 'answer':
      if (manner.answers === 'delete') await deleteAnswers(db, workspaceId, ids as string[])
      else await emptyAnswers(db, workspaceId, ids as string[], NOTICES[because])
      break
    case 'session':
      if (manner.answers !== 'keep') await markForgotten(db, workspaceId, ids as SessionId[], now)
      await clearTopicsOf(db, workspaceId, ids as SessionId[])
      await dropDerived(db, workspaceId, ids as SessionId[], now)
      break
    case 'file':
      for (const id of ids as FileId[]) {
        await deleteChunks(db, workspaceId, id)
        await deleteFile(db, workspaceId, id)
      }
      // Any chat may have shown it.
      await erasePrompts(db, workspaceId, null)
  }
  return found
}
