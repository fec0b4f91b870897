import type { BotRef } from '../../domain/channels/bot.ts'
import type { PendingSend, Send, SendState } from '../../domain/channels/send.ts'
import type { WorkspaceId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'

/* The outbox. A row changes state only by an update that names the allowed previous states, so that of two
 * concurrent attempts one succeeds. */

const COLUMNS = `id, channel, kind, cause, detail, chat, is_group as "isGroup", topic, message_id as "messageId", person, state,
  answer_id as "answerId", draft_id as "draftId", next_part as "nextPart", sent_ids as "sentIds",
  tries, problem, created_at as "createdAt", changed_at as "changedAt"`

/** Enqueues sends; idempotent by cause. */
export async function enqueueSend(
  db: Db,
  workspaceId: WorkspaceId,
  { channel, bot }: BotRef,
  pending: readonly PendingSend[],
  now: Date,
): Promise<void> {
  for (const one of pending) {
    await db.query(
      `insert into outbox (workspace_id, channel, bot, cause, kind, detail, chat, is_group, topic, message_id,
                           person, not_before, created_at, changed_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)
       on conflict (workspace_id, channel, bot, cause) do nothing`,
      [
        workspaceId,
        channel,
        bot,
        one.cause,
        one.kind,
        one.detail,
        one.chat,
        one.isGroup,
        one.topic,
        one.messageId,
        one.person,
        (one.notBefore ?? now).toISOString(),
        now.toISOString(),
      ],
    )
  }
}

/** Due sends, oldest first. */
export async function listPendingSends(
  db: Db,
  workspaceId: WorkspaceId,
  { channel, bot }: BotRef,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<Send[]> {
  return db.query<Send>(
    `select ${COLUMNS} from outbox
      where workspace_id = $1 and channel = $2 and bot = $3 and state in ('due', 'posted')
        and not_before <= $4
      order by id limit $5`,
    [workspaceId, channel, bot, now.toISOString(), limit],
  )
}

/** A change of a row: from one of these states to another, with other changed columns. */
export type SendChange = {
  readonly from: readonly SendState[]
  readonly to: SendState
  readonly answerId?: string
  readonly draftId?: string
  readonly nextPart?: number
  /** The platform's id of the delivered part; appended to sent_ids. */
  readonly sentId?: string
  readonly notBefore?: Date
  /** Null clears it. */
  readonly problem?: string | null
  readonly isTry?: boolean
}

/** Makes the change; false if the row is in none of the `from` states. */
export async function changeSend(
  db: Db,
  workspaceId: WorkspaceId,
  id: number,
  change: SendChange,
  now: Date,
): Promise<boolean> {
  const rows = await db.query(
    `update outbox
        set state = $4, changed_at = $5,
            answer_id = coalesce($6, answer_id),
            draft_id = coalesce($7, draft_id),
            next_part = coalesce($8, next_part),
            sent_ids = case when $9::text is null then sent_ids else sent_ids || $9::text end,
            not_before = coalesce($10, not_before),
            problem = case when $12::boolean then $11 else problem end,
            tries = tries + $13::int
      where workspace_id = $1 and id = $2 and state = any($3::text[])
     returning id`,
    [
      workspaceId,
      id,
      change.from,
      change.to,
      now.toISOString(),
      change.answerId ?? null,
      change.draftId ?? null,
      change.nextPart ?? null,
      change.sentId ?? null,
      change.notBefore?.toISOString() ?? null,
      change.problem ?? null,
      change.problem !== undefined,
      change.isTry === true ? 1 : 0,
    ],
  )
  return rows.length === 1
}

/**
 * Marks sends that an earlier process began and did not finish as uncertain: they may have arrived or not. Those that began
 * after `repeatable` are due again, once: the platform still recognises the repetition.
 */
export async function markLeftSends(
  db: Db,
  workspaceId: WorkspaceId,
  { channel, bot }: BotRef,
  left: { readonly problem: string; readonly now: Date; readonly repeatable: Date },
): Promise<void> {
  await db.query(
    `update outbox
        set state = case when tries = 0 and changed_at > $6 then 'due' else 'uncertain' end,
            tries = tries + 1, problem = $4, changed_at = $5
      where workspace_id = $1 and channel = $2 and bot = $3 and state = 'sending'`,
    [
      ...[workspaceId, channel, bot, left.problem, left.now.toISOString()],
      left.repeatable.toISOString(),
    ],
  )
}

/** Backs off from a chat whose rate limit was exceeded: nothing is sent there before `until`. */
export async function backOffChat(
  db: Db,
  workspaceId: WorkspaceId,
  { channel, bot }: BotRef,
  { chat, until }: { readonly chat: string; readonly until: Date },
): Promise<void> {
  await db.query(
    `update outbox set not_before = greatest(not_before, $5), limited_until = $5
      where workspace_id = $1 and channel = $2 and bot = $3 and chat = $4 and state in ('due', 'sending')`,
    [workspaceId, channel, bot, chat, until.toISOString()],
  )
}

/** Chats under a rate limit, and until when; the limit may have been reported to an earlier process. */
export async function listBackedOffChats(
  db: Db,
  workspaceId: WorkspaceId,
  { channel, bot }: BotRef,
  now: Date,
): Promise<{ readonly chat: string; readonly until: Date }[]> {
  return db.query(
    `select chat, max(limited_until) as until from outbox
      where workspace_id = $1 and channel = $2 and bot = $3 and state = 'due' and limited_until > $4
      group by chat`,
    [workspaceId, channel, bot, now.toISOString()],
  )
}

/** Sends in a state, newest first. */
export async function listSends(
  db: Db,
  workspaceId: WorkspaceId,
  states: readonly SendState[],
  limit: number,
): Promise<Send[]> {
  return db.query<Send>(
    `select ${COLUMNS} from outbox
      where workspace_id = $1 and state = any($2::text[]) order by id desc limit $3`,
    [workspaceId, states, limit],
  )
}

/** A chat of a channel, by the channel's id. */
type SentPlace = { readonly channel: string; readonly chat: string }

/** The send that produced this message, or null. */
export async function findSendBy(
  db: Db,
  workspaceId: WorkspaceId,
  { channel, chat, messageId }: SentPlace & { readonly messageId: string },
): Promise<Send | null> {
  const rows = await db.query<Send>(
    `select ${COLUMNS} from outbox
      where workspace_id = $1 and channel = $2 and chat = $3 and $4 = any(sent_ids) order by id desc limit 1`,
    [workspaceId, channel, chat, messageId],
  )
  return rows[0] ?? null
}

/** The newest answer sent to a thread, or for a null topic to the chat in whichever thread; null if there is none. */
export async function findLastAnswer(
  db: Db,
  workspaceId: WorkspaceId,
  { channel, chat, topic }: SentPlace & { readonly topic: string | null },
): Promise<Send | null> {
  const rows = await db.query<Send>(
    `select ${COLUMNS} from outbox
      where workspace_id = $1 and channel = $2 and chat = $3
        and ($4::text is null or topic = $4)
        and answer_id is not null and cardinality(sent_ids) > 0
      order by id desc limit 1`,
    [workspaceId, channel, chat, topic],
  )
  return rows[0] ?? null
}

/** Deletes old finished sends. */
export async function pruneOutbox(db: Db, workspaceId: WorkspaceId, before: Date): Promise<void> {
  await db.query(
    `delete from outbox
      where workspace_id = $1 and state in ('sent', 'failed', 'dropped') and changed_at < $2`,
    [workspaceId, before.toISOString()],
  )
}

/** One send, or null. */
export async function findSend(db: Db, workspaceId: WorkspaceId, id: number): Promise<Send | null> {
  const rows = await db.query<Send>(
    `select ${COLUMNS} from outbox where workspace_id = $1 and id = $2`,
    [workspaceId, id],
  )
  return rows[0] ?? null
}
