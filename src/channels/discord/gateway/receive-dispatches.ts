import { z } from 'zod'
import { isAppError } from '../../../domain/errors.ts'
import type { Inbox } from '../../channel.ts'
import type { RawEvent } from '../../channel-event.ts'
import { classifyDiscordError } from '../classify-error.ts'
import { deletedIds, dispatchEvents } from '../dispatch-events.ts'
import { joinEvents } from '../guild-events.ts'
import type { EventDeps } from '../message-events.ts'
import { isMenuCommand } from '../read/read-interaction.ts'
import { DiscordGuild, DiscordInteraction } from '../schemas.ts'
import { newerSnowflake } from '../snowflake.ts'
import { catchUpGuild, catchUpPrivate } from './catch-up.ts'
import type { GatewayEvent } from './gateway-connection.ts'
import type { ShardPosition } from './gateway-position.ts'

export type ReceiverDeps = EventDeps & {
  /** Whether this shard receives private chats. */
  readonly hasPrivate: boolean
  readonly inbox: Inbox
  readonly position: () => ShardPosition
  /** Saves events with the position after them, one call after the other; `isMore` as in `Inbox.save`. */
  readonly save: (
    events: readonly RawEvent[],
    change: (position: ShardPosition) => ShardPosition,
    isMore: boolean,
  ) => Promise<void>
  /** The servers of this shard. */
  readonly listGuilds: () => Promise<readonly string[]>
  readonly respond: (interaction: DiscordInteraction) => Promise<void>
  readonly onFailure: (error: unknown) => void
  /** Ends the reading of the history. */
  readonly stopping: AbortSignal
}

/** Saves what the gateway dispatches in one session. */
export type Receiver = {
  receive(event: GatewayEvent): void
  /** Resolves when what was received so far is saved. */
  saved(): Promise<void>
  /** Resolves when nothing is done any more. */
  ended(): Promise<void>
}

/** Events that are saved together. */
const BATCH = 20
/** Answers wait for servers that are down at the start, but not longer. */
const GUILDS_MS = 10_000
/** A server that the bot joined earlier was away for a while, because Discord was. */
const JOINED_MS = 600_000

const Ready = z.object({
  session_id: z.string().min(1),
  resume_gateway_url: z.url({ protocol: /^wss?$/ }),
  guilds: z.array(z.object({ id: z.string() })),
})

/** Begins to receive. Events are saved in their order; the history that was missed is read beside. */
export function createReceiver(deps: ReceiverDeps): Receiver {
  const queue: GatewayEvent[] = []
  const deleted = new Set<string>()
  const awaited = new Set<string>()
  let working: Promise<void> = Promise.resolve()
  let history: Promise<void> = Promise.resolve()
  let isWorking = false
  let isBroken = false
  let newest: string | null = null
  /** True until the bot has seen what it missed: answers wait. */
  let isMore = true
  const patience = setTimeout(() => void letAnswer().catch(deps.onFailure), GUILDS_MS)

  const letAnswer = async () => {
    isMore = false
    await deps.inbox.save([])
  }
  const save = (events: readonly RawEvent[], sequence: number) =>
    deps.save(
      events,
      ({ session, since, isBehind }) => ({
        session: session && { ...session, sequence: Math.max(session.sequence, sequence) },
        since: isBehind ? since : newerSnowflake(since, newest),
        isBehind,
      }),
      isMore,
    )
  /** Reads the history in the background, a server after the other; then nothing is missing any more. */
  const readHistory = (read: (since: string | null) => Promise<string | null>, guild?: string) => {
    history = history
      .then(async () => {
        if (deps.stopping.aborted) return
        newest = newerSnowflake(newest, await read(deps.position().since))
        if (guild !== undefined) awaited.delete(guild)
        if (awaited.size > 0 || deps.stopping.aborted) return
        const caughtUp = ({ session, since }: ShardPosition) => {
          return { session, since: newerSnowflake(since, newest), isBehind: false }
        }
        await deps.save([], caughtUp, isMore)
        if (isMore) await letAnswer()
      })
      .catch((error) => {
        if (!deps.stopping.aborted) deps.onFailure(error)
      })
  }
  const readGuildHistory = (id: string) => {
    awaited.add(id)
    readHistory(async (since) => {
      const guild = await deps.directory.guild(id)
      return guild === null ? null : catchUpGuild(guild, since, { ...deps, deleted })
    }, id)
  }
  const readPrivateHistory = () =>
    readHistory(async (since) =>
      deps.hasPrivate ? catchUpPrivate(since, { ...deps, deleted }) : null,
    )

  const begin = async ({ data, sequence }: GatewayEvent) => {
    const ready = Ready.safeParse(data)
    if (!ready.success) return
    const { session_id: id, resume_gateway_url: url, guilds } = ready.data
    // The position is saved at once: a process that dies now can resume this session.
    const session = { id, url, sequence }
    await deps.save([], (position) => ({ ...position, session, isBehind: true }), true)
    for (const guild of guilds) awaited.add(guild.id)
    readPrivateHistory()
  }
  const resume = async () => {
    if (!deps.position().isBehind) return letAnswer()
    for (const id of await deps.listGuilds()) readGuildHistory(id)
    readPrivateHistory()
  }
  const addGuild = (data: unknown, key: string): readonly RawEvent[] => {
    const read = DiscordGuild.safeParse(data)
    if (!read.success) return []
    const { id } = read.data
    const isKnown = deps.directory.known(id) !== null
    const guild = deps.directory.saveGuild(read.data)
    if (awaited.has(id)) readGuildHistory(id)
    else if (!isKnown && deps.now().getTime() - (guild.joinedAt?.getTime() ?? 0) < JOINED_MS) {
      return joinEvents(guild, key, deps)
    }
    return []
  }

  const toEvents = async (event: GatewayEvent): Promise<readonly RawEvent[]> => {
    const { name, data, sequence } = event
    if (name === 'READY') await begin(event)
    else if (name === 'RESUMED') await resume()
    const key = `${deps.position().session?.id ?? ''}:${sequence}`
    if (name === 'GUILD_CREATE') return addGuild(data, key)
    const dispatch = { name, data, key }
    for (const id of deletedIds(dispatch)) deleted.add(id)
    return dispatchEvents(dispatch, deps)
  }
  const work = async () => {
    for (let batch = queue.splice(0, BATCH); batch.length > 0; batch = queue.splice(0, BATCH)) {
      const events: RawEvent[] = []
      for (const event of batch) events.push(...(await toEvents(event).catch(skipUnreadable)))
      for (const { id, ordinal } of events) {
        if (id.startsWith('m:')) newest = newerSnowflake(newest, ordinal)
      }
      await save(events, Math.max(...batch.map(({ sequence }) => sequence)))
      for (const event of batch) respondTo(event, deps)
    }
  }
  const start = () => {
    if (isWorking || isBroken || queue.length === 0) return
    isWorking = true
    working = work()
      .catch((error) => {
        // Nothing after an event that is not saved may be saved: the session is resumed before it.
        isBroken = true
        deps.onFailure(error)
      })
      .finally(() => {
        isWorking = false
        start()
      })
  }
  return {
    receive: (event) => {
      queue.push(event)
      start()
    },
    saved: () => working,
    ended: async () => {
      clearTimeout(patience)
      await working
      await history
    },
  }
}

/**
 * Where Discord or the database failed, the event comes again when the session is resumed. One that cannot be read would
 * come again for ever: it is skipped.
 */
function skipUnreadable(error: unknown): [] {
  if (isAppError(error) || classifyDiscordError(error) !== null) throw error
  return []
}

/** Discord waits three seconds for a response to a command of its menu. The reply itself is a message of its own. */
function respondTo({ name, data }: GatewayEvent, { respond }: ReceiverDeps): void {
  if (name !== 'INTERACTION_CREATE') return
  const interaction = DiscordInteraction.safeParse(data)
  if (!interaction.success || !isMenuCommand(interaction.data)) return
  void respond(interaction.data).catch(() => undefined)
}
