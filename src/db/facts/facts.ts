import type { StatedFact, StoredFact } from '../../domain/fact.ts'
import type { FactId, MessageId, PersonId, WorkspaceId } from '../../domain/ids.ts'
import type { MemoryOwner } from '../../domain/memory.ts'
import { arrangeFacts, type FactPeriod } from '../../text/facts/arrange-facts.ts'
import { ATTRIBUTE_WORDS } from '../../text/facts/attribute-words.ts'
import { subjectKeyOf } from '../../text/facts/compare-facts.ts'
import { queryTermsOf } from '../../text/terms.ts'
import type { Db } from '../engine/database.ts'
import { deleteEmbeddings } from '../search/embeddings.ts'
import { FACT_COLUMNS_ONCE, type FactRow, fromFactRow } from './fact-row.ts'

/* Statements are inserted and deleted as they are found in messages; their periods are computed again after every
 * change, for the subjects concerned. */

/** A statement as it is stored. */
export type NewFact = StatedFact & {
  /** The same whenever the same messages are read again. */
  readonly identity: string
  readonly modelId: string
  readonly status: 'active' | 'proposed'
}

/** All statements about one subject, of one owner. */
export type SubjectRef = { readonly owner: string; readonly subjectKey: string }

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

/** The statements that rest on any of these messages, with what makes each the same when it is found again. */
export async function listFactsFrom(
  db: Db,
  workspaceId: WorkspaceId,
  messageIds: readonly MessageId[],
): Promise<{ readonly id: FactId; readonly identity: string; readonly isChanged: boolean }[]> {
  return db.query(
    `select id, identity, changed_at is not null as "isChanged" from facts
      where workspace_id = $1 and message_ids && $2::bigint[]`,
    [workspaceId, messageIds],
  )
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

/** Computes the periods of all statements about these subjects again. */
export async function arrangeSubjects(
  db: Db,
  workspaceId: WorkspaceId,
  subjects: readonly SubjectRef[],
): Promise<void> {
  const distinct = new Map(
    subjects.map((one) => [JSON.stringify([one.owner, one.subjectKey]), one]),
  )
  for (const { owner, subjectKey } of distinct.values()) {
    const statements = await listStatements(db, workspaceId, { owner, subjectKey })
    const stored = new Map(statements.map((one) => [one.id, one]))
    const periods = arrangeFacts(statements).filter((one) => !isArranged(one, stored.get(one.id)))
    if (periods.length === 0) continue
    await db.write(
      `update facts f set valid_from = p.valid_from, valid_to = p.valid_to, repeats_id = p.repeats_id,
              closed_by = p.closed_by
         from unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::bigint[], $6::bigint[])
                as p(id, valid_from, valid_to, repeats_id, closed_by)
        where f.workspace_id = $1 and f.id = p.id`,
      [
        workspaceId,
        periods.map(({ id }) => id),
        periods.map(({ validFrom }) => validFrom.toISOString()),
        periods.map(({ validTo }) => validTo?.toISOString() ?? null),
        periods.map(({ repeatsId }) => repeatsId),
        periods.map(({ closedBy }) => closedBy),
      ],
      periods.length,
    )
  }
}

/** A statement with its period as it is stored. */
type Arranged = StoredFact & { readonly period: string }

/** True if nothing changes: of hundreds of statements about one subject a new one moves few. */
function isArranged(period: FactPeriod, stored: Arranged | undefined): boolean {
  return stored?.period === periodKey(period)
}

function periodKey({ validFrom, validTo, repeatsId, closedBy }: Omit<FactPeriod, 'id'>): string {
  return JSON.stringify([validFrom, validTo, repeatsId, closedBy])
}

/** The statements that count, as they were made. */
async function listStatements(
  db: Db,
  workspaceId: WorkspaceId,
  { owner, subjectKey }: SubjectRef,
): Promise<Arranged[]> {
  const rows = await db.query<
    FactRow & {
      readonly fromNow: string | Date
      readonly toNow: string | Date | null
      readonly repeatsId: FactId | null
    }
  >(
    `select ${FACT_COLUMNS_ONCE}, 1 as times, f.stated_from as "validFrom", null as "validTo",
            f.valid_from as "fromNow", f.valid_to as "toNow", f.repeats_id as "repeatsId"
       from facts f left join people p on p.workspace_id = f.workspace_id and p.id = f.said_by
      where f.workspace_id = $1 and f.owner = $2 and f.subject_key = $3 and f.status = 'active'`,
    [workspaceId, owner, subjectKey],
  )
  return rows.map((row) => ({
    ...fromFactRow(row),
    period: periodKey({
      validFrom: new Date(row.fromNow),
      validTo: row.toNow === null ? null : new Date(row.toNow),
      repeatsId: row.repeatsId,
      closedBy: row.closedBy,
    }),
  }))
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
