import type { ChatId, MessageId, PersonId, SessionId, WorkspaceId } from '../../domain/ids.ts'
import type { MemoryOwner, SessionSummary } from '../../domain/memory.ts'
import type { Db } from '../engine/database.ts'

/* Summaries of closed sessions, with tags. */

type NewSummary = {
  readonly sessionId: SessionId
  /** Of a part of a conversation; null for other sessions. */
  readonly title: string | null
  readonly text: string
  readonly tokens: number
  readonly messageIds: readonly MessageId[]
  readonly turnNumbers: readonly number[]
  readonly modelId: string
  readonly endedAt: Date
  readonly createdAt: Date
}

/** Stores a session's summary, unless it has one. */
export async function insertSummary(
  db: Db,
  workspaceId: WorkspaceId,
  owner: MemoryOwner,
  summary: NewSummary,
): Promise<void> {
  await db.query(
    `insert into session_summaries
       (workspace_id, session_id, owner, chat_id, person_id, text, tokens, message_ids, turn_numbers,
        model_id, ended_at, created_at, title)
     values ($1, $2, $3, $4, $5, $6, $7, $8::bigint[], $9::int[], $10, $11, $12, $13)
     on conflict (workspace_id, session_id) do nothing`,
    [
      workspaceId,
      summary.sessionId,
      owner.key,
      owner.chatId,
      owner.personId,
      summary.text,
      summary.tokens,
      summary.messageIds,
      summary.turnNumbers,
      summary.modelId,
      summary.endedAt.toISOString(),
      summary.createdAt.toISOString(),
      summary.title,
    ],
  )
}

export type SummaryTag = { readonly tag: string; readonly confidence: number }

/** Stores the tags of a session that has a summary. */
export async function insertTags(
  db: Db,
  workspaceId: WorkspaceId,
  sessionId: SessionId,
  tags: readonly SummaryTag[],
  createdAt: Date,
): Promise<void> {
  await db.query(
    `insert into session_tags
       (workspace_id, session_id, tag, confidence, owner, chat_id, person_id, ended_at, created_at)
     select s.workspace_id, s.session_id, t.tag, t.confidence, s.owner, s.chat_id, s.person_id,
            s.ended_at, $5
       from session_summaries s, unnest($3::text[], $4::real[]) as t(tag, confidence)
      where s.workspace_id = $1 and s.session_id = $2
     on conflict (workspace_id, session_id, tag) do nothing`,
    [
      workspaceId,
      sessionId,
      tags.map(({ tag }) => tag),
      tags.map(({ confidence }) => confidence),
      createdAt.toISOString(),
    ],
  )
}

/** A session's summary, or null. */
export async function findSummary(
  db: Db,
  workspaceId: WorkspaceId,
  sessionId: SessionId,
): Promise<{ readonly text: string } | null> {
  const rows = await db.query<{ text: string }>(
    'select text from session_summaries where workspace_id = $1 and session_id = $2',
    [workspaceId, sessionId],
  )
  return rows[0] ?? null
}

const WITH_TAGS = `
  s.session_id as "sessionId", s.text, s.ended_at as "endedAt",
  coalesce((select array_agg(t.tag order by t.confidence desc, t.tag) from session_tags t
             where t.workspace_id = s.workspace_id and t.session_id = s.session_id), '{}') as tags`

/** The owner's summaries of sessions that ended in a span of time, newest first, as many as `maxTokens` allow. */
export async function listSummaries(
  db: Db,
  workspaceId: WorkspaceId,
  owner: MemoryOwner,
  {
    from,
    to,
    maxTokens,
  }: { readonly from: Date | null; readonly to: Date; readonly maxTokens: number },
): Promise<SessionSummary[]> {
  return db.query<SessionSummary>(
    `select ${WITH_TAGS} from (
       select x.*, sum(x.tokens) over (order by x.ended_at desc, x.session_id) as used from session_summaries x
        where x.workspace_id = $1 and x.owner = $2 and x.ended_at > $3 and x.ended_at <= $4) s
      where s.used <= $5 order by s.ended_at desc, s.session_id`,
    [workspaceId, owner.key, from?.toISOString() ?? '-infinity', to.toISOString(), maxTokens],
  )
}

/** Summaries that are not folded into the history yet, of sessions that ended before a moment; oldest first. */
export async function listUnfolded(
  db: Db,
  workspaceId: WorkspaceId,
  owner: MemoryOwner,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<SessionSummary[]> {
  return db.query<SessionSummary>(
    `select ${WITH_TAGS} from session_summaries s
       join sessions x on x.workspace_id = s.workspace_id and x.id = s.session_id
      where s.workspace_id = $1 and s.owner = $2 and s.ended_at <= $3
        and x.history_included_at is null
      order by s.ended_at, s.session_id limit $4`,
    [workspaceId, owner.key, before.toISOString(), limit],
  )
}

/** The owner's sessions that have one of these tags, newest first. */
export async function listSummariesTagged(
  db: Db,
  workspaceId: WorkspaceId,
  owner: MemoryOwner,
  tags: readonly string[],
  limit: number,
): Promise<SessionSummary[]> {
  return db.query<SessionSummary>(
    `select ${WITH_TAGS} from session_summaries s
      where s.workspace_id = $1 and s.owner = $2
        and exists (select 1 from session_tags t where t.workspace_id = s.workspace_id
                       and t.session_id = s.session_id and t.tag = any($3::text[]))
      order by s.ended_at desc, s.session_id limit $4`,
    [workspaceId, owner.key, tags, limit],
  )
}

type KnownTag = { readonly tag: string; readonly sessions: number; readonly lastAt: Date }

/** The tags of the owner's sessions, most frequent first. */
export async function listTags(
  db: Db,
  workspaceId: WorkspaceId,
  owner: MemoryOwner,
  limit: number,
): Promise<KnownTag[]> {
  const rows = await db.query<{ tag: string; sessions: number; lastAt: Date | string }>(
    `select tag, count(*)::int as sessions, max(ended_at) as "lastAt" from session_tags
      where workspace_id = $1 and owner = $2
      group by tag order by count(*) desc, max(ended_at) desc, tag limit $3`,
    [workspaceId, owner.key, limit],
  )
  return rows.map((row) => ({ ...row, lastAt: new Date(row.lastAt) }))
}

/** The owners of these sessions, each once. */
export async function listOwnersOf(
  db: Db,
  workspaceId: WorkspaceId,
  sessionIds: readonly SessionId[],
): Promise<MemoryOwner[]> {
  return db.query<{ key: string; chatId: ChatId | null; personId: PersonId | null }>(
    `select distinct owner as key, chat_id as "chatId", person_id as "personId"
       from session_summaries where workspace_id = $1 and session_id = any($2::text[])`,
    [workspaceId, sessionIds],
  )
}
