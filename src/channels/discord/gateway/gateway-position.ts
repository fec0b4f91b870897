import { z } from 'zod'

/* Where each shard of the gateway is, as stored with the events that were saved up to there: a restart resumes the
 * session if Discord still has it, and otherwise reads the history from `since`. */

const GatewaySession = z.object({ id: z.string(), url: z.string(), sequence: z.number().int() })
export type GatewaySession = z.output<typeof GatewaySession>

const ShardPosition = z.object({
  session: GatewaySession.nullable(),
  /** The newest message up to which everything was saved; null if nothing ever was. */
  since: z.string().nullable(),
  /** True until the history since then has been read. */
  isBehind: z.boolean(),
})
export type ShardPosition = z.output<typeof ShardPosition>

const Position = z.object({ shards: z.array(ShardPosition) })

/** Where a shard begins that never listened. */
export const NEW_SHARD: ShardPosition = { session: null, since: null, isBehind: true }

/**
 * The positions of the shards. With another number of shards the sessions are of no use: each shard begins a new one,
 * from where the last of them was.
 */
export function readGatewayPosition(stored: string | null, count: number): ShardPosition[] {
  const known = parse(stored)
  if (known.length === count) return known
  const places = known.map(({ since }) => since)
  const oldest = places.includes(null) ? null : places.toSorted(byLength)[0]
  return Array.from({ length: count }, () => ({ ...NEW_SHARD, since: oldest ?? null }))
}

/** The positions as text. */
export function formatGatewayPosition(shards: readonly ShardPosition[]): string {
  return JSON.stringify({ shards })
}

function parse(stored: string | null): ShardPosition[] {
  if (stored === null) return []
  try {
    return Position.safeParse(JSON.parse(stored)).data?.shards ?? []
  } catch {
    return []
  }
}

function byLength(a: string | null, b: string | null): number {
  const [first, second] = [a ?? '', b ?? '']
  return first.length - second.length || (first < second ? -1 : 1)
}
