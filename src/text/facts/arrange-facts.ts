import type { StatedFact, StoredFact } from '../../domain/fact.ts'
import type { FactId } from '../../domain/ids.ts'
import { type ClosedFact, supersede } from './supersede.ts'

/* Statements are stored as they were made; from when to when each holds is computed from all statements about the same
 * subject. So the order of arrival does not matter, and when a statement is deleted, what it closed holds again. */

/** Where a statement stands on the time line of its subject. */
export type FactPeriod = {
  readonly id: FactId
  readonly validFrom: Date
  /** Null while it holds. */
  readonly validTo: Date | null
  /** The statement that this one only repeats. */
  readonly repeatsId: FactId | null
  /** The statement that ended it. */
  readonly closedBy: FactId | null
}

/** The period of every statement about one subject, in the order they were made. */
export function arrangeFacts(statements: readonly StoredFact[]): FactPeriod[] {
  const periods = new Map<FactId, FactPeriod>()
  let known: StoredFact[] = []
  for (const found of statements.toSorted(bySaid)) {
    const change = supersede(known, found)
    const own = { id: found.id, validFrom: found.validFrom, closedBy: null }
    if (change.kind === 'join') {
      const { id, validFrom } = change
      periods.set(found.id, { ...own, validTo: null, repeatsId: id })
      periods.set(id, { ...(periods.get(id) as FactPeriod), validFrom })
      known = known.map((fact) => (fact.id === id ? { ...fact, validFrom } : fact))
      continue
    }
    for (const { id, validTo } of change.closes) {
      periods.set(id, { ...(periods.get(id) as FactPeriod), validTo, closedBy: found.id })
    }
    known = known.map((fact) => closedAs(fact, change.closes))
    // "No longer" ends what held, and never holds itself.
    const validTo = change.kind === 'end' ? found.validFrom : change.validTo
    periods.set(found.id, { ...own, validTo, repeatsId: null })
    if (change.kind === 'add') known.push({ ...found, validTo })
  }
  return [...periods.values()]
}

function bySaid(a: StatedFact & { id: FactId }, b: StatedFact & { id: FactId }): number {
  return a.saidAt.getTime() - b.saidAt.getTime() || a.id - b.id
}

function closedAs(fact: StoredFact, closes: readonly ClosedFact[]): StoredFact {
  const closed = closes.find(({ id }) => id === fact.id)
  return closed === undefined ? fact : { ...fact, validTo: closed.validTo }
}
