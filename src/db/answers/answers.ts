import type { AnswerId, ChatId, MessageId, SessionId, WorkspaceId } from '../../domain/ids.ts'
import type { AnswerRecord, Trace } from '../../domain/trace.ts'
import type { Db } from '../engine/database.ts'

/** `messageId`: the channel's id of the message that asked. */
export type NewAnswer = AnswerRecord & {
  readonly messageId: string | null
  readonly prompt?: string | null
}

/** Stores a trace with the ids of its source messages and files, so that it can be found when those are forgotten. */
export async function insertAnswer(
  db: Db,
  workspaceId: WorkspaceId,
  record: NewAnswer,
): Promise<void> {
  const included = record.trace.items.filter((item) => item.number !== null)
  await db.write(
    `insert into answers
       (workspace_id, id, chat_id, person_id, session_id, question, answer, trace,
        source_message_ids, created_at, source_file_ids, source_session_ids, prompt, message_id, model,
        is_cached, is_fallback, input_tokens, output_tokens, cost_usd, assembly_ms, model_ms,
        candidate_message_ids)
     values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9::bigint[], $10, $11::bigint[], $12::text[], $13,
             $14, $15, $16, $17, $18, $19, $20, $21, $22, $23::bigint[])`,
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
      record.messageId,
      ...countedOf(record.trace),
      record.trace.items.flatMap((item) => item.messageId ?? []),
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

/** What became of the sources of an answer since it was begun. */
export type LostSources = {
  /** Deleted messages: sources, or the question itself. */
  readonly messages: readonly MessageId[]
  /** True if a summary it used was dropped, or a message it used is not stored any more. */
  readonly hasLostMemory: boolean
}

/** Finds the sources of an answer that were deleted or dropped while it was made. */
export async function findLostSources(
  db: Db,
  workspaceId: WorkspaceId,
  id: AnswerId,
): Promise<LostSources> {
  const messages = await db.query<{ id: MessageId }>(
    `select m.id from answers a join messages m on m.workspace_id = a.workspace_id and m.chat_id = a.chat_id
      where a.workspace_id = $1 and a.id = $2 and m.deleted_at is not null
        and (m.id = any(a.source_message_ids) or m.external_id = a.message_id)`,
    [workspaceId, id],
  )
  const sessions = await db.query(
    `select 1 from answers a, unnest(a.source_session_ids) as x(id)
      where a.workspace_id = $1 and a.id = $2 and not exists (
        select 1 from session_summaries s where s.workspace_id = $1 and s.session_id = x.id)
     union all
     select 1 from answers a, unnest(a.source_message_ids) as x(id)
      where a.workspace_id = $1 and a.id = $2 and not exists (
        select 1 from messages m where m.workspace_id = $1 and m.id = x.id)`,
    [workspaceId, id],
  )
  return { messages: messages.map((row) => row.id), hasLostMemory: sessions.length > 0 }
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
            ${ERASE_REASONS}
      where workspace_id = $1 and id = any($2::text[])`,
    [workspaceId, ids, notice],
  )
  await emptyTurns(db, workspaceId, ids, notice)
}

/** Deletes answers with their traces, and empties their turns. */
export async function deleteAnswers(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<void> {
  await emptyTurns(db, workspaceId, ids, null)
  await db.query('delete from answers where workspace_id = $1 and id = any($2::text[])', [
    workspaceId,
    ids,
  ])
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
