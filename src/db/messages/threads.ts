import type { ChatKind } from '../../domain/chat.ts'
import type { ChatId, PersonId, WorkspaceId } from '../../domain/ids.ts'
import { HIDDEN_NAME, HIDDEN_TEXT } from '../../domain/message.ts'
import type { Db } from '../engine/database.ts'

/* Chats and their threads, by their newest message. No chat is read as a whole: threads are found by jumping from
 * one to the next in the index, the newest message of each is the end of its index range, and counting ends at a
 * thousand: the fifty newest of 470 threads take PGlite 80 ms. */

/** Chats beyond this number are old ones, of no use in the list. */
const MAX_CHATS = 5_000
/** A larger number is of no use in a list; the timeline has the exact one. */
const MAX_COUNTED = 1_000
const EXCERPT = 160

/** A chat outside its threads, or one of its threads, with its newest message. */
export type Thread = {
  readonly chatId: ChatId
  readonly channel: string
  readonly externalId: string
  readonly kind: ChatKind
  readonly title: string | null
  readonly topic: string | null
  readonly lastAt: Date
  readonly lastText: string
  readonly lastAuthor: string
  /** Counted no further than MAX_COUNTED. */
  readonly messages: number
}

/** A page starts after this thread. */
export type ThreadKey = Pick<Thread, 'lastAt' | 'chatId' | 'topic'>

type ThreadQuery = {
  /** Only chats with a message of this person; null for all. */
  readonly spokenBy: PersonId | null
  readonly after: ThreadKey | null
  readonly limit: number
}

const LIVE = (chat: string) =>
  `m.workspace_id = $1 and m.chat_id = ${chat} and m.deleted_at is null and m.kind = 'message'`
const LAST = `order by m.topic desc, m.sent_at desc, m.position desc, m.id desc limit 1`
const lastOf = (topic: string) =>
  `lateral (select m.id, m.sent_at from messages m where ${LIVE('t.chat_id')} and ${topic} ${LAST}) l`

const THREADS = `
  with recursive seen as materialized (
    select c.id as chat_id from chats c
     where c.workspace_id = $1
       and ($2::bigint is null or exists (
             select 1 from messages s
              where s.workspace_id = $1 and s.chat_id = c.id and s.author_id = $2))
     order by c.id desc limit ${MAX_CHATS}),
  topics as (
    select s.chat_id, n.topic from seen s,
           lateral (select m.topic from messages m
                     where ${LIVE('s.chat_id')} and m.topic is not null order by m.topic limit 1) n
    union all
    select t.chat_id, n.topic from topics t,
           lateral (select m.topic from messages m
                     where ${LIVE('t.chat_id')} and m.topic > t.topic order by m.topic limit 1) n),
  latest as (
    select t.chat_id, null::text as topic, l.id, l.sent_at from seen t, ${lastOf('m.topic is null')}
    union all
    select t.chat_id, t.topic, l.id, l.sent_at from topics t, ${lastOf('m.topic = t.topic')}),
  page as materialized (
    select * from latest
     where $3::timestamptz is null or (sent_at, chat_id, coalesce(topic, '')) < ($3, $4, $5)
     order by sent_at desc, chat_id desc, coalesce(topic, '') desc limit $6)`

const counted = (topic: string) =>
  `(select count(*) from (select 1 from messages m
     where ${LIVE('t.chat_id')} and ${topic} limit ${MAX_COUNTED}) x)`

/** The threads with the newest messages, newest first. */
export async function listThreads(
  db: Db,
  workspaceId: WorkspaceId,
  { spokenBy, after, limit }: ThreadQuery,
): Promise<Thread[]> {
  const rows = await db.query<Thread & { isHidden: boolean }>(
    `${THREADS}
     select t.chat_id as "chatId", c.channel, c.external_id as "externalId", c.kind, c.title, t.topic,
            t.sent_at as "lastAt", left(m.text, ${EXCERPT}) as "lastText",
            coalesce(p.name, p.username, p.external_id) as "lastAuthor",
            p.memory_opt_out and c.kind = 'group' as "isHidden",
            (case when t.topic is null then ${counted('m.topic is null')}
                  else ${counted('m.topic = t.topic')} end)::int as messages
       from page t
       join chats c on c.workspace_id = $1 and c.id = t.chat_id
       join messages m on m.workspace_id = $1 and m.id = t.id
       join people p on p.workspace_id = $1 and p.id = m.author_id
      order by t.sent_at desc, t.chat_id desc, coalesce(t.topic, '') desc`,
    [
      workspaceId,
      spokenBy,
      after?.lastAt.toISOString() ?? null,
      after?.chatId ?? null,
      after?.topic ?? '',
      limit,
    ],
  )
  return rows.map(({ isHidden, ...thread }) =>
    isHidden ? { ...thread, lastText: HIDDEN_TEXT, lastAuthor: HIDDEN_NAME } : thread,
  )
}
