import type { SessionId, WorkspaceId } from '../../domain/ids.ts'
import type { MemoryOwner } from '../../domain/memory.ts'
import type { Db } from '../engine/database.ts'

/* Topic summaries, and synonyms of topics. */

export type TopicSummary = {
  readonly slug: string
  readonly title: string
  readonly text: string
  readonly tokens: number
  readonly sessionIds: readonly SessionId[]
  readonly modelId: string
  readonly builtAt: Date
}

const COLUMNS = `slug, title, text, tokens, session_ids as "sessionIds", model_id as "modelId",
  built_at as "builtAt"`

/** The summaries of these topics. */
export async function listTopicSummaries(
  db: Db,
  workspaceId: WorkspaceId,
  owner: MemoryOwner,
  slugs: readonly string[],
): Promise<TopicSummary[]> {
  return db.query<TopicSummary>(
    `select ${COLUMNS} from topic_summaries
      where workspace_id = $1 and owner = $2 and slug = any($3::text[]) order by slug`,
    [workspaceId, owner.key, slugs],
  )
}

/** All topic summaries, newest first. */
export async function listAllTopicSummaries(
  db: Db,
  workspaceId: WorkspaceId,
  owner: MemoryOwner,
): Promise<TopicSummary[]> {
  return db.query<TopicSummary>(
    `select ${COLUMNS} from topic_summaries where workspace_id = $1 and owner = $2
      order by built_at desc, slug`,
    [workspaceId, owner.key],
  )
}

/** Stores the summary of a topic, replacing an earlier one. */
export async function saveTopicSummary(
  db: Db,
  workspaceId: WorkspaceId,
  owner: MemoryOwner,
  summary: TopicSummary,
): Promise<void> {
  await db.write(
    `insert into topic_summaries
       (workspace_id, owner, slug, title, chat_id, person_id, text, tokens, session_ids, model_id, built_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9::text[], $10, $11)
     on conflict (workspace_id, owner, slug) do update
       set title = excluded.title, text = excluded.text, tokens = excluded.tokens,
           session_ids = excluded.session_ids, model_id = excluded.model_id,
           built_at = excluded.built_at`,
    [
      workspaceId,
      owner.key,
      summary.slug,
      summary.title,
      owner.chatId,
      owner.personId,
      summary.text,
      summary.tokens,
      summary.sessionIds,
      summary.modelId,
      summary.builtAt.toISOString(),
    ],
    1,
  )
}

export type Synonym = { readonly alias: string; readonly slug: string }

/** The synonyms of topics, of the whole workspace. */
export async function listSynonyms(db: Db, workspaceId: WorkspaceId): Promise<Synonym[]> {
  return db.query<Synonym>(
    'select alias, slug from topic_synonyms where workspace_id = $1 order by slug, alias',
    [workspaceId],
  )
}

/** Replaces all synonyms. */
export async function replaceSynonyms(
  db: Db,
  workspaceId: WorkspaceId,
  synonyms: readonly Synonym[],
): Promise<void> {
  await db.query('delete from topic_synonyms where workspace_id = $1', [workspaceId])
  await db.write(
    `insert into topic_synonyms (workspace_id, alias, slug)
     select $1, * from unnest($2::text[], $3::text[])`,
    [workspaceId, synonyms.map(({ alias }) => alias), synonyms.map(({ slug }) => slug)],
    synonyms.length,
  )
}
