import { ERASE_REASONS } from '../answers/erase-answers.ts'
import { PARTS_WITH_MESSAGES } from '../sessions/conversation-sessions.ts'

/* What depends on what, and what becomes of it. The only list of its kind: a new table that repeats text of messages,
 * sessions, answers or files, or names their ids, gets a line here. test/forgetting.test.ts compares it with the schema
 * and searches every column after random sequences of deletions.
 *
 *   message ──▶ answers made from it ──▶ the messages that posted them ──▶ …
 *      │              ├──▶ later answers of their sessions ──▶ …
 *      │              └──▶ their sessions
 *      └──▶ its session ──▶ summaries (rebuilt) ──▶ answers made with them ──▶ …
 *
 * Every statement has the workspace as $1 and the ids as $2; some have the time as $3. */

export type RowKind = 'message' | 'answer' | 'session' | 'file'

/** Rows that are deleted, columns that are emptied, or further rows to forget. */
export type Dependent =
  | { readonly delete: string; readonly where: string }
  | { readonly empty: string; readonly set: string; readonly where: string }
  | { readonly follow: RowKind; readonly select: string }

/** Columns of a reply that repeat its parent. */
export const EMPTY_COPIES = 'context_snapshot = null, quote = null, raw = null'

/** Answers to a question that is one of these messages. */
const ASKED_BY = `(chat_id, message_id) in (select m.chat_id, m.external_id from messages m
  where m.workspace_id = $1 and m.id = any($2::bigint[]))`

/** Copies of a message in its replies, by its id. */
const REPLIES: Dependent = {
  empty: 'messages',
  set: EMPTY_COPIES,
  where: `(chat_id, reply_to) in (select m.chat_id, m.external_id from messages m
            where m.workspace_id = $1 and m.id = any($2::bigint[]))`,
}

const VECTORS: Dependent = {
  delete: 'embeddings',
  where: `owner_kind = 'message' and owner_id = any($2::bigint[])`,
}

const FACTS_FROM = 'select id from facts where workspace_id = $1 and message_ids && $2::bigint[]'

/** By kind of the row that is forgotten. */
export const DEPENDENTS: Readonly<Record<RowKind, readonly Dependent[]>> = {
  message: [
    {
      follow: 'answer',
      select: `select id from answers where workspace_id = $1 and (source_message_ids && $2::bigint[] or ${ASKED_BY})`,
    },
    {
      follow: 'session',
      select: `select session_id as id from messages
                where workspace_id = $1 and id = any($2::bigint[]) and session_id is not null
                union ${PARTS_WITH_MESSAGES}`,
    },
    { empty: 'answers', set: ERASE_REASONS, where: 'candidate_message_ids && $2::bigint[]' },
    // A question that is this message.
    {
      empty: 'answers',
      set: `question = ''`,
      where: ASKED_BY,
    },
    {
      empty: 'turns',
      set: `question = '', rewritten_query = null`,
      where: `(session_id, message_id) in (select s.id, m.external_id from messages m
                 join sessions s on s.workspace_id = m.workspace_id and s.chat_id = m.chat_id
                where m.workspace_id = $1 and m.id = any($2::bigint[]))`,
    },
    REPLIES,
    {
      delete: 'message_links',
      where: 'from_id = any($2::bigint[]) or to_id = any($2::bigint[])',
    },
    // The counters of their conversations are computed again by forget.ts.
    { delete: 'conversation_members', where: 'message_id = any($2::bigint[])' },
    // The periods of other statements about the same subjects are computed again by forget.ts.
    { delete: 'embeddings', where: `owner_kind = 'fact' and owner_id in (${FACTS_FROM})` },
    { delete: 'facts', where: 'message_ids && $2::bigint[]' },
    {
      delete: 'link_corrections',
      where: 'message_id = any($2::bigint[]) or other_id = any($2::bigint[])',
    },
    { delete: 'context_references', where: 'message_id = any($2::bigint[])' },
    VECTORS,
    { delete: 'usage', where: `owner_kind = 'message' and owner_id = any($2::bigint[])` },
    // The empty row stays, so that a late redelivery changes nothing.
    {
      empty: 'messages',
      set: `terms = null, term_count = 0, text = '', ${EMPTY_COPIES}, media = '[]', reactions = null,
            deleted_at = coalesce(deleted_at, $3)`,
      where: 'id = any($2::bigint[])',
    },
  ],
  answer: [
    // The messages in which a bot posted it, on any channel.
    {
      follow: 'message',
      select: `select distinct m.id from outbox o
                 join chats c on c.workspace_id = o.workspace_id and c.channel = o.channel and c.external_id = o.chat
                 join messages m on m.workspace_id = o.workspace_id and m.chat_id = c.id
                                and m.external_id = any(o.sent_ids)
                where o.workspace_id = $1 and o.answer_id = any($2::text[]) and m.deleted_at is null`,
    },
    // Later answers of the session: the turn was in their prompts.
    {
      follow: 'answer',
      select: `select id from answers where workspace_id = $1 and source_answer_ids && $2::text[]`,
    },
    {
      follow: 'session',
      select: `select distinct session_id as id from answers
                where workspace_id = $1 and id = any($2::text[]) and session_id is not null`,
    },
  ],
  session: [
    {
      follow: 'answer',
      select: `select id from answers where workspace_id = $1 and source_session_ids && $2::text[]`,
    },
    { empty: 'answers', set: 'prompt = null', where: 'session_id = any($2::text[])' },
  ],
  file: [
    {
      follow: 'answer',
      select: `select id from answers where workspace_id = $1 and source_file_ids && $2::bigint[]`,
    },
    { delete: 'context_references', where: 'file_id = any($2::bigint[])' },
  ],
}

/** What makes a message findable, by message id: gone while its author is opted out, and indexed again afterwards. */
export const HIDDEN_MESSAGE: readonly Dependent[] = [
  REPLIES,
  VECTORS,
  { empty: 'messages', set: 'terms = null, term_count = 0', where: 'id = any($2::bigint[])' },
]

/**
 * Everything derived from sessions, by session id. Upkeep rebuilds it from what remains. Nothing is ever edited: a
 * summary with one fact cut out may still repeat it in other words.
 */
export const DERIVED_FROM_SESSION: readonly Dependent[] = [
  {
    delete: 'embeddings',
    where: `owner_kind = 'session' and owner_id in (select id from session_summaries
              where workspace_id = $1 and session_id = any($2::text[]))`,
  },
  { delete: 'session_tags', where: 'session_id = any($2::text[])' },
  { delete: 'session_summaries', where: 'session_id = any($2::text[])' },
]

/** Memory that sessions were folded into; the other sessions it held are folded again. */
export const FOLDED_FROM_SESSION: readonly Dependent[] = [
  {
    empty: 'sessions',
    set: 'history_included_at = null',
    where: `id in (select unnest(session_ids) from rolling_summaries
              where workspace_id = $1 and kind = 'history' and session_ids && $2::text[])`,
  },
  { delete: 'rolling_summaries', where: 'session_ids && $2::text[]' },
  { delete: 'topic_summaries', where: 'session_ids && $2::text[]' },
]

/**
 * Tables that hold text of people, or numbers made of it. Their files are rewritten after a person is forgotten
 * (scrub.ts); the others hold ids, settings and counters.
 */
export const TABLES_WITH_TEXT = [
  'messages',
  'turns',
  'answers',
  'sessions',
  'facts',
  'session_summaries',
  'session_tags',
  'rolling_summaries',
  'topic_summaries',
  'embeddings',
  'files',
  'chunks',
  'file_terms',
  'notes',
  'people',
  'chats',
  'context_references',
  'message_links',
  'bot_chats',
  'inbox',
  'outbox',
  // The key of a lease on a topic contains its slug.
  'leases',
] as const
