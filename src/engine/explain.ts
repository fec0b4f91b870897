import { findAnswer } from '../db/answers.ts'
import type { Database } from '../db/database.ts'
import { listByIds } from '../db/find-messages.ts'
import { AppError } from '../domain/errors.ts'
import type { AnswerId, MessageId } from '../domain/ids.ts'
import type { Message } from '../domain/message.ts'
import { mayActAs, type Principal } from '../domain/principal.ts'
import { workspaceScope } from '../domain/scope.ts'
import type { AnswerRecord } from '../domain/trace.ts'

export type Explained = {
  readonly record: AnswerRecord
  /** The messages the trace names, as they are today; a deleted one is not among them. */
  readonly messages: ReadonlyMap<MessageId, Message>
}

/** Why an answer is what it is. A member may ask this of its own answers only. */
export async function explain(
  principal: Principal,
  id: AnswerId,
  database: Database,
): Promise<Explained> {
  const { workspaceId } = principal
  return database.within(workspaceScope(workspaceId), async (db) => {
    const record = await findAnswer(db, workspaceId, id)
    const isOwn = principal.personId !== null && record?.personId === principal.personId
    if (record === null || !(isOwn || mayActAs(principal.role, 'staff'))) {
      throw new AppError(
        'answer_not_found',
        `No answer "${id}" is known. Its id is in the reply as answer_id.`,
      )
    }
    const ids = record.trace.items.map((item) => item.messageId)
    const messages =
      record.chatId === null ? [] : await listByIds(db, workspaceId, record.chatId, ids)
    return { record, messages: new Map(messages.map((message) => [message.id, message])) }
  })
}
