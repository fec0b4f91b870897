import { z } from 'zod'
import { AppError } from '../../../domain/errors.ts'
import type { Inbox } from '../../channel.ts'
import { sleepUntilStopped } from '../../sleep.ts'
import type { EventDeps } from '../message-events.ts'
import type { DiscordInteraction } from '../schemas.ts'
import { formatGatewayPosition, NEW_SHARD, readGatewayPosition } from './gateway-position.ts'
import { runShard } from './run-shard.ts'

export type GatewayDeps = EventDeps & {
  readonly token: string
  readonly intents: () => Promise<number>
  readonly respond: (interaction: DiscordInteraction) => Promise<void>
}

const Gateway = z.object({
  url: z.url({ protocol: /^wss?$/ }),
  shards: z.number().int().positive(),
  session_start_limit: z.object({
    remaining: z.number().int(),
    reset_after: z.number().nonnegative(),
    max_concurrency: z.number().int().positive(),
  }),
})

/** `max_concurrency` sessions may be begun in five seconds by Discord's clock, which is not ours. */
const IDENTIFY_MS = 5_500
const GUILDS_PAGE = 200

/** Receives the events of all shards until it is stopped; throws if one of them cannot go on. */
export function createGateway(deps: GatewayDeps) {
  const identify = createTurns()
  return async (inbox: Inbox, stopping: AbortSignal): Promise<void> => {
    const gateway = await deps.api.get('/gateway/bot', Gateway)
    const intents = await deps.intents()
    const { shards: count, session_start_limit: limit } = gateway
    const shards = readGatewayPosition(await inbox.position(), count)
    const needed = shards.filter(({ session }) => session === null).length
    if (limit.remaining < needed) throw noSessions(limit.reset_after)
    let saved: Promise<void> = Promise.resolve()
    const failed = new AbortController()
    const stop = AbortSignal.any([stopping, failed.signal])
    const runs = shards.map((_, shard) =>
      runShard({
        ...deps,
        ...{ inbox, intents, url: gateway.url, shard: [shard, count], hasPrivate: shard === 0 },
        stopping: stop,
        identifyTurn: () => identify(Math.ceil(IDENTIFY_MS / limit.max_concurrency), stop),
        position: () => shards[shard] ?? NEW_SHARD,
        save: (events, change, isMore) => {
          // One after the other: the history is read beside the events, and changes the position too.
          const saving = saved.then(async () => {
            const position = change(shards[shard] ?? NEW_SHARD)
            const all = shards.with(shard, position)
            await inbox.save(events, { position: formatGatewayPosition(all), isMore })
            shards[shard] = position
          })
          saved = saving.catch(() => undefined)
          return saving
        },
        listGuilds: () => listGuilds(deps, [shard, count]),
      }).catch((error) => {
        failed.abort()
        throw error
      }),
    )
    const ended = await Promise.allSettled(runs)
    for (const run of ended) if (run.status === 'rejected') throw run.reason
  }
}

/** One after the other, with a pause between them. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  let endedAt = Number.NEGATIVE_INFINITY
  return (pauseMs: number, stopping: AbortSignal): Promise<void> => {
    const turn = last.then(async () => {
      const left = endedAt + pauseMs - performance.now()
      if (left > 0) await sleepUntilStopped(left, stopping)
      endedAt = performance.now()
    })
    last = turn
    return turn
  }
}

/** The servers whose events a shard receives. */
async function listGuilds(
  { api }: Pick<EventDeps, 'api'>,
  [shard, count]: readonly [number, number],
): Promise<string[]> {
  const ids: string[] = []
  const Guilds = z.array(z.object({ id: z.string().regex(/^\d{1,20}$/) }))
  for (let after = '0'; ; ) {
    const query = new URLSearchParams({ limit: String(GUILDS_PAGE), after })
    const page = await api.get('/users/@me/guilds', Guilds, { query })
    ids.push(...page.map(({ id }) => id))
    after = page.at(-1)?.id ?? after
    if (page.length < GUILDS_PAGE) break
  }
  return ids.filter((id) => Number((BigInt(id) >> 22n) % BigInt(count)) === shard)
}

function noSessions(resetMs: number): AppError {
  return new AppError('channel_failed', 'Discord allows no more new sessions today.', {
    details: { discord: 'sessions', seconds: Math.ceil(resetMs / 1_000) },
  })
}
