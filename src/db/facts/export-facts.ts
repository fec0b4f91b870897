import { formatThreadId } from '../../domain/chat.ts'
import type { Fact } from '../../domain/fact.ts'
import type { ChatId, PersonId, WorkspaceId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'
import { FACT_COLUMNS_ONCE, FACT_PERIOD, type FactRow, fromFactRow } from './fact-row.ts'

/** A fact with the people it names as channel:id. */
export type ExportedFact = Fact & {
  readonly sayer: string
  /** The person it is about, or the owner of the thing; null if it is not a known person. */
  readonly subject: string | null
  /** The group it was said in, as a thread id; null for a private memory. */
  readonly thread: string | null
}

export type ExportQuery = {
  /** About these people, or in their private memory; null for all. */
  readonly people: readonly PersonId[] | null
  /** Of this chat. */
  readonly chatId: ChatId | null
  /** Of this memory: of one thread. */
  readonly owner: string | null
  readonly limit: number
}

/** Facts with their history, oldest first: without repetitions, erased ones, and statements that only end another. */
export async function listFactsToExport(
  db: Db,
  workspaceId: WorkspaceId,
  { people, chatId, owner, limit }: ExportQuery,
): Promise<ExportedFact[]> {
  const rows = await db.query<ExportRow>(
    `select ${FACT_COLUMNS_ONCE}, 1 as times, ${FACT_PERIOD}, p.channel || ':' || p.external_id as sayer,
            s.channel || ':' || s.external_id as subject,
            c.channel as "chatChannel", c.external_id as "chatExternalId",
            substring(f.owner from '^c[0-9]+:(.*)$') as topic
       from facts f
       join people p on p.workspace_id = f.workspace_id and p.id = f.said_by
       left join chats c on c.workspace_id = f.workspace_id and c.id = f.chat_id
       left join people s on s.workspace_id = f.workspace_id and s.id = f.subject_id
      where f.workspace_id = $1 and f.repeats_id is null and not f.ends and f.text <> ''
        and ($2::bigint[] is null or f.subject_id = any($2) or f.person_id = any($2))
        and ($3::bigint is null or f.chat_id = $3) and ($4::text is null or f.owner = $4)
      order by f.said_at, f.id limit $5`,
    [workspaceId, people, chatId, owner, limit],
  )
  return rows.map((row) => ({
    ...fromFactRow(row),
    ...{ sayer: row.sayer, subject: row.subject, thread: threadOf(row) },
  }))
}

type ExportRow = FactRow &
  Pick<ExportedFact, 'sayer' | 'subject'> & {
    readonly chatChannel: string | null
    readonly chatExternalId: string | null
    readonly topic: string | null
  }

function threadOf({ chatChannel, chatExternalId, topic }: ExportRow): string | null {
  if (chatChannel === null || chatExternalId === null) return null
  return formatThreadId({ channel: chatChannel, externalId: chatExternalId, topic })
}
