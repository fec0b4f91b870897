import type {
  AnswerId,
  FactId,
  FileId,
  MessageId,
  SessionId,
  WorkspaceId,
} from '../../domain/ids.ts'
import type { AnswerRecord, Trace, TraceItem } from '../../domain/trace.ts'
import type { Db } from '../engine/database.ts'

export type NewAnswer = AnswerRecord & {
  /** The channel's id of the message that asked. */
  readonly messageId: string | null
  /** The channel's id of the message that the question quotes. */
  readonly quotedId: string | null
  readonly prompt?: string | null
  readonly lookedUp?: LookedUp
  /** The answers of the earlier turns in the prompt. */
  readonly earlierIds?: readonly AnswerId[]
}

/** Messages, files and entered facts that tools returned to the model. */
export type LookedUp = {
  readonly messageIds: ReadonlySet<MessageId>
  readonly fileIds: ReadonlySet<FileId>
  readonly factIds: ReadonlySet<FactId>
  /** Facts that a tool erased: the answer says so. */
  readonly erasedFactIds: ReadonlySet<FactId>
}

/**
 * Stores a trace with the ids of everything that was in the prompt, so that it can be found when those are forgotten: a
 * reply that quotes its parent repeats the parent too.
 */
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
        candidate_message_ids, source_answer_ids)
     values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, array(select unnest($9::bigint[]) union ${QUOTED}), $10,
             $11::bigint[], $12::text[], $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23::bigint[],
             $24::text[])`,
    [
      workspaceId,
      record.id,
      record.chatId,
      record.personId,
      record.sessionId,
      record.question,
      record.answer,
      JSON.stringify(withFactIds(record)),
      [...included.flatMap(messagesOf), ...(record.lookedUp?.messageIds ?? [])],
      record.createdAt.toISOString(),
      [
        ...new Set([
          ...included.flatMap((item) => item.fileId ?? []),
          ...(record.lookedUp?.fileIds ?? []),
        ]),
      ],
      sessionsOf(record.trace),
      record.prompt ?? null,
      record.messageId,
      ...countedOf(record.trace),
      record.trace.items.flatMap(messagesOf),
      record.earlierIds ?? [],
      record.quotedId,
    ],
    1,
  )
}

/** The trace with the entered facts that were in the prompt. */
function withFactIds({ trace, lookedUp }: NewAnswer): Trace {
  const ids = enteredFactsOf(trace, lookedUp)
  return ids.length === 0 ? trace : { ...trace, factIds: ids }
}

/** The entered facts that the model was shown. */
export function enteredFactsOf({ items }: Trace, lookedUp: LookedUp | undefined): FactId[] {
  const shown = items.flatMap(({ number, fact }) =>
    number !== null && fact?.messageIds.length === 0 ? [fact.id] : [],
  )
  return [...new Set([...shown, ...(lookedUp?.factIds ?? [])])]
}

/** The message itself, or those that a fact rests on. */
function messagesOf({ messageId, fact }: TraceItem): readonly MessageId[] {
  return messageId === null ? (fact?.messageIds ?? []) : [messageId]
}

/** SQL: the messages that replies in the prompt or the question quote. */
const QUOTED = `select p.id from messages p where p.workspace_id = $1 and p.chat_id = $3 and (
  p.external_id = $25 or p.external_id in (
    select r.reply_to from messages r
     where r.workspace_id = $1 and r.chat_id = $3 and r.id = any($9::bigint[])
       and (r.quote is not null or r.context_snapshot is not null)))`

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

/** A trace by its id, if the scope may see it. */
export async function findAnswer(
  db: Db,
  workspaceId: WorkspaceId,
  id: AnswerId,
): Promise<
  (AnswerRecord & Pick<NewAnswer, 'messageId'> & { readonly prompt: string | null }) | null
> {
  const rows = await db.query<
    AnswerRecord & Pick<NewAnswer, 'messageId'> & { readonly prompt: string | null }
  >(
    `select id, chat_id as "chatId", person_id as "personId", session_id as "sessionId", question,
            answer, trace, prompt, message_id as "messageId", created_at as "createdAt"
       from answers
      where workspace_id = $1 and id = $2`,
    [workspaceId, id],
  )
  return rows[0] ?? null
}

/** The answers of a session. */
export async function listAnswersOf(
  db: Db,
  workspaceId: WorkspaceId,
  sessionId: SessionId,
): Promise<AnswerId[]> {
  const rows = await db.query<{ id: AnswerId }>(
    'select id from answers where workspace_id = $1 and session_id = $2',
    [workspaceId, sessionId],
  )
  return rows.map((row) => row.id)
}
