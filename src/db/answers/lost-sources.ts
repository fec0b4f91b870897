import type { AnswerId, FactId, MessageId, WorkspaceId } from '../../domain/ids.ts'
import type { StoredTurn } from '../../domain/session.ts'
import type { Db } from '../engine/database.ts'

/** What was in the prompt of an answer, as far as its row does not name it. */
export type ShownInPrompt = {
  /** When the answer was begun. */
  readonly startedAt: Date
  /** Owner of the memory that was read; null for none. */
  readonly memoryOwner: string | null
  /** Replies that were shown with a copy of their parent. */
  readonly copyIds: readonly MessageId[]
  /** The channel's id of the message that the question quotes; null for none. */
  readonly quotedId: string | null
  /** Entered facts, of those that this scope sees. */
  readonly factIds: readonly FactId[]
  /** Earlier turns of the session. */
  readonly turns: readonly StoredTurn[]
}

export type LostSources = {
  /** Deleted messages that the answer or its trace may repeat. */
  readonly messages: readonly MessageId[]
  /** True if the answer may repeat something that is gone. */
  readonly isOutdated: boolean
  /** True if the asker was forgotten, or deleted with the only chat they were known from: the question is gone too. */
  readonly isAskerForgotten: boolean
}

/** Finds what was forgotten while an answer was made, after the answer has been stored in the same transaction. */
export async function findLostSources(
  db: Db,
  workspaceId: WorkspaceId,
  id: AnswerId,
  shown: ShownInPrompt,
): Promise<LostSources> {
  const messages = await db.query<{ id: MessageId }>(
    `select m.id from answers a join messages m on m.workspace_id = a.workspace_id and m.chat_id = a.chat_id
      where a.workspace_id = $1 and a.id = $2 and m.deleted_at is not null
        and (m.id = any(a.source_message_ids || a.candidate_message_ids) or m.external_id = a.message_id)`,
    [workspaceId, id],
  )
  const { startedAt, memoryOwner, copyIds, quotedId, factIds, turns } = shown
  const rows = await db.query<Omit<LostSources, 'messages'>>(
    `select exists (select 1 from people p where p.workspace_id = $1 and p.id = a.person_id
                       and p.forgotten_at > $3)
              or a.person_id is not null and not exists (
                select 1 from people p where p.workspace_id = $1 and p.id = a.person_id) as "isAskerForgotten", (
       exists (${MISSING('messages', 'a.source_message_ids')})
       or exists (${MISSING('files', 'a.source_file_ids')})
       or a.source_session_ids <> '{}' and exists (
         select 1 from memory_owners o where o.workspace_id = $1 and o.owner = $4 and o.forgotten_at > $3)
       or exists (select 1 from messages m where m.workspace_id = $1 and m.id = any($5::bigint[])
                     and m.quote is null and m.context_snapshot is null)
       or exists (select 1 from messages m where m.workspace_id = $1 and m.chat_id = a.chat_id
                     and m.external_id = $6 and m.deleted_at is not null)
       or exists (select 1 from unnest($10::bigint[]) as x(id) where not exists (
         select 1 from facts f where f.workspace_id = $1 and f.id = x.id and f.text <> ''))
       or exists (select 1 from unnest($7::text[], $8::int[], $9::text[]) as t(session_id, number, answer)
                    left join turns e on e.workspace_id = $1 and e.session_id = t.session_id and e.number = t.number
                   where e.answer is distinct from t.answer)) as "isOutdated"
       from answers a where a.workspace_id = $1 and a.id = $2`,
    [
      workspaceId,
      id,
      startedAt.toISOString(),
      memoryOwner,
      copyIds,
      quotedId,
      turns.map(({ sessionId }) => sessionId),
      turns.map(({ number }) => number),
      turns.map(({ answer }) => answer),
      factIds,
    ],
  )
  const { isOutdated = false, isAskerForgotten = false } = rows[0] ?? {}
  return { messages: messages.map((row) => row.id), isOutdated, isAskerForgotten }
}

/** SQL: the ids of an array that no row of the table has. */
const MISSING = (table: string, ids: string) =>
  `select 1 from unnest(${ids}) as x(id)
    where not exists (select 1 from ${table} r where r.workspace_id = $1 and r.id = x.id)`
