import type { MessageId, SessionId } from '../../domain/ids.ts'
import { frequencyOf } from './term-hits.ts'

/* The rows gathered by search-messages.ts, and their conversion for the ranking. */

/** A message as the ranking sees it: how often each counted word is in it. */
type MessageHit = {
  readonly id: MessageId
  readonly sessionId: SessionId
  readonly authorName: string
  readonly sentAt: Date
  /** The end of its text: enough to detect a question. */
  readonly ending: string
  readonly length: number
  readonly frequencies: readonly number[]
}

type SessionHit = {
  readonly id: SessionId
  readonly length: number
  /** The number of its messages with each counted word. */
  readonly frequencies: readonly number[]
}

export type GatheredMessages = {
  readonly hits: readonly MessageHit[]
  /** Runs of adjacent messages: the best ones, each with its surroundings. */
  readonly runs: readonly (readonly MessageId[])[]
  readonly sessions: readonly SessionHit[]
  /** The number of sessions with each counted word. */
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

/** Converts a row to a pool. */
export function toPool({ hits, runs, sessions, sessionCounts }: Gathered): GatheredMessages {
  return {
    hits: toHits(JSON.parse(hits)),
    runs: JSON.parse(runs ?? '[]'),
    sessions: toSessions(JSON.parse(sessions)),
    sessionCounts,
  }
}

/** Each message once: one of the pool may be a neighbour of another. */
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
