import type { ChatId, FactId, PersonId, WorkspaceId } from '../../domain/ids.ts'
import { groupMemory } from '../../domain/memory.ts'
import type { Db, Param } from '../engine/database.ts'
import { deleteEmbeddings } from '../search/embeddings.ts'
import { arrangeSubjects, type SubjectRef } from './arrange-subjects.ts'
import { deleteFacts } from './facts.ts'

/* Entered facts: remembered on request, or imported. They rest on no message, so that none brings them back. */

const ENTERED = `message_ids = '{}'`

/** An entered fact as far as entering it again needs it. */
export type EnteredFact = {
  readonly id: FactId
  readonly identity: string
  /** It counts: neither erased nor rejected nor corrected. */
  readonly isActive: boolean
  /** Its text is gone: a person deleted it. */
  readonly isErased: boolean
  /** It holds now. */
  readonly isOpen: boolean
}

/** The entered facts of an owner with these identities. */
export async function listEntered(
  db: Db,
  workspaceId: WorkspaceId,
  owner: string,
  identities: readonly string[],
): Promise<EnteredFact[]> {
  return db.query<EnteredFact>(
    `select id, identity, text <> '' and status in ('active', 'proposed') as "isActive",
            text = '' as "isErased", valid_to is null as "isOpen"
       from facts where workspace_id = $1 and owner = $2 and identity = any($3::text[])`,
    [workspaceId, owner, identities],
  )
}

/** A statement as it is looked for; without a time, whenever it was made. */
export type WantedStatement = {
  readonly subjectKey: string
  readonly attribute: string
  readonly value: string
  readonly saidAt: Date | null
}

/** Which of these an owner has already, read from messages or entered, by their places in the list. */
export async function findStated(
  db: Db,
  workspaceId: WorkspaceId,
  owner: string,
  wanted: readonly WantedStatement[],
): Promise<Set<number>> {
  const rows = await db.query<{ place: number }>(
    `select x.place::int as place
       from unnest($3::text[], $4::text[], $5::text[], $6::timestamptz[])
              with ordinality as x(subject_key, attribute, value, said_at, place)
      where exists (select 1 from facts f
        where f.workspace_id = $1 and f.owner = $2 and f.subject_key = x.subject_key
          and f.attribute = x.attribute and f.value = x.value and not f.ends
          and (x.said_at is null or f.said_at = x.said_at))`,
    [
      workspaceId,
      owner,
      wanted.map((one) => one.subjectKey),
      wanted.map((one) => one.attribute),
      wanted.map((one) => one.value),
      wanted.map((one) => one.saidAt?.toISOString() ?? null),
    ],
  )
  return new Set(rows.map(({ place }) => place - 1))
}

/** Makes an entered fact as new as it was stated last. */
export async function renewEntered(
  db: Db,
  workspaceId: WorkspaceId,
  id: FactId,
  saidAt: Date,
): Promise<void> {
  const subjects = await db.query<SubjectRef>(
    `update facts set said_at = greatest(said_at, $3) where workspace_id = $1 and id = $2
     returning owner, subject_key as "subjectKey"`,
    [workspaceId, id, saidAt.toISOString()],
  )
  await arrangeSubjects(db, workspaceId, subjects)
}

/** True if a fact only repeats another one. */
export async function isRepeated(db: Db, workspaceId: WorkspaceId, id: FactId): Promise<boolean> {
  const rows = await db.query<{ repeats: boolean }>(
    'select repeats_id is not null as repeats from facts where workspace_id = $1 and id = $2',
    [workspaceId, id],
  )
  return rows[0]?.repeats ?? false
}

/** The number of entered facts that a person stated. */
export async function countEntered(
  db: Db,
  workspaceId: WorkspaceId,
  personId: PersonId,
): Promise<number> {
  const rows = await db.query<{ count: number }>(
    `select count(*)::int as count from facts where workspace_id = $1 and said_by = $2 and ${ENTERED}`,
    [workspaceId, personId],
  )
  return rows[0]?.count ?? 0
}

/**
 * Deletes the oldest facts that a person had remembered, beyond a limit counted over all chats. Pinned ones go last;
 * imported ones have a limit of their own.
 */
export async function pruneRemembered(
  db: Db,
  workspaceId: WorkspaceId,
  personId: PersonId,
  most: number,
): Promise<void> {
  const rows = await db.query<{ id: FactId }>(
    `select id from facts
      where workspace_id = $1 and said_by = $2 and ${ENTERED} and model_id <> 'import'
      order by is_pinned desc, said_at desc, id desc offset $3`,
    [workspaceId, personId, most],
  )
  await deleteFacts(
    db,
    workspaceId,
    rows.map(({ id }) => id),
  )
}

/** The entered facts that these people stated, or that are about them. */
export async function listEnteredOfPeople(
  db: Db,
  workspaceId: WorkspaceId,
  people: readonly PersonId[],
): Promise<FactId[]> {
  const rows = await db.query<{ id: FactId }>(
    `select id from facts where workspace_id = $1 and ${ENTERED}
        and (said_by = any($2::bigint[]) or subject_id = any($2::bigint[]) or person_id = any($2::bigint[]))`,
    [workspaceId, people],
  )
  return rows.map(({ id }) => id)
}

/** The entered facts of a chat. */
export async function listEnteredOfChat(
  db: Db,
  workspaceId: WorkspaceId,
  chatId: ChatId,
): Promise<FactId[]> {
  const rows = await db.query<{ id: FactId }>(
    `select id from facts where workspace_id = $1 and chat_id = $2 and ${ENTERED}`,
    [workspaceId, chatId],
  )
  return rows.map(({ id }) => id)
}

/** Moves the entered facts of a chat to another: reading the messages again would not find them. */
export async function moveEntered(
  db: Db,
  workspaceId: WorkspaceId,
  { from, to }: { readonly from: ChatId; readonly to: ChatId },
): Promise<void> {
  const moved = await db.query<SubjectRef & { readonly id: FactId }>(
    `update facts set chat_id = $3, owner = replace(owner, $4, $5)
      where workspace_id = $1 and chat_id = $2 and ${ENTERED}
     returning id, owner, subject_key as "subjectKey"`,
    [workspaceId, from, to, groupMemory(from, null).key, groupMemory(to, null).key],
  )
  await deleteEmbeddings(
    db,
    workspaceId,
    'fact',
    moved.map(({ id }) => id),
  )
  await arrangeSubjects(db, workspaceId, moved)
}

/** The answers with any of these entered facts in their prompts. */
export async function listAnswersShowing(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly FactId[],
): Promise<string[]> {
  return listAnswersWhere(db, 'x.id::bigint = any($2::bigint[])', [workspaceId, ids])
}

/** The same, and those with one that is deleted by now: whose words those were is no longer known. */
export async function listAnswersWithEntered(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly FactId[],
): Promise<string[]> {
  const isDeleted =
    'not exists (select 1 from facts f where f.workspace_id = $1 and f.id = x.id::bigint)'
  const isOne = 'x.id::bigint = any($2::bigint[])'
  return listAnswersWhere(db, `${isOne} or ${isDeleted}`, [workspaceId, ids])
}

async function listAnswersWhere(
  db: Db,
  condition: string,
  params: readonly Param[],
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select a.id from answers a
      where a.workspace_id = $1 and exists (
        select 1 from jsonb_array_elements_text(a.trace -> 'factIds') as x(id) where ${condition})`,
    params,
  )
  return rows.map(({ id }) => id)
}
