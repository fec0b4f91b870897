import type { ChatId, MessageId, WorkspaceId } from '../domain/ids.ts'
import type { Link } from '../domain/link.ts'
import type { Db } from './database.ts'

/** Replaces all links that leave the given messages. */
export async function replaceLinks(
  db: Db,
  workspaceId: WorkspaceId,
  chatId: ChatId,
  change: { readonly from: readonly MessageId[]; readonly links: readonly Link[] },
): Promise<void> {
  await db.query(
    'delete from message_links where workspace_id = $1 and from_id = any($2::bigint[])',
    [workspaceId, change.from],
  )
  if (change.links.length === 0) return
  await db.write(
    `insert into message_links (workspace_id, chat_id, from_id, to_id, probability, reason)
     select $1, $2, * from unnest($3::bigint[], $4::bigint[], $5::real[], $6::text[])`,
    [
      workspaceId,
      chatId,
      change.links.map((link) => link.from),
      change.links.map((link) => link.to),
      change.links.map((link) => link.probability),
      change.links.map((link) => link.reason),
    ],
    change.links.length,
  )
}

/** The links between messages of this set, those that are likelier than not to be right. */
export async function listLinksAmong(
  db: Db,
  place: { readonly workspaceId: WorkspaceId; readonly chatId: ChatId },
  ids: readonly MessageId[],
  leastProbability: number,
): Promise<{ readonly from: MessageId; readonly to: MessageId }[]> {
  return db.query<{ from: MessageId; to: MessageId }>(
    `select from_id as "from", to_id as "to" from message_links
      where workspace_id = $1 and chat_id = $2 and from_id = any($3::bigint[])
        and to_id = any($3::bigint[]) and probability >= $4`,
    [place.workspaceId, place.chatId, ids, leastProbability],
  )
}
