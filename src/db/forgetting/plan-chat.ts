import type { Dependent } from './plan.ts'

/* What belongs to a chat alone, or to a person who is known from that chat only. As in plan.ts, every statement has
 * the workspace as $1, the ids as $2, and some the time as $3. */

const CHANNEL_IDS = `select channel, external_id from chats where workspace_id = $1 and id = any($2::bigint[])`

/**
 * Rows of a chat, by chat id, once its messages, sessions and files are forgotten. Links, corrections,
 * conversations and pins go with their message or their chat by foreign keys.
 */
export const OWNED_BY_CHAT: readonly Dependent[] = [
  { delete: 'answers', where: 'chat_id = any($2::bigint[])' },
  { delete: 'session_tags', where: 'chat_id = any($2::bigint[])' },
  { delete: 'session_summaries', where: 'chat_id = any($2::bigint[])' },
  { delete: 'rolling_summaries', where: 'chat_id = any($2::bigint[])' },
  { delete: 'topic_summaries', where: 'chat_id = any($2::bigint[])' },
  { delete: 'memory_owners', where: 'chat_id = any($2::bigint[])' },
  { delete: 'facts', where: 'chat_id = any($2::bigint[])' },
  { delete: 'notes', where: 'chat_id = any($2::bigint[])' },
  { delete: 'embeddings', where: 'chat_id = any($2::bigint[])' },
  { delete: 'file_terms', where: 'chat_id = any($2::bigint[])' },
  { delete: 'usage', where: 'chat_id = any($2::bigint[])' },
  {
    delete: 'spend',
    where: `split_part(owner_kind, ':', 1) = 'chat' and owner_id = any($2::bigint[])`,
  },
  { delete: 'prompts', where: 'chat_id = any($2::bigint[])' },
  { delete: 'data_versions', where: 'chat_id = any($2::bigint[])' },
  // Events that were received and not processed yet. Processed ones stay as ids, so that none is processed twice.
  {
    empty: 'inbox',
    set: 'payload = null, problem = null, done_at = $3',
    where: `done_at is null and (channel, chat) in (${CHANNEL_IDS})`,
  },
  {
    empty: 'inbox',
    set: 'author = null, chat = null',
    where: `(channel, chat) in (${CHANNEL_IDS})`,
  },
  { delete: 'outbox', where: `(channel, chat) in (${CHANNEL_IDS})` },
  { delete: 'bot_chats', where: `(channel, chat) in (${CHANNEL_IDS})` },
  { delete: 'chats', where: 'id = any($2::bigint[])' },
]

/** Counters of a person, by person id, who has nothing else. */
export const COUNTED_FOR_PERSON: readonly Dependent[] = [
  { delete: 'memory_owners', where: 'person_id = any($2::bigint[])' },
  { delete: 'data_versions', where: 'person_id = any($2::bigint[])' },
  { delete: 'usage', where: 'person_id = any($2::bigint[])' },
  {
    delete: 'spend',
    where: `split_part(owner_kind, ':', 1) = 'person' and owner_id = any($2::bigint[])`,
  },
  { delete: 'people', where: 'id = any($2::bigint[])' },
]
