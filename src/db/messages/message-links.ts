import type { ChatId, MessageId, WorkspaceId } from '../../domain/ids.ts'
import type { Link, LinkCorrection } from '../../domain/link.ts'
import type { Db } from '../engine/database.ts'
import { correctionsOf, toCorrections } from './link-corrections.ts'

/** Replaces all links from the given messages. */
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
    `insert into message_links (workspace_id, chat_id, from_id, to_id, probability, draft, reason)
     select $1, $2, * from unnest($3::bigint[], $4::bigint[], $5::real[], $6::real[], $7::text[])`,
    [
      workspaceId,
      chatId,
      change.links.map((link) => link.from),
      change.links.map((link) => link.to),
      change.links.map((link) => link.probability),
      change.links.map((link) => link.draft),
      change.links.map((link) => link.reason),
    ],
    change.links.length,
  )
}

/** The links from these messages, and their corrections, in the order of the chat. */
export async function listLinksOf(
  db: Db,
  place: { readonly workspaceId: WorkspaceId; readonly chatId: ChatId },
  ids: readonly MessageId[],
): Promise<{
  readonly messages: readonly { readonly id: MessageId }[]
  readonly links: readonly Link[]
  readonly corrections: readonly LinkCorrection[]
}> {
  const rows = await db.query<Record<'ids' | 'links' | 'corrections', string | null>>(
    `with m as materialized (
       select id, sent_at, position from messages
        where workspace_id = $1 and chat_id = $2 and id = any($3::bigint[]))
     select (select json_agg(id order by sent_at, position, id) from m)::text as ids,
            (select json_agg(json_build_object('from', from_id, 'to', to_id, 'probability', probability,
                                               'reason', reason))
               from message_links
              where workspace_id = $1 and chat_id = $2 and from_id = any($3::bigint[]))::text as links,
            ${correctionsOf('m')}::text as corrections`,
    [place.workspaceId, place.chatId, ids],
  )
  const [{ ids: ordered = null, links = null, corrections = null } = {}] = rows
  return {
    messages: (JSON.parse(ordered ?? '[]') as MessageId[]).map((id) => ({ id })),
    links: JSON.parse(links ?? '[]') as Link[],
    corrections: toCorrections(corrections),
  }
}
