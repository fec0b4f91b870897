import type { AnswerId, ChatId, FileId, MessageId, WorkspaceId } from '../domain/ids.ts'
import type { AnswerRecord } from '../domain/trace.ts'
import type { Db } from './database.ts'

/** Keeps a trace, with the messages and files it leans on, so that it can be found when they are forgotten. */
export async function insertAnswer(
  db: Db,
  workspaceId: WorkspaceId,
  record: AnswerRecord,
): Promise<void> {
  const included = record.trace.items.filter((item) => item.number !== null)
  await db.write(
    `insert into answers
       (workspace_id, id, chat_id, person_id, session_id, question, answer, trace,
        source_message_ids, created_at, source_file_ids)
     values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9::bigint[], $10, $11::bigint[])`,
    [
      workspaceId,
      record.id,
      record.chatId,
      record.personId,
      record.sessionId,
      record.question,
      record.answer,
      JSON.stringify(record.trace),
      included.flatMap((item) => item.messageId ?? []),
      record.createdAt.toISOString(),
      [...new Set(included.flatMap((item) => item.fileId ?? []))],
    ],
    1,
  )
}

/** Removes an answer's words at once if a message it was made from was deleted meanwhile. */
export async function eraseIfOutdated(
  db: Db,
  workspaceId: WorkspaceId,
  { id, chatId }: Pick<AnswerRecord, 'id' | 'chatId'>,
): Promise<void> {
  if (chatId === null) return
  const rows = await db.query<{ id: MessageId }>(
    `select m.id from messages m, answers a
      where a.workspace_id = $1 and a.id = $2 and m.workspace_id = $1 and m.chat_id = $3
        and m.id = any(a.source_message_ids) and m.deleted_at is not null`,
    [workspaceId, id, chatId],
  )
  for (const message of rows) await eraseAnswersFrom(db, workspaceId, { id: message.id, chatId })
}

/** A trace by its id, if the scope may see it. */
export async function findAnswer(
  db: Db,
  workspaceId: WorkspaceId,
  id: AnswerId,
): Promise<AnswerRecord | null> {
  const rows = await db.query<AnswerRecord>(
    `select id, chat_id as "chatId", person_id as "personId", session_id as "sessionId", question,
            answer, trace, created_at as "createdAt"
       from answers
      where workspace_id = $1 and id = $2`,
    [workspaceId, id],
  )
  return rows[0] ?? null
}

const REMOVED = 'This answer was removed: a message it was made from has been deleted.'
const FILE_REMOVED = 'This answer was removed: a file it was made from has been deleted.'

/** Removes the words of every answer that was made from a message, also where it is a turn. */
export async function eraseAnswersFrom(
  db: Db,
  workspaceId: WorkspaceId,
  message: { readonly id: MessageId; readonly chatId: ChatId },
): Promise<void> {
  const rows = await db.query<{ id: string }>(
    `update answers set answer = $4
      where workspace_id = $1 and chat_id = $2 and $3 = any(source_message_ids)
        and answer is not null
     returning id`,
    [workspaceId, message.chatId, message.id, REMOVED],
  )
  await eraseTurns(db, workspaceId, rows, REMOVED)
}

/** Removes the words of every answer that was made from a file, also where it is a turn. */
export async function eraseAnswersFromFile(
  db: Db,
  workspaceId: WorkspaceId,
  fileId: FileId,
): Promise<void> {
  const rows = await db.query<{ id: string }>(
    `update answers set answer = $3
      where workspace_id = $1 and $2 = any(source_file_ids) and answer is not null
     returning id`,
    [workspaceId, fileId, FILE_REMOVED],
  )
  await eraseTurns(db, workspaceId, rows, FILE_REMOVED)
}

async function eraseTurns(
  db: Db,
  workspaceId: WorkspaceId,
  answers: readonly { readonly id: string }[],
  words: string,
): Promise<void> {
  if (answers.length === 0) return
  await db.query(
    `update turns set answer = $3 where workspace_id = $1 and answer_id = any($2::text[])`,
    [workspaceId, answers.map((row) => row.id), words],
  )
}
