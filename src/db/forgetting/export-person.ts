import type { PersonId, WorkspaceId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'

/* All data stored on a person, table by table, under all their names. */

/** Rows of one table, as stored; without columns that only machines read. */
export type Exported = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

const BY_PERSON: Readonly<Record<string, string>> = {
  people: `select id, channel, external_id, name, username, timezone, memory_opt_out, same_as, created_at
             from people where workspace_id = $1 and id = any($2::bigint[]) order by id`,
  messages: `select m.id, c.channel || ':' || c.external_id as chat, m.external_id as message_id,
                    m.sent_at, m.edited_at, m.text, m.reply_to, m.quote, m.topic, m.media, m.reactions
               from messages m join chats c on c.workspace_id = m.workspace_id and c.id = m.chat_id
              where m.workspace_id = $1 and m.author_id = any($2::bigint[]) and m.deleted_at is null
              order by m.sent_at, m.id`,
  sessions: `select id, started_at, ended_at, last_seen_at, status, close_reason, active_topics, metadata, turn_count
               from sessions where workspace_id = $1 and person_id = any($2::bigint[]) order by started_at, id`,
  turns: `select t.session_id, t.number, t.question, t.answer, t.created_at
            from turns t join sessions s on s.workspace_id = t.workspace_id and s.id = t.session_id
           where t.workspace_id = $1 and s.person_id = any($2::bigint[])
           order by t.created_at, t.session_id, t.number`,
  answers: `select id, session_id, question, answer, trace, created_at
              from answers where workspace_id = $1 and person_id = any($2::bigint[]) order by created_at, id`,
  session_summaries: `select session_id, text, message_ids, turn_numbers, model_id, ended_at, created_at, corrected_at
                        from session_summaries
                       where workspace_id = $1 and person_id = any($2::bigint[]) order by ended_at, session_id`,
  session_tags: `select session_id, tag, confidence from session_tags
                  where workspace_id = $1 and person_id = any($2::bigint[]) order by session_id, tag`,
  rolling_summaries: `select kind, text, session_ids, model_id, updated_at from rolling_summaries
                       where workspace_id = $1 and person_id = any($2::bigint[]) order by kind`,
  topic_summaries: `select slug, title, text, session_ids, model_id, built_at from topic_summaries
                     where workspace_id = $1 and person_id = any($2::bigint[]) order by slug`,
  notes: `select text, created_at from notes
           where workspace_id = $1 and person_id = any($2::bigint[]) order by created_at, id`,
  facts: `select text, attribute, key, value, said_at, valid_from, valid_to, status, created_at from facts
           where workspace_id = $1 and (said_by = any($2::bigint[]) or subject_id = any($2::bigint[]))
           order by said_at, id`,
  link_corrections: `select l.kind, c.channel || ':' || c.external_id as chat, m.external_id as message_id,
                            o.external_id as other_id, l.created_at
                       from link_corrections l
                       join chats c on c.workspace_id = l.workspace_id and c.id = l.chat_id
                       join messages m on m.workspace_id = l.workspace_id and m.id = l.message_id
                       left join messages o on o.workspace_id = l.workspace_id and o.id = l.other_id
                      where l.workspace_id = $1 and l.person_id = any($2::bigint[])
                      order by l.created_at, l.id`,
  files: `select f.id, f.path, f.content_type, f.content as text, f.created_at
            from files f where f.workspace_id = $1 and f.person_id = any($2::bigint[]) order by f.path, f.id`,
  embeddings: `select owner_kind, owner_id, model_id, created_at from embeddings e
                where workspace_id = $1 and (person_id = any($2::bigint[]) or (owner_kind = 'message' and owner_id in
                      (select id from messages where workspace_id = $1 and author_id = any($2::bigint[]))))
                order by owner_kind, owner_id`,
  spend: `select day, owner_kind as kind, tokens, cost_usd from spend
           where workspace_id = $1 and split_part(owner_kind, ':', 1) = 'person' and owner_id = any($2::bigint[])
           order by day, owner_kind`,
}

/** Reads all data on a person. */
export async function exportPerson(
  db: Db,
  workspaceId: WorkspaceId,
  people: readonly PersonId[],
): Promise<Exported> {
  const tables: Record<string, readonly Record<string, unknown>[]> = {}
  for (const [table, sql] of Object.entries(BY_PERSON)) {
    tables[table] = await db.query<Record<string, unknown>>(sql, [workspaceId, people])
  }
  return tables
}
