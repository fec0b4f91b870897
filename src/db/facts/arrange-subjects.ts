import type { Fact } from '../../domain/fact.ts'
import type { FactId, WorkspaceId } from '../../domain/ids.ts'
import { arrangeFacts, type FactPeriod } from '../../text/facts/arrange-facts.ts'
import { supersede } from '../../text/facts/supersede.ts'
import type { Db } from '../engine/database.ts'
import { FACT_COLUMNS_ONCE, type FactRow, fromFactRow } from './fact-row.ts'

/** All statements about one subject, of one owner. */
export type SubjectRef = { readonly owner: string; readonly subjectKey: string }

/** Computes the periods of all statements about these subjects again. */
export async function arrangeSubjects(
  db: Db,
  workspaceId: WorkspaceId,
  subjects: readonly SubjectRef[],
): Promise<void> {
  const distinct = new Map(
    subjects.map((one) => [JSON.stringify([one.owner, one.subjectKey]), one]),
  )
  for (const subject of distinct.values()) {
    const statements = await listStatements(db, workspaceId, subject)
    const stored = new Map(statements.map((one) => [one.id, one.stored]))
    // Of hundreds of statements about one subject a new one moves few.
    const arranged = arrange(statements).filter((one) => stored.get(one.id) !== periodKey(one))
    if (arranged.length === 0) continue
    await db.write(
      `update facts f set valid_from = p.valid_from, valid_to = p.valid_to, repeats_id = p.repeats_id,
              closed_by = p.closed_by, status = p.status
         from unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::bigint[], $6::bigint[], $7::text[])
                as p(id, valid_from, valid_to, repeats_id, closed_by, status)
        where f.workspace_id = $1 and f.id = p.id`,
      [
        workspaceId,
        arranged.map(({ id }) => id),
        arranged.map(({ validFrom }) => validFrom.toISOString()),
        arranged.map(({ validTo }) => validTo?.toISOString() ?? null),
        arranged.map(({ repeatsId }) => repeatsId),
        arranged.map(({ closedBy }) => closedBy),
        arranged.map(({ status }) => status),
      ],
      arranged.length,
    )
  }
}

/**
 * The periods of the statements that count, and by themselves of those that wait for a person: these end nothing that
 * holds. One that only repeats what counts already needs no review.
 */
function arrange(statements: readonly Fact[]) {
  const active = statements.filter(({ status }) => status === 'active')
  const waiting = statements.filter(({ status }) => status === 'proposed')
  const periods = new Map(arrangeFacts(active).map((period) => [period.id, period]))
  const known = active.flatMap((fact) => {
    const period = periods.get(fact.id)
    return period === undefined || period.repeatsId !== null ? [] : { ...fact, ...period }
  })
  const repeated = waiting.filter((fact) => supersede(known, fact).kind === 'join')
  const withStatus = (of: readonly Fact[], status: 'active' | 'proposed') =>
    arrangeFacts(of).map((period) => ({ ...period, status }))
  return [
    ...withStatus([...active, ...repeated], 'active'),
    ...withStatus(
      waiting.filter((fact) => !repeated.includes(fact)),
      'proposed',
    ),
  ]
}

type Period = Omit<FactPeriod, 'id'> & Pick<Fact, 'status'>

function periodKey({ validFrom, validTo, repeatsId, closedBy, status }: Period): string {
  return JSON.stringify([validFrom, validTo, repeatsId, closedBy, status])
}

/** The statements that count or wait, as they were made, and the period that is stored of each. */
async function listStatements(
  db: Db,
  workspaceId: WorkspaceId,
  { owner, subjectKey }: SubjectRef,
): Promise<(Fact & { readonly stored: string })[]> {
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
      where f.workspace_id = $1 and f.owner = $2 and f.subject_key = $3
        and f.status in ('active', 'proposed')`,
    [workspaceId, owner, subjectKey],
  )
  return rows.map((row) => ({
    ...fromFactRow(row),
    stored: periodKey({
      validFrom: new Date(row.fromNow),
      validTo: row.toNow === null ? null : new Date(row.toNow),
      ...{ repeatsId: row.repeatsId, closedBy: row.closedBy, status: row.status },
    }),
  }))
}
