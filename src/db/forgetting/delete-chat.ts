import type {
  ChatId,
  FileId,
  MessageId,
  PersonId,
  SessionId,
  WorkspaceId,
} from '../../domain/ids.ts'
import type { MemoryOwner } from '../../domain/memory.ts'
import { bumpVersion } from '../engine/data-versions.ts'
import type { Db } from '../engine/database.ts'
import { listAnswersShowing, listEnteredOfChat } from '../facts/entered-facts.ts'
import { lockChat } from '../messages/chats.ts'
import { stopWork } from './drop-derived.ts'
import { forget } from './forget.ts'
import { lockForgetting } from './lock-forgetting.ts'
import { COUNTED_FOR_PERSON, OWNED_BY_CHAT } from './plan-chat.ts'
import { runPlan } from './run-plan.ts'

/* Deleting a chat, in batches: each function deletes some rows, in a transaction of the caller that has locked the
 * chat, and returns how many. The row of the chat is the last, so that a deletion that was interrupted can be found
 * and continued. */

/** Rows per transaction: others must not wait for all of them. */
const BATCH = 500
/** A file has many chunks. */
const FILES_PER_BATCH = 20

type Some = { readonly workspaceId: WorkspaceId; readonly chatId: ChatId; readonly now: Date }

/** Keeps upkeep from summarising the sessions of a chat while it is being deleted: that costs model calls. */
export async function stopSummaries(db: Db, { workspaceId, chatId }: Some): Promise<void> {
  await db.query(
    `update sessions set memory = 'unwanted' where workspace_id = $1 and chat_id = $2`,
    [workspaceId, chatId],
  )
}

/** Deletes some messages, with all that depends on them (plan.ts); no empty row stays. */
export async function deleteSomeMessages(db: Db, some: Some): Promise<number> {
  const { workspaceId, chatId, now } = some
  const messages = await idsOf<MessageId>(db, 'messages', some, BATCH)
  await forget(db, workspaceId, { messages }, { answers: 'delete', now })
  await deleteMessageRows(db, workspaceId, messages)
  if (messages.length > 0) await bumpVersion(db, workspaceId, { chatId, personId: null })
  return messages.length
}

/** Deletes the rows of messages that are forgotten: the same messages may be stored again. */
export async function deleteMessageRows(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly MessageId[],
): Promise<void> {
  await db.query('delete from messages where workspace_id = $1 and id = any($2::bigint[])', [
    workspaceId,
    ids,
  ])
}

/** Deletes some sessions, with their turns and the memory made from them. */
export async function deleteSomeSessions(db: Db, some: Some): Promise<number> {
  const { workspaceId, now } = some
  const sessions = await idsOf<SessionId>(db, 'sessions', some, BATCH)
  await forget(db, workspaceId, { sessions }, { answers: 'delete', now })
  await db.query('delete from sessions where workspace_id = $1 and id = any($2::text[])', [
    workspaceId,
    sessions,
  ])
  return sessions.length
}

/** Deletes some files that belong to the chat. Files of the workspace that are pinned there stay. */
export async function deleteSomeFiles(db: Db, some: Some): Promise<number> {
  const files = await idsOf<FileId>(db, 'files', some, FILES_PER_BATCH)
  await forget(db, some.workspaceId, { files }, { answers: 'delete', now: some.now })
  return files.length
}

async function idsOf<Id>(
  db: Db,
  table: 'messages' | 'sessions' | 'files' | 'answers',
  { workspaceId, chatId }: Some,
  limit: number | null,
): Promise<Id[]> {
  const rows = await db.query<{ id: Id }>(
    `select id from ${table} where workspace_id = $1 and chat_id = $2 limit $3`,
    [workspaceId, chatId, limit],
  )
  return rows.map(({ id }) => id)
}

/** Deletes the chat and its remaining rows; false if messages, sessions or files have arrived meanwhile. */
export async function deleteChatRow(db: Db, some: Some): Promise<boolean> {
  const { workspaceId, chatId, now } = some
  // Waits for those who are storing something in the chat; who comes later finds no chat.
  await db.query('select 1 from chats where workspace_id = $1 and id = $2 for update', [
    workspaceId,
    chatId,
  ])
  await lockChat(db, chatId)
  for (const table of ['messages', 'sessions', 'files'] as const) {
    if ((await idsOf(db, table, some, 1)).length > 0) return false
  }
  await lockForgetting(db, workspaceId, 'exclusive')
  // Questions without a session, contexts that were built, and what people were answered elsewhere from facts of this chat.
  const entered = await listEnteredOfChat(db, workspaceId, chatId)
  const answers = [
    ...(await idsOf<string>(db, 'answers', some, null)),
    ...(await listAnswersShowing(db, workspaceId, entered)),
  ]
  await forget(db, workspaceId, { answers }, { answers: 'delete', now })
  const owners = await db.query<MemoryOwner>(
    `select owner as key, chat_id as "chatId", person_id as "personId" from memory_owners
      where workspace_id = $1 and chat_id = $2`,
    [workspaceId, chatId],
  )
  await stopWork(db, workspaceId, { sessionIds: [], owners }, now)
  await runPlan(db, workspaceId, OWNED_BY_CHAT, { ids: [chatId], now })
  await bumpVersion(db, workspaceId, { chatId: null, personId: null })
  return true
}

/** People per transaction: for each the database looks for messages of theirs. */
const PEOPLE_PER_BATCH = 50

/** SQL: nothing names the person `p`. */
const HAS_NOTHING = [
  'messages.author_id',
  'sessions.person_id',
  'turns.asked_by',
  'answers.person_id',
  'notes.person_id',
  'facts.said_by',
  'facts.subject_id',
  'facts.person_id',
  'files.person_id',
  'link_corrections.person_id',
  'link_codes.person_id',
  'people.same_as',
]
  .map((column) => {
    const [table] = column.split('.')
    return `not exists (select 1 from ${table} where ${table}.workspace_id = $1 and ${column} = p.id)`
  })
  .join(' and ')

/**
 * Deletes some people of a channel who are known from deleted messages only. Who opted out, is linked to another
 * account or has an API key (`keep`) stays.
 */
export async function deleteStrangers(
  db: Db,
  workspaceId: WorkspaceId,
  { channel, keep, now }: StrangerQuery,
): Promise<number> {
  const locked = await db.query<{ id: PersonId }>(
    `select p.id from people p
      where p.workspace_id = $1 and p.channel = $2 and p.id <> all($3::bigint[])
        and not p.memory_opt_out and p.same_as is null and ${HAS_NOTHING}
      limit ${PEOPLE_PER_BATCH} for update skip locked`,
    [workspaceId, channel, keep],
  )
  // Again under the lock: a message may have been stored just before it was taken.
  const rows = await db.query<{ id: PersonId }>(
    `select p.id from people p
      where p.workspace_id = $1 and p.id = any($2::bigint[]) and ${HAS_NOTHING}`,
    [workspaceId, locked.map(({ id }) => id)],
  )
  const ids = rows.map(({ id }) => id)
  await runPlan(db, workspaceId, COUNTED_FOR_PERSON, { ids, now })
  return ids.length
}

export type StrangerQuery = {
  readonly channel: string
  readonly keep: readonly PersonId[]
  readonly now: Date
}
