import type { MessageId, SessionId } from '../../domain/ids.ts'
import { frequencyOf } from './term-hits.ts'

/* What search-messages.ts gathers, as it comes from the database and as the ranking wants it. */

/** A message as the ranking sees it: how often each counted word is in it. */
export type MessageHit = {
  readonly id: MessageId
  readonly sessionId: SessionId
  readonly authorName: string
  readonly sentAt: Date
  /** How its text ends: enough to tell whether it asks. */
  readonly ending: string
  readonly length: number
  readonly frequencies: readonly number[]
}

export type SessionHit = {
  readonly id: SessionId
  readonly length: number
  /** How many of its messages hold each counted word. */
  readonly frequencies: readonly number[]
}

export type GatheredMessages = {
  readonly hits: readonly MessageHit[]
  /** Messages as they follow each other: the best ones, each with what was said around it. */
  readonly runs: readonly (readonly MessageId[])[]
  readonly sessions: readonly SessionHit[]
  /** In how many sessions each counted word is. */
  readonly sessionCounts: readonly number[]
}

/** The one row that gatherMessages reads: each of its fields is JSON. */
export type Gathered = {
  readonly hits: string
  readonly runs: string | null
  readonly sessions: string
  readonly sessionCounts: readonly number[]
}

/** A column a field, all equally long, and a column a counted word; null where there was no row. */
type HitColumns = {
  readonly id: readonly MessageId[] | null
  readonly sessionId: readonly SessionId[]
  readonly authorName: readonly string[]
  /** Seconds. */
  readonly sentAt: readonly number[]
  readonly ending: readonly string[]
  readonly length: readonly number[]
  readonly ranks: readonly (readonly number[])[]
}
type SessionColumns = {
  readonly id: readonly SessionId[] | null
  readonly length: readonly number[]
  readonly holding: readonly (readonly number[])[]
}

/** The pool of a row. */
export function toPool({ hits, runs, sessions, sessionCounts }: Gathered): GatheredMessages {
  return {
    hits: toHits(JSON.parse(hits)),
    runs: JSON.parse(runs ?? '[]'),
    sessions: toSessions(JSON.parse(sessions)),
    sessionCounts,
  }
}

/** Each message once: one of the pool may stand beside another. */
function toHits(columns: HitColumns): MessageHit[] {
  const seen = new Set<MessageId>()
  const hits: MessageHit[] = []
  for (const [i, id] of (columns.id ?? []).entries()) {
    if (seen.has(id)) continue
    seen.add(id)
    hits.push({
      id,
      sessionId: columns.sessionId[i] as SessionId,
      authorName: columns.authorName[i] as string,
      sentAt: new Date(Math.round((columns.sentAt[i] as number) * 1_000)),
      ending: columns.ending[i] as string,
      length: columns.length[i] as number,
      frequencies: columns.ranks.map((ranks) => frequencyOf(ranks[i] as number)),
    })
  }
  return hits
}

function toSessions({ id: ids, length, holding }: SessionColumns): SessionHit[] {
  return (ids ?? []).map((id, i) => ({
    id,
    length: length[i] as number,
    frequencies: holding.map((counts) => counts[i] as number),
  }))
}
