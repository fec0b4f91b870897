import type { FactAttribute, StatedFact } from '../../domain/fact.ts'
import type { FactId, MessageId, PersonId, WorkspaceId } from '../../domain/ids.ts'
import type { MemoryOwner } from '../../domain/memory.ts'
import { ATTRIBUTE_WORDS } from '../../text/facts/attribute-words.ts'
import { subjectKeyOf } from '../../text/facts/compare-facts.ts'
import { queryTermsOf } from '../../text/terms.ts'
import type { Db } from '../engine/database.ts'
import { deleteEmbeddings } from '../search/embeddings.ts'
import { arrangeSubjects, type SubjectRef } from './arrange-subjects.ts'

/* Statements are inserted and deleted as they are found in messages; their periods are computed again after every
 * change, for the subjects concerned. */

/** A statement as it is stored. */
export type NewFact = StatedFact & {
  /** The same whenever the same messages are read again. */
  readonly identity: string
  readonly modelId: string
  readonly status: 'active' | 'proposed'
}

/** Stores statements; one that is stored already is skipped. */
export async function insertFacts(
  db: Db,
  workspaceId: WorkspaceId,
  owner: MemoryOwner,
  found: readonly NewFact[],
  now: Date,
): Promise<readonly FactId[]> {
  const ids: FactId[] = []
  for (const fact of found) {
    const { about } = fact
    const rows = await db.query<{ id: FactId }>(
      `insert into facts (workspace_id, owner, chat_id, person_id, subject_kind, subject_id, subject_name, subject_key,
                          attribute, key, value, text, said_by, said_at, stated_from, valid_from, valid_to, ends,
                          message_ids, confidence, model_id, identity, terms, status, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, $16, $17, $18, $19, $20, $21, $22,
               $23, $24)
       on conflict (workspace_id, owner, identity) do nothing
       returning id`,
      [
        ...[workspaceId, owner.key, owner.chatId, owner.personId],
        ...[about.kind, subjectIdOf(fact), about.kind === 'group' ? '' : about.name],
        ...[subjectKeyOf(about), fact.attribute, fact.key, fact.value, fact.text, fact.saidBy],
        ...[fact.saidAt.toISOString(), fact.validFrom.toISOString()],
        ...[fact.ends ? fact.validFrom.toISOString() : null, fact.ends, fact.messageIds],
        ...[fact.confidence, fact.modelId, fact.identity],
        ...[indexedTerms(fact), fact.status],
        now.toISOString(),
      ],
    )
    ids.push(...rows.map(({ id }) => id))
  }
  await arrangeSubjects(
    db,
    workspaceId,
    found.map(({ about }) => ({ owner: owner.key, subjectKey: subjectKeyOf(about) })),
  )
  return ids
}

function indexedTerms({ text, attribute, key }: StatedFact): string[] {
  return [...new Set([text, key ?? '', ATTRIBUTE_WORDS[attribute]].flatMap(queryTermsOf))]
}

function subjectIdOf({ about }: StatedFact): PersonId | null {
  if (about.kind === 'group') return null
  return about.kind === 'person' ? about.personId : about.of
}

/** A stored statement as far as it matters when its messages are read again. */
export type KnownFact = SubjectRef & {
  readonly id: FactId
  readonly identity: string
  readonly attribute: FactAttribute
  readonly modelId: string
  readonly isChanged: boolean
  readonly messageIds: readonly MessageId[]
}

/** The statements that rest on any of these messages. */
export async function listFactsFrom(
  db: Db,
  workspaceId: WorkspaceId,
  messageIds: readonly MessageId[],
): Promise<KnownFact[]> {
  const rows = await db.query<
    Omit<KnownFact, 'messageIds'> & { readonly messageIds: readonly (number | string)[] }
  >(
    `select id, identity, owner, subject_key as "subjectKey", attribute, model_id as "modelId",
            changed_at is not null as "isChanged", message_ids as "messageIds"
       from facts where workspace_id = $1 and message_ids && $2::bigint[]`,
    [workspaceId, messageIds],
  )
  return rows.map((row) => ({
    ...row,
    messageIds: row.messageIds.map((id) => Number(id) as MessageId),
  }))
}

/** The subjects of the statements that rest on these messages. */
export async function listSubjectsOf(
  db: Db,
  workspaceId: WorkspaceId,
  messageIds: readonly MessageId[],
): Promise<SubjectRef[]> {
  return db.query<SubjectRef>(
    `select distinct owner, subject_key as "subjectKey" from facts
      where workspace_id = $1 and message_ids && $2::bigint[]`,
    [workspaceId, messageIds],
  )
}

/** Deletes statements, with their vectors; what they had ended holds again. */
export async function deleteFacts(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly FactId[],
): Promise<void> {
  if (ids.length === 0) return
  const subjects = await db.query<SubjectRef>(
    `delete from facts where workspace_id = $1 and id = any($2::bigint[])
     returning owner, subject_key as "subjectKey"`,
    [workspaceId, ids],
  )
  await deleteEmbeddings(db, workspaceId, 'fact', ids)
  await arrangeSubjects(db, workspaceId, subjects)
}

/** Deletes the statements that rest on messages whose text has changed; they are read again. */
export async function deleteFactsFrom(
  db: Db,
  workspaceId: WorkspaceId,
  messageIds: readonly MessageId[],
): Promise<void> {
  const found = await listFactsFrom(db, workspaceId, messageIds)
  await deleteFacts(
    db,
    workspaceId,
    found.map(({ id }) => id),
  )
}

/** Deletes every statement that these people made, or that is about them. */
export async function deleteFactsOfPeople(
  db: Db,
  workspaceId: WorkspaceId,
  people: readonly PersonId[],
): Promise<void> {
  const rows = await db.query<{ id: FactId }>(
    `select id from facts where workspace_id = $1
        and (said_by = any($2::bigint[]) or subject_id = any($2::bigint[]) or person_id = any($2::bigint[]))`,
    [workspaceId, people],
  )
  await deleteFacts(
    db,
    workspaceId,
    rows.map(({ id }) => id),
  )
}

/** Moves private statements to the memory of the person who made each: accounts were separated. */
export async function moveFactsToAuthors(
  db: Db,
  workspaceId: WorkspaceId,
  people: readonly PersonId[],
): Promise<void> {
  const moved = await db.query<SubjectRef & { readonly id: FactId }>(
    `update facts f set owner = 'p' || coalesce(p.same_as, p.id), person_id = coalesce(p.same_as, p.id)
       from people p
      where p.workspace_id = f.workspace_id and p.id = f.said_by and f.workspace_id = $1
        and f.person_id is not null and f.said_by = any($2::bigint[])
     returning f.id, f.owner, f.subject_key as "subjectKey"`,
    [workspaceId, people],
  )
  // Embedded again, under their new owner.
  await deleteEmbeddings(
    db,
    workspaceId,
    'fact',
    moved.map(({ id }) => id),
  )
  await arrangeSubjects(db, workspaceId, moved)
}
