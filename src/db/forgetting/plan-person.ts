import { type Dependent, EMPTY_COPIES } from './plan.ts'

/* What belongs to a person, by person id. As in plan.ts, every statement has the workspace as $1, the ids as $2, and
 * some the time as $3. */

/** Private chats in which nobody but these people and bots wrote. */
const PRIVATE_CHATS = `select c.id from chats c where c.workspace_id = $1 and c.kind <> 'group'
  and exists (select 1 from messages m where m.workspace_id = $1 and m.chat_id = c.id and m.author_id = any($2::bigint[]))`

const OWNERS = `select 'p' || id from unnest($2::bigint[]) as p(id)`
const OWN_SESSIONS =
  'select id from sessions where workspace_id = $1 and person_id = any($2::bigint[])'
/** Stated by them, about them, or in their private memory. */
const OWN_FACTS = `select id from facts where workspace_id = $1 and (said_by = any($2::bigint[])
  or subject_id = any($2::bigint[]) or person_id = any($2::bigint[]))`
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
  { delete: 'embeddings', where: `owner_kind = 'fact' and owner_id in (${OWN_FACTS})` },
  { delete: 'facts', where: `id in (${OWN_FACTS})` },
  { delete: 'link_codes', where: 'person_id = any($2::bigint[])' },
  { delete: 'rolling_summaries', where: `owner in (${OWNERS})` },
  { delete: 'topic_summaries', where: `owner in (${OWNERS})` },
  { delete: 'memory_owners', where: `owner in (${OWNERS})` },
  {
    delete: 'spend',
    where: `split_part(owner_kind, ':', 1) = 'person' and owner_id = any($2::bigint[])`,
  },
  { delete: 'usage', where: 'person_id = any($2::bigint[])' },
  ...COPIED_FROM_PERSON,
  // Events that were received and not processed yet.
  {
    empty: 'inbox',
    set: 'payload = null, problem = null, done_at = $3',
    where: `done_at is null and (channel, author) in (${OWN_NAMES})`,
  },
  // A private chat is named after its person.
  {
    empty: 'bot_chats',
    set: 'title = null',
    where: `not is_group and (channel, chat) in (select c.channel, c.external_id from chats c
              where c.workspace_id = $1 and c.id in (${PRIVATE_CHATS}))`,
  },
  { empty: 'chats', set: 'title = null', where: `id in (${PRIVATE_CHATS})` },
  {
    empty: 'people',
    set: 'name = null, username = null, timezone = null, forgotten_at = $3',
    where: 'id = any($2::bigint[])',
  },
]
