import type { ChatId, MessageId, WorkspaceId } from '../domain/ids.ts'
import type { Db } from './database.ts'

export type Missing = { readonly id: MessageId; readonly chatId: ChatId; readonly text: string }

/** The next messages above an id, in the order of ids, for embedding what has no vector. */
export async function listAbove(
  db: Db,
  workspaceId: WorkspaceId,
  above: MessageId,
  limit: number,
): Promise<Missing[]> {
  return db.query<Missing>(
    `select id, chat_id as "chatId", text from messages
      where workspace_id = $1 and id > $2 and deleted_at is null and kind = 'message'
      order by id
      limit $3`,
    [workspaceId, above, limit],
  )
}

/** Which of these messages have a vector of this model. */
export async function listEmbedded(
  db: Db,
  workspaceId: WorkspaceId,
  modelId: string,
  ids: readonly MessageId[],
): Promise<Set<MessageId>> {
  const rows = await db.query<{ id: MessageId }>(
    `select owner_id as id from embeddings
      where workspace_id = $1 and owner_kind = 'message' and owner_id = any($3::bigint[])
        and model_id = $2`,
    [workspaceId, modelId, ids],
  )
  return new Set(rows.map((row) => row.id))
}

/** Keeps the vectors of messages; a message deleted or embedded meanwhile is passed over. */
export async function saveEmbeddings(
  db: Db,
  workspaceId: WorkspaceId,
  modelId: string,
  vectors: readonly { readonly owner: Missing; readonly vector: Float32Array }[],
): Promise<void> {
  await db.query(
    `insert into embeddings (workspace_id, owner_kind, owner_id, model_id, chat_id, vector)
     select $1, 'message', v.id, $2, m.chat_id, v.vector::vector
       from unnest($3::bigint[], $4::text[], $5::text[]) as v(id, text, vector)
       join messages m on m.workspace_id = $1 and m.id = v.id
                      and m.deleted_at is null and m.text = v.text
     on conflict do nothing`,
    [
      workspaceId,
      modelId,
      vectors.map(({ owner }) => owner.id),
      vectors.map(({ owner }) => owner.text),
      vectors.map(({ vector }) => toLiteral(vector)),
    ],
  )
}

/** Forgets a message's vectors: its text is no longer what they were made of. */
export async function deleteEmbeddings(
  db: Db,
  workspaceId: WorkspaceId,
  messageId: MessageId,
): Promise<void> {
  await db.query(
    `delete from embeddings where workspace_id = $1 and owner_kind = 'message' and owner_id = $2`,
    [workspaceId, messageId],
  )
}

export type Neighbour = { readonly id: MessageId; readonly similarity: number }

/** The chat's messages nearest in meaning, exact and not approximate, best first. */
export async function findAlike(
  db: Db,
  place: { workspaceId: WorkspaceId; chatId: ChatId },
  query: { readonly modelId: string; readonly vector: Float32Array },
  limit: number,
): Promise<Neighbour[]> {
  return db.query<Neighbour>(
    `select owner_id as id, 1 - (vector <=> $4::vector) as similarity
       from embeddings
      where workspace_id = $1 and chat_id = $2 and model_id = $3 and owner_kind = 'message'
      order by vector <=> $4::vector, owner_id desc
      limit $5`,
    [place.workspaceId, place.chatId, query.modelId, toLiteral(query.vector), limit],
  )
}

function toLiteral(vector: Float32Array): string {
  return `[${vector.join(',')}]`
}
