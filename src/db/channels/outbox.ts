import type { WorkspaceId } from '../../domain/ids.ts'
import type { PendingSend, Send, SendState } from '../../domain/send.ts'
import type { Db } from '../engine/database.ts'

/* The outbox. A row changes state only by an update that names the allowed previous states, so that of two
 * concurrent attempts one succeeds. */

const COLUMNS = `id, kind, cause, detail, chat, topic, message_id as "messageId", person, state,
  answer_id as "answerId", draft_id as "draftId", next_part as "nextPart", sent_ids as "sentIds",
  tries, problem, created_at as "createdAt", changed_at as "changedAt"`

/** Enqueues sends; idempotent by cause. */
export async function enqueueSend(
  db: Db,
  workspaceId: WorkspaceId,
  by: { readonly channel: string; readonly bot: string },
  pending: readonly PendingSend[],
  now: Date,
): Promise<void> {
  for (const one of pending) {
    await db.query(
      `insert into outbox (workspace_id, channel, bot, cause, kind, detail, chat, topic, message_id, person,
                           not_before, created_at, changed_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $11)
       on conflict (workspace_id, bot, cause) do nothing`,
      [
        workspaceId,
        by.channel,
        by.bot,
        one.cause,
        one.kind,
        one.detail,
        one.chat,
        one.topic,
        one.messageId,
        one.person,
        now.toISOString(),
      ],
    )
  }
}

/** Due sends, oldest first. */
export async function listPendingSends(
  db: Db,
  workspaceId: WorkspaceId,
  bot: string,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<Send[]> {
  return db.query<Send>(
    `select ${COLUMNS} from outbox
      where workspace_id = $1 and bot = $2 and state in ('due', 'posted') and not_before <= $3
      order by id limit $4`,
    [workspaceId, bot, now.toISOString(), limit],
  )
}

/** A change of a row: from one of these states to another, with other changed columns. */
export type SendChange = {
  readonly from: readonly SendState[]
  readonly to: SendState
  readonly answerId?: string
  readonly draftId?: string
  readonly nextPart?: number
  /** Telegram's id of the delivered part; appended to sent_ids. */
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

/** Marks sends that an earlier process began and did not finish as uncertain: they may have arrived or not. */
export async function markLeftSends(
  db: Db,
  workspaceId: WorkspaceId,
  bot: string,
  { problem, now }: { readonly problem: string; readonly now: Date },
): Promise<number> {
  const rows = await db.query(
    `update outbox set state = 'uncertain', problem = $3, changed_at = $4
      where workspace_id = $1 and bot = $2 and state = 'sending' returning id`,
    [workspaceId, bot, problem, now.toISOString()],
  )
  return rows.length
}

/** Backs off from a chat: nothing is sent there before `until`. */
export async function backOffChat(
  db: Db,
  workspaceId: WorkspaceId,
  { bot, chat }: { readonly bot: string; readonly chat: string },
  until: Date,
): Promise<void> {
  await db.query(
    `update outbox set not_before = greatest(not_before, $4)
      where workspace_id = $1 and bot = $2 and chat = $3 and state in ('due', 'sending')`,
    [workspaceId, bot, chat, until.toISOString()],
  )
}

/** Chats under Telegram's rate limit, and until when; the limit may have been reported to an earlier process. */
export async function listBackedOffChats(
  db: Db,
  workspaceId: WorkspaceId,
  bot: string,
  now: Date,
): Promise<{ readonly chat: string; readonly until: Date }[]> {
  return db.query(
    `select chat, max(not_before) as until from outbox
      where workspace_id = $1 and bot = $2 and state = 'due' and not_before > $3
        and problem like '429%'
      group by chat`,
    [workspaceId, bot, now.toISOString()],
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

/** The send that produced this message, or null. */
export async function findSendBy(
  db: Db,
  workspaceId: WorkspaceId,
  { chat, messageId }: { readonly chat: string; readonly messageId: string },
): Promise<Send | null> {
  const rows = await db.query<Send>(
    `select ${COLUMNS} from outbox
      where workspace_id = $1 and chat = $2 and $3 = any(sent_ids) order by id desc limit 1`,
    [workspaceId, chat, messageId],
  )
  return rows[0] ?? null
}

/** The newest answer sent to a chat or one of its threads, or null. */
export async function findLastAnswer(
  db: Db,
  workspaceId: WorkspaceId,
  { chat, topic }: { readonly chat: string; readonly topic: string | null },
): Promise<Send | null> {
  const rows = await db.query<Send>(
    `select ${COLUMNS} from outbox
      where workspace_id = $1 and chat = $2 and topic is not distinct from $3
        and answer_id is not null and cardinality(sent_ids) > 0
      order by id desc limit 1`,
    [workspaceId, chat, topic],
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
