import { DEMO_CHANNEL } from '../../domain/chat.ts'
import type { WorkspaceId } from '../../domain/ids.ts'
import { toSmall } from '../../wasm/small-vectors.ts'
import type { Db } from '../engine/database.ts'

/* Embeddings of messages, chunks of files, summaries and facts; find-similar.ts searches them. */

export type OwnerKind = 'message' | 'chunk' | 'session' | 'fact'

/** A text that may lack an embedding. */
export type Missing = {
  readonly kind: OwnerKind
  readonly id: number
  readonly text: string
  /** It is of the demo chat. */
  readonly isDemo: boolean
}

/** The media of a message are part of its text, here as in its terms: LoCoMo recall@50 93.6 without, 94.0 with. */
const MESSAGE_TEXT = `concat_ws(' ', nullif(m.text, ''),
  (select string_agg(x.one ->> 'name', ' ' order by x.n)
     from jsonb_array_elements(m.media) with ordinality as x(one, n)))`

const IS_DEMO = `exists (select 1 from chats c
  where c.workspace_id = m.workspace_id and c.id = m.chat_id and c.channel = '${DEMO_CHANNEL}') as "isDemo"`

const TEXTS: Record<OwnerKind, string> = {
  message: `select m.id, ${MESSAGE_TEXT} as text, ${IS_DEMO} from messages m
              join people p on p.workspace_id = m.workspace_id and p.id = m.author_id
             where m.workspace_id = $1 and m.id > $2 and m.deleted_at is null and m.kind = 'message'
               and not p.memory_opt_out`,
  chunk: `select m.id, m.heading || ' ' || m.text as text, false as "isDemo" from chunks m
           where m.workspace_id = $1 and m.id > $2`,
  session: `select m.id, m.text, ${IS_DEMO} from session_summaries m
             where m.workspace_id = $1 and m.id > $2`,
  fact: `select m.id, m.text, ${IS_DEMO} from facts m
          where m.workspace_id = $1 and m.id > $2 and m.status in ('active', 'proposed')`,
}

/** The next texts above an id, in the order of ids, for embedding those without a vector. */
export async function listAbove(
  db: Db,
  workspaceId: WorkspaceId,
  kind: OwnerKind,
  above: number,
  limit: number,
): Promise<Missing[]> {
  const rows = await db.query<Omit<Missing, 'kind'>>(`${TEXTS[kind]} order by m.id limit $3`, [
    workspaceId,
    above,
    limit,
  ])
  return rows.map((row) => ({ ...row, kind }))
}

/** Which of these have a vector of this model. */
export async function listEmbedded(
  db: Db,
  workspaceId: WorkspaceId,
  modelId: string,
  kind: OwnerKind,
  ids: readonly number[],
): Promise<Set<number>> {
  const rows = await db.query<{ id: number }>(
    `select owner_id as id from embeddings
      where workspace_id = $1 and owner_kind = $4 and owner_id = any($3::bigint[])
        and model_id = $2`,
    [workspaceId, modelId, ids, kind],
  )
  return new Set(rows.map((row) => row.id))
}

const OWNERS: Record<OwnerKind, string> = {
  message: `select m.id, m.chat_id, null::bigint as person_id, ${MESSAGE_TEXT} as text from messages m
              join people p on p.workspace_id = m.workspace_id and p.id = m.author_id
             where m.workspace_id = $1 and m.deleted_at is null and not p.memory_opt_out`,
  chunk: `select m.id, m.chat_id, m.person_id, m.heading || ' ' || m.text as text from chunks m
           where m.workspace_id = $1`,
  session: `select m.id, m.chat_id, m.person_id, m.text from session_summaries m
             where m.workspace_id = $1`,
  fact: `select m.id, m.chat_id, m.person_id, m.text from facts m where m.workspace_id = $1`,
}

/** Stores the vectors of texts; texts that were deleted, changed or embedded meanwhile are skipped. */
export async function saveEmbeddings(
  db: Db,
  workspaceId: WorkspaceId,
  modelId: string,
  kind: OwnerKind,
  vectors: readonly { readonly owner: Missing; readonly vector: Float32Array }[],
): Promise<void> {
  await db.query(
    `insert into embeddings
       (workspace_id, owner_kind, owner_id, model_id, chat_id, person_id, vector, small)
     select $1, $6, v.id, $2, o.chat_id, o.person_id, v.vector::vector, decode(v.small, 'hex')
       from unnest($3::bigint[], $4::text[], $5::text[], $7::text[]) as v(id, text, vector, small)
       join (${OWNERS[kind]}) o on o.id = v.id and o.text = v.text
     on conflict do nothing`,
    [
      workspaceId,
      modelId,
      vectors.map(({ owner }) => owner.id),
      vectors.map(({ owner }) => owner.text),
      vectors.map(({ vector }) => toLiteral(vector)),
      kind,
      vectors.map(({ vector }) => Buffer.from(toSmall(vector).buffer).toString('hex')),
    ],
  )
}

/** Deletes vectors whose texts have changed. */
export async function deleteEmbeddings(
  db: Db,
  workspaceId: WorkspaceId,
  kind: OwnerKind,
  ids: readonly number[],
): Promise<void> {
  await db.query(
    `delete from embeddings
      where workspace_id = $1 and owner_kind = $2 and owner_id = any($3::bigint[])`,
    [workspaceId, kind, ids],
  )
}

/** Deletes the vectors of all models but one. */
export async function deleteOtherModels(
  db: Db,
  workspaceId: WorkspaceId,
  modelId: string,
): Promise<void> {
  await db.query('delete from embeddings where workspace_id = $1 and model_id <> $2', [
    workspaceId,
    modelId,
  ])
}

function toLiteral(vector: Float32Array): string {
  return `[${vector.join(',')}]`
}
