import type { Fact, FactAttribute, FactStatus } from '../../domain/fact.ts'
import type { ChatId, FactId, PersonId, WorkspaceId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'
import {
  FACT_COLUMNS,
  FACT_COLUMNS_ONCE,
  FACT_PERIOD,
  type FactRow,
  fromFactRow,
  IS_SAME_STATEMENT,
} from './fact-row.ts'

/* Facts as they are shown: without repetitions and erased ones, whose text is empty. Statements that only end another are
 * shown where a person decides about them by themselves. */

const FROM = `select ${FACT_COLUMNS}, ${FACT_PERIOD} from facts f
  left join people p on p.workspace_id = f.workspace_id and p.id = f.said_by`
const SHOWN = `f.repeats_id is null and f.text <> ''
  and (not f.ends or f.status in ('proposed', 'rejected') and not exists (
    select 1 from facts o where not o.ends and o.status = f.status and ${IS_SAME_STATEMENT}))`

export type FactQuery = {
  /** About any of these people, or said by them of a thing of theirs; null for all. */
  readonly people: readonly PersonId[] | null
  readonly chatId: ChatId | null
  readonly statuses: readonly FactStatus[]
  /** Words that the fact must have, as terms; empty for all. */
  readonly terms: readonly string[]
  readonly attribute: FactAttribute | null
  /** Only facts that held at this time; null: whenever they held. */
  readonly at: Date | null
  readonly limit: number
  readonly offset: number
}

/** Facts, pinned ones first, then the newest. */
export async function listFacts(
  db: Db,
  workspaceId: WorkspaceId,
  { people, chatId, statuses, terms, attribute, at, limit, offset }: FactQuery,
): Promise<{ readonly facts: Fact[]; readonly total: number }> {
  const rows = await db.query<FactRow & { readonly total: number }>(
    `select x.*, count(*) over ()::int as total from (
       ${FROM}
        where f.workspace_id = $1 and ${SHOWN} and f.status = any($2::text[])
          and ($3::bigint[] is null or f.subject_id = any($3))
          and ($4::bigint is null or f.chat_id = $4)
          and (cardinality($5::text[]) = 0 or f.terms @> $5)
          and ($6::text is null or f.attribute = $6)
          and ($7::timestamptz is null or (f.valid_from <= $7 and (f.valid_to is null or f.valid_to > $7)))) x
      order by x."isPinned" desc, x."saidAt" desc, x.id desc limit $8 offset $9`,
    [
      ...[workspaceId, statuses, people, chatId, terms, attribute, at?.toISOString() ?? null],
      ...[limit, offset],
    ],
  )
  return { facts: rows.map(fromFactRow), total: rows[0]?.total ?? 0 }
}

/** One fact; null if it is unknown, or not to be seen here. */
export async function findFact(db: Db, workspaceId: WorkspaceId, id: FactId): Promise<Fact | null> {
  const rows = await db.query<FactRow>(`${FROM} where f.workspace_id = $1 and f.id = $2`, [
    workspaceId,
    id,
  ])
  return rows.map(fromFactRow)[0] ?? null
}

/** What held before and after a fact: of the same subject, attribute and key, oldest first. */
export async function listFactHistory(
  db: Db,
  workspaceId: WorkspaceId,
  id: FactId,
): Promise<Fact[]> {
  const rows = await db.query<FactRow>(
    `${FROM}
       join facts o on o.workspace_id = f.workspace_id and o.id = $2 and o.owner = f.owner
        and o.subject_key = f.subject_key and o.attribute = f.attribute and o.key is not distinct from f.key
      where f.workspace_id = $1 and ${SHOWN} order by f.valid_from, f.id`,
    [workspaceId, id],
  )
  return rows.map(fromFactRow)
}

/** Whose facts a question sees: those of a memory owner and, alone, what the person stated of themselves anywhere. */
export type FactAudience = { readonly owner: string; readonly personId: PersonId | null }

const SEEN = `(f.owner = $2 or ($3::bigint is not null and f.subject_kind = 'person' and f.subject_id = $3 and f.said_by = $3))`

/** A fact as the search weighs it: without its text, which is read of the best only. */
export type FactHit = {
  readonly id: FactId
  /** How many of the terms it has. */
  readonly shared: number
  readonly isPinned: boolean
  readonly validFrom: Date
  readonly validTo: Date | null
}

type HitRow = Omit<FactHit, 'validFrom' | 'validTo'> & {
  readonly validFrom: string | Date
  readonly validTo: string | Date | null
}

/** Terms are filled up to so many, so that there are few statements to plan; no fact has the empty term. */
const TERMS_AT_ONCE = 4

function filledUp(terms: readonly string[]): string[] {
  const missing = (TERMS_AT_ONCE - (terms.length % TERMS_AT_ONCE)) % TERMS_AT_ONCE
  return [...terms, ...Array.from({ length: missing }, () => '')]
}

/** SQL: how many of the terms from $n on a fact has. One by one this takes half the time of an intersection. */
function sharedTerms(count: number, first: number): string {
  const has = (_: unknown, i: number) => `($${first + i}::text = any(f.terms))::int`
  return Array.from({ length: count }, has).join(' + ')
}

/** Facts that are read for their words: these, and those about these people or things of theirs. */
export type FactsAmong = { readonly ids: readonly FactId[]; readonly people: readonly PersonId[] }

/**
 * Facts with any of these terms, those with most of them first, then the newest: of all of the audience, or among some.
 * Of all, each is read: behind row-level security the index of terms serves no one but the database's owner.
 */
export async function findFactsByTerms(
  db: Db,
  workspaceId: WorkspaceId,
  { owner, personId }: FactAudience,
  terms: readonly string[],
  limit: number,
  among: FactsAmong | null = null,
): Promise<FactHit[]> {
  if (terms.length === 0) return []
  const asked = filledUp(terms)
  const rows = await db.query<HitRow>(
    `select f.id, ${sharedTerms(asked.length, 6)} as shared, f.is_pinned as "isPinned", ${FACT_PERIOD}
       from ${among === null ? '' : amongSql(6 + asked.length)} facts f
      where f.workspace_id = $1 and ${SEEN} ${among === null ? '' : 'and f.id = a.id'}
        and f.terms && $4::text[] and ${SHOWN} and f.status = 'active'
      order by 2 desc, f.said_at desc, f.id desc limit $5`,
    [
      ...[workspaceId, owner, personId, terms, limit, ...asked],
      ...(among === null ? [] : [among.ids, among.people]),
    ],
  )
  return rows.map(fromHitRow)
}

/** As a list of ids that is joined: an `or` of both conditions is planned as a read of the whole memory on PGlite. */
function amongSql(first: number): string {
  return `(select unnest($${first}::bigint[]) as id
            union select x.id from facts x where x.workspace_id = $1 and x.subject_id = any($${first + 1}::bigint[])) a,`
}

/** The same of these facts, whatever words they have. */
export async function listFactHits(
  db: Db,
  workspaceId: WorkspaceId,
  { owner, personId }: FactAudience,
  ids: readonly FactId[],
): Promise<FactHit[]> {
  if (ids.length === 0) return []
  const rows = await db.query<HitRow>(
    `select f.id, 0 as shared, f.is_pinned as "isPinned", ${FACT_PERIOD} from facts f
      where f.workspace_id = $1 and ${SEEN} and f.id = any($4::bigint[]) and ${SHOWN} and f.status = 'active'`,
    [workspaceId, owner, personId, ids],
  )
  return rows.map(fromHitRow)
}

function fromHitRow({ validFrom, validTo, ...hit }: HitRow): FactHit {
  return {
    ...hit,
    validFrom: new Date(validFrom),
    validTo: validTo === null ? null : new Date(validTo),
  }
}

/** What a person stated: in one memory, in a chat, or alone everywhere about themselves; newest first. */
export async function listFactsStatedBy(
  db: Db,
  workspaceId: WorkspaceId,
  { owner, personId }: FactAudience,
  { saidBy, chatId }: { readonly saidBy: PersonId; readonly chatId: ChatId | null },
  limit: number,
): Promise<Fact[]> {
  const rows = await db.query<FactRow>(
    `select ${FACT_COLUMNS_ONCE}, 1 as times, ${FACT_PERIOD} from facts f
       left join people p on p.workspace_id = f.workspace_id and p.id = f.said_by
      where f.workspace_id = $1 and (${SEEN} or f.chat_id = $5) and f.said_by = $4 and ${SHOWN}
        and f.status = 'active'
      order by f.said_at desc, f.id desc limit $6`,
    [workspaceId, owner, personId, saidBy, chatId, limit],
  )
  return rows.map(fromFactRow)
}

/** These facts, of those that may be seen and count. */
export async function listFactsByIds(
  db: Db,
  workspaceId: WorkspaceId,
  { owner, personId }: FactAudience,
  ids: readonly number[],
): Promise<Fact[]> {
  if (ids.length === 0) return []
  const rows = await db.query<FactRow>(
    `${FROM} where f.workspace_id = $1 and ${SEEN} and f.id = any($4::bigint[]) and ${SHOWN} and f.status = 'active'`,
    [workspaceId, owner, personId, ids],
  )
  return rows.map(fromFactRow)
}

/** Facts as they are stored now, for callers who may see the whole workspace. */
export async function listStoredFacts(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly FactId[],
): Promise<Map<FactId, Fact>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<FactRow>(
    `${FROM} where f.workspace_id = $1 and f.id = any($2::bigint[])`,
    [workspaceId, ids],
  )
  return new Map(rows.map((row) => [row.id, fromFactRow(row)]))
}
