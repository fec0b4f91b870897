import { listAnswersOf } from '../../db/answers/answers.ts'
import type { Database } from '../../db/engine/database.ts'
import { forget } from '../../db/forgetting/forget.ts'
import { deleteSession } from '../../db/sessions/sessions.ts'
import type { SessionId } from '../../domain/ids.ts'
import type { Principal } from '../../domain/principal.ts'
import { workspaceScope } from '../../domain/scope.ts'
import { findOwnSession } from '../views/list-conversations.ts'

/** Deletes a session of questions and answers, with everything derived from it. */
export async function forgetConversation(
  principal: Principal,
  id: SessionId,
  { database, now }: { readonly database: Database; readonly now: () => Date },
): Promise<void> {
  const { workspaceId } = principal
  await database.within(workspaceScope(workspaceId), async (db) => {
    await findOwnSession(db, principal, id)
    const answers = await listAnswersOf(db, workspaceId, id)
    await forget(db, workspaceId, { sessions: [id], answers }, { answers: 'empty', now: now() })
    await deleteSession(db, workspaceId, id)
  })
}
