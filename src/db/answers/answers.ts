import type {
  AnswerId,
  ChatId,
  FileId,
  MessageId,
  SessionId,
  WorkspaceId,
} from '../../domain/ids.ts'
import type { AnswerRecord, Trace } from '../../domain/trace.ts'
import type { Db } from '../engine/database.ts'

/** Stores a trace with the ids of its source messages and files, so that it can be found when those are forgotten. */
export async function insertAnswer(
  db: Db,
  workspaceId: WorkspaceId,
  record: AnswerRecord & { readonly prompt?: string | null },
): Promise<void> {
  const included = record.trace.items.filter((item) => item.number !== null)
  await db.write(
    `insert into answers
       (workspace_id, id, chat_id, person_id, session_id, question, answer, trace,
        source_message_ids, created_at, source_file_ids, source_session_ids, prompt, model, is_cached,
        is_fallback, input_tokens, output_tokens, cost_usd, assembly_ms, model_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9::bigint[], $10, $11::bigint[], $12::text[], $13,
             $14, $15, $16, $17, $18, $19, $20, $21)`,
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
      sessionsOf(record.trace),
      record.prompt ?? null,
      ...countedOf(record.trace),
    ],
    1,
  )
}

/** The counted and listed fields of a trace, in column order. */
function countedOf({ model, isCached, timings }: Trace) {
  const { recallMs, scoreMs, trimMs, modelMs } = timings
  return [
    model?.id ?? null,
    isCached,
    model !== null && model.fallbackReason !== null,
    model?.inputTokens ?? 0,
    model?.outputTokens ?? 0,
    model?.costUsd ?? null,
    recallMs + scoreMs + trimMs,
    modelMs,
  ]
}

/** Every session whose summary was in the prompt. */
function sessionsOf({ memory, items }: Trace): SessionId[] {
  const shown = items.flatMap((item) => (item.number === null ? [] : (item.sessionId ?? [])))
  return [...new Set([...(memory?.slots ?? []).flatMap((slot) => slot.sessionIds), ...shown])]
}

/** Erases an answer's text if one of its source messages was deleted, or one of its summaries dropped, meanwhile. */
export async function eraseIfOutdated(
  db: Db,
  workspaceId: WorkspaceId,
  { id, chatId, trace }: Pick<AnswerRecord, 'id' | 'chatId' | 'trace'>,
): Promise<void> {
  await eraseIfForgotten(db, workspaceId, sessionsOf(trace))
  if (chatId === null) return
  const rows = await db.query<{ id: MessageId }>(
    `select m.id from messages m, answers a
      where a.workspace_id = $1 and a.id = $2 and m.workspace_id = $1 and m.chat_id = $3
        and m.id = any(a.source_message_ids) and m.deleted_at is not null`,
    [workspaceId, id, chatId],
  )
  for (const message of rows) await eraseAnswersFrom(db, workspaceId, { id: message.id, chatId })
}

async function eraseIfForgotten(
  db: Db,
  workspaceId: WorkspaceId,
  sessionIds: readonly SessionId[],
): Promise<void> {
  if (sessionIds.length === 0) return
  const gone = await db.query<{ id: SessionId }>(
    `select x.id from unnest($2::text[]) as x(id)
      where not exists (select 1 from session_summaries s
                         where s.workspace_id = $1 and s.session_id = x.id)`,
    [workspaceId, sessionIds],
  )
  if (gone.length === 0) return
  await eraseAnswersFromSessions(
    db,
    workspaceId,
    gone.map((row) => row.id),
  )
}

/** A trace by its id, if the scope may see it. */
export async function findAnswer(
  db: Db,
  workspaceId: WorkspaceId,
  id: AnswerId,
): Promise<(AnswerRecord & { readonly prompt: string | null }) | null> {
  const rows = await db.query<AnswerRecord & { readonly prompt: string | null }>(
    `select id, chat_id as "chatId", person_id as "personId", session_id as "sessionId", question,
            answer, trace, prompt, created_at as "createdAt"
       from answers
      where workspace_id = $1 and id = $2`,
    [workspaceId, id],
  )
  return rows[0] ?? null
}

const REMOVED = 'This answer was removed: a message it was made from has been deleted.'
const TALK_REMOVED = 'This answer was removed: a talk it was made from is no longer remembered.'
const FILE_REMOVED = 'This answer was removed: a file it was made from has been deleted.'

/** Erased answers, and the sessions they were given in: anything derived from those may repeat them. */
export type GoneAnswers = {
  readonly ids: readonly string[]
  readonly sessionIds: readonly SessionId[]
}

/** Erases the text of every answer made from a message, also where it is a turn. */
export async function eraseAnswersFrom(
  db: Db,
  workspaceId: WorkspaceId,
  message: { readonly id: MessageId; readonly chatId: ChatId },
): Promise<GoneAnswers> {
  const rows = await db.query<{ id: string; sessionId: SessionId | null }>(
    `update answers set answer = $4
      where workspace_id = $1 and chat_id = $2 and $3 = any(source_message_ids)
        and answer is not null
     returning id, session_id as "sessionId"`,
    [workspaceId, message.chatId, message.id, REMOVED],
  )
  await eraseTurns(db, workspaceId, rows, REMOVED)
  await erasePrompts(db, workspaceId, message.chatId)
  return goneAnswers(rows)
}

/** Converts rows of erased answers to GoneAnswers. */
export function goneAnswers(
  rows: readonly { readonly id: string; readonly sessionId: SessionId | null }[],
): GoneAnswers {
  return {
    ids: rows.map((row) => row.id),
    sessionIds: [...new Set(rows.flatMap((row) => row.sessionId ?? []))],
  }
}

/** Erases the text of every answer made from a file, also where it is a turn. */
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
  await erasePrompts(db, workspaceId, null)
}

/** Erases the text of every answer made with the summary of one of these sessions. */
export async function eraseAnswersFromSessions(
  db: Db,
  workspaceId: WorkspaceId,
  sessionIds: readonly SessionId[],
): Promise<void> {
  const rows = await db.query<{ id: string }>(
    `update answers set answer = $3
      where workspace_id = $1 and source_session_ids && $2::text[] and answer is not null
     returning id`,
    [workspaceId, sessionIds, TALK_REMOVED],
  )
  await eraseTurns(db, workspaceId, rows, TALK_REMOVED)
  await db.query(
    `update answers set prompt = null
      where workspace_id = $1 and prompt is not null
        and (session_id = any($2::text[]) or session_id in
             (select session_id from answers where workspace_id = $1 and source_session_ids && $2::text[]))`,
    [workspaceId, sessionIds],
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
