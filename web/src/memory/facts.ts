import type { FactList } from '../../../src/api/memory/facts.ts'
import type { Owner } from './owner.ts'

export type Fact = FactList['facts'][number]
export type FactPage = FactList

/** What the filters of the list select. */
export type FactFilter = {
  readonly text: string
  readonly status: string
  /** Also facts that no longer hold. */
  readonly hasPast: boolean
  readonly limit: number
}

/** The API path of a list of facts: about a person, or stated in a group. */
export function factsPath(
  { kind, id }: Owner,
  { text, status, hasPast, limit }: FactFilter,
): string {
  const query = new URLSearchParams({
    [kind === 'person' ? 'person' : 'thread_id']: id,
    status,
    history: String(hasPast),
    limit: String(limit),
  })
  if (text !== '') query.set('q', text)
  return `/api/facts?${query}`
}

const MAX_WAITING = 100

/** The API path of the facts that wait for review: of an owner, or of all. */
export function reviewPath(owner: Owner | null): string {
  const all = { status: 'proposed', limit: String(MAX_WAITING) }
  return owner === null
    ? `/api/facts?${new URLSearchParams(all)}`
    : factsPath(owner, { text: '', status: 'proposed', hasPast: true, limit: MAX_WAITING })
}

/** The API path of a fact. */
export function factPath({ id }: Fact): string {
  return `/api/facts/${encodeURIComponent(id)}`
}
