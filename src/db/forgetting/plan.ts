import { ERASE_REASONS } from '../answers/erase-answers.ts'

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

/** Private chats in which nobody but these people and bots wrote. */
const PRIVATE_CHATS = `select c.id from chats c where c.workspace_id = $1 and c.kind <> 'group'
  and exists (select 1 from messages m where m.workspace_id = $1 and m.chat_id = c.id and m.author_id = any($2::bigint[]))`

/** By kind of the row that is forgotten. */
export const DEPENDENTS: Readonly<Record<RowKind, readonly Dependent[]>> = {
  message: [
    {
      follow: 'answer',
      select: `select id from answers where workspace_id = $1 and (source_message_ids && $2::bigint[] or ${ASKED_BY})`,
    },
    {
      follow: 'session',
      select: `select distinct session_id as id from messages
                where workspace_id = $1 and id = any($2::bigint[]) and session_id is not null`,
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

const OWNERS = `select 'p' || id from unnest($2::bigint[]) as p(id)`
const OWN_SESSIONS =
  'select id from sessions where workspace_id = $1 and person_id = any($2::bigint[])'
const OWN_NAMES = `select channel, external_id from people
  where workspace_id = $1 and id = any($2::bigint[])`

/** Copies of messages that are not stored themselves, by person id: the replies name their author. */
export const COPIED_FROM_PERSON: readonly Dependent[] = [
  {
    empty: 'messages',
    set: EMPTY_COPIES,
    where: `context_snapshot is not null and (chat_id, context_snapshot ->> 'authorId') in
              (select c.id, n.external_id from (${OWN_NAMES}) n
                 join chats c on c.workspace_id = $1 and c.channel = n.channel)`,
  },
]

/** Rows of a person alone, by person id. The row in `people` stays, without names: it holds the opt-out. */
export const OWNED_BY_PERSON: readonly Dependent[] = [
  // Their questions in sessions of others.
  {
    empty: 'turns',
    set: `question = '', answer = null, rewritten_query = null, sources = '[]', reasoning_steps = '[]'`,
    where: 'asked_by = any($2::bigint[])',
  },
  { delete: 'turns', where: `session_id in (${OWN_SESSIONS})` },
  { delete: 'answers', where: 'person_id = any($2::bigint[])' },
  { delete: 'sessions', where: 'person_id = any($2::bigint[])' },
  { delete: 'notes', where: 'person_id = any($2::bigint[])' },
  { delete: 'link_codes', where: 'person_id = any($2::bigint[])' },
  { delete: 'rolling_summaries', where: `owner in (${OWNERS})` },
  { delete: 'topic_summaries', where: `owner in (${OWNERS})` },
  { delete: 'memory_owners', where: `owner in (${OWNERS})` },
  { delete: 'spend', where: `owner_kind = 'person' and owner_id = any($2::bigint[])` },
  { delete: 'usage', where: 'person_id = any($2::bigint[])' },
  ...COPIED_FROM_PERSON,
  // Updates that were received and not processed yet.
  {
    empty: 'inbox',
    set: 'payload = null, problem = null, done_at = $3',
    where: `done_at is null and (channel, author) in (${OWN_NAMES})`,
  },
  // A private chat is named after its person.
  {
    empty: 'telegram_chats',
    set: 'title = null',
    where: `not is_group and chat in (select c.external_id from chats c where c.workspace_id = $1
              and c.channel = 'telegram' and c.id in (${PRIVATE_CHATS}))`,
  },
  { empty: 'chats', set: 'title = null', where: `id in (${PRIVATE_CHATS})` },
  {
    empty: 'people',
    set: 'name = null, username = null, timezone = null, forgotten_at = $3',
    where: 'id = any($2::bigint[])',
  },
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
  'telegram_chats',
  'inbox',
  'outbox',
  // The key of a lease on a topic contains its slug.
  'leases',
] as const
