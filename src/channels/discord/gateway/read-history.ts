import { z } from 'zod'
import { sleepUntilStopped } from '../../sleep.ts'
import { classifyDiscordError } from '../classify-error.ts'
import type { DiscordApi } from '../discord-api.ts'
import { DiscordMessage, DiscordRoom, type DiscordRoom as Room } from '../schemas.ts'
import { compareSnowflakes, snowflakeTime } from '../snowflake.ts'

const PAGE = 100
/** The newest messages of a channel that are read; where there were more, the gap is marked. */
const MAX_PAGES = 20
const TRIES = 4
const PAUSE_MS = 1_000

/** What was written in a channel since a message. */
export type History = {
  /** Oldest first. */
  readonly messages: readonly DiscordMessage[]
  /** Older messages whose text was edited since; only of those that stand on the same pages. */
  readonly edited: readonly DiscordMessage[]
  /** The oldest message that was read, if there are older ones that were not; else null. */
  readonly missingBefore: string | null
}

type HistoryDeps = { readonly api: DiscordApi; readonly stopping: AbortSignal }

const Page = z.array(z.unknown()).transform((all) =>
  all.flatMap((one) => {
    const message = DiscordMessage.safeParse(one)
    return message.success ? [message.data] : []
  }),
)

/**
 * Reads a channel or thread backwards from its end to a message. The last page mostly goes back further: what it shows
 * of older messages that were edited costs nothing.
 */
export async function readDiscordHistory(
  room: string,
  since: string,
  deps: HistoryDeps,
): Promise<History> {
  const found: DiscordMessage[] = []
  let before: string | null = null
  let missingBefore: string | null = null
  for (let page = 0; ; page += 1) {
    if (page === MAX_PAGES) {
      missingBefore = before
      break
    }
    const messages = await fetchPage(room, before, deps)
    found.push(...messages)
    const oldest = messages.map(({ id }) => id).toSorted(compareSnowflakes)[0]
    if (messages.length < PAGE || oldest === undefined) break
    if (compareSnowflakes(oldest, since) <= 0) break
    before = oldest
  }
  const inOrder = found.toSorted((a, b) => compareSnowflakes(a.id, b.id))
  const isNew = ({ id }: DiscordMessage) => compareSnowflakes(id, since) > 0
  const sinceMs = snowflakeTime(since).getTime()
  return {
    messages: inOrder.filter(isNew),
    edited: inOrder.filter(
      (one) => !isNew(one) && Date.parse(one.edited_timestamp ?? '') >= sinceMs,
    ),
    missingBefore,
  }
}

const Archived = z.object({ threads: z.array(z.unknown()) })

/** Threads of a channel that were archived since a moment, which Discord does not list as active. */
export async function listArchivedThreads(
  room: string,
  since: Date,
  deps: HistoryDeps,
): Promise<Room[]> {
  const route = `/channels/${room}/threads/archived/public` as const
  const query = new URLSearchParams({ limit: String(PAGE) })
  const { threads } = await untilDone({ threads: [] }, deps, () =>
    deps.api.get(route, Archived, { query }),
  )
  return threads.flatMap((one) => {
    const thread = DiscordRoom.safeParse(one)
    const at = thread.data?.thread_metadata?.archive_timestamp
    return thread.success && Date.parse(at ?? '') >= since.getTime() ? [thread.data] : []
  })
}

function fetchPage(
  room: string,
  before: string | null,
  deps: HistoryDeps,
): Promise<DiscordMessage[]> {
  const query = new URLSearchParams({ limit: String(PAGE), ...(before !== null && { before }) })
  return untilDone([], deps, () => deps.api.get(`/channels/${room}/messages`, Page, { query }))
}

/**
 * Asks until Discord answers: rate limits are waited out, other failures are retried a few times. `refused` is the result
 * where the bot has no access any more.
 */
async function untilDone<T>(
  refused: T,
  { stopping }: HistoryDeps,
  ask: () => Promise<T>,
): Promise<T> {
  for (let failures = 0; ; ) {
    try {
      return await ask()
    } catch (error) {
      const failure = classifyDiscordError(error)
      if (failure?.kind === 'refused' && failure.status !== 401) return refused
      failures += failure?.kind === 'limited' ? 0 : 1
      if (failure === null || failure.kind === 'refused' || failures === TRIES) throw error
      const ms = failure.kind === 'limited' ? failure.seconds * 1_000 : PAUSE_MS
      await sleepUntilStopped(ms, stopping)
      if (stopping.aborted) throw error
    }
  }
}
