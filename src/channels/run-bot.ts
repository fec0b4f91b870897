import { type Bot, listBots, saveBot } from '../db/channels/bots.ts'
import { pruneInbox } from '../db/channels/inbox.ts'
import { listBackedOffChats, markLeftSends, pruneOutbox } from '../db/channels/outbox.ts'
import { isAppError } from '../domain/errors.ts'
import type { RawEvent } from './channel-event.ts'
import { COMMANDS } from './commands/commands.ts'
import { createChatBackoff } from './deliver/chat-backoff.ts'
import type { DeliverDeps } from './deliver/deps.ts'
import { type Bell, createBell, runOutbox } from './deliver/run-outbox.ts'
import { type BotDeps, inWorkspace } from './deps.ts'
import { planDigests } from './digests/plan-digests.ts'
import { createHearingRecorder } from './hearing.ts'
import { listenAgain, reportFailure } from './listen-again.ts'
import { markGap } from './receive/mark-gap.ts'
import { processInbox } from './receive/process-inbox.ts'
import { createInbox, receiveEvents } from './receive/save-events.ts'
import { sleepUntilStopped } from './sleep.ts'
import { planUnprompted } from './unprompted/plan-unprompted.ts'

export type BotOptions = Omit<BotDeps, 'me' | 'bot'>

export type RunningBot = {
  /** Saves events that the platform posted to the webhook; resolves when they are in the inbox. */
  receive(events: readonly RawEvent[]): Promise<void>
  /** Completes the sends under way, leaves the others for the next start. */
  stop(): Promise<void>
}

const WAIT_FOR_OTHERS_MS = 1_000
const PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
/** Interval at which waiting events are checked: albums, failures, other processes' webhooks. */
const LOOK_EVERY_MS = 1_000
const NOTE_EVERY_MS = 60_000
const PLAN_SENDS_MS = 10_000
/** Longer than a platform redelivers an event, so that none comes back after its id was deleted. */
const DONE_MS = 3 * 86_400_000
const STUCK_MS = 7 * 86_400_000
const SENT_MS = 60 * 86_400_000
const LEFT = 'the process ended while it was being sent'

/**
 * Runs the bot until it is stopped. Of several processes one is the bot at a time; the others wait to take
 * over. Every failure is retried: the bot never stops the process.
 */
export function runBot(options: BotOptions): RunningBot {
  const stopping = new AbortController()
  const bell = createBell()
  let onIntroduced: (deps: BotDeps) => void = () => {}
  const introduced = new Promise<BotDeps>((resolve) => {
    onIntroduced = resolve
  })
  const living = live(options, bell, onIntroduced, stopping.signal)
  return {
    receive: async (events) => {
      await receiveEvents(events, await introduced)
      bell.ring()
    },
    stop: async () => {
      stopping.abort()
      await living
    },
  }
}

async function live(
  options: BotOptions,
  bell: Bell,
  onIntroduced: (deps: BotDeps) => void,
  stop: AbortSignal,
): Promise<void> {
  const { channel, database, principal } = options
  let failures = 0
  while (!stop.aborted) {
    try {
      const me = await channel.introduce()
      const deps = { ...options, me, bot: { channel: channel.name, bot: me.id } }
      onIntroduced(deps)
      const hold = await waitForLock(
        database,
        `${channel.name}:${principal.workspaceId}:${me.id}`,
        stop,
      )
      if (hold === null) return
      try {
        await lead(deps, bell, AbortSignal.any([stop, hold.lost]), () => {
          failures = 0
        })
      } finally {
        await hold.release().catch(() => undefined)
      }
    } catch (error) {
      failures += 1
      const failure = reportFailure('start', error, options)
      const askedMs = failure !== null && 'seconds' in failure ? failure.seconds * 1_000 : 0
      await sleepUntilStopped(
        Math.max(askedMs, Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** failures)),
        stop,
      )
    }
  }
}

/** The bot's lock, once no other process holds it; null if it was stopped before. */
async function waitForLock(database: BotDeps['database'], name: string, stop: AbortSignal) {
  while (!stop.aborted) {
    const hold = await database.hold(name)
    if (hold !== null) return hold
    await sleepUntilStopped(WAIT_FOR_OTHERS_MS, stop)
  }
  return null
}

/** Runs while this process holds the lock of the bot. */
async function lead(
  deps: BotDeps,
  bell: Bell,
  stopping: AbortSignal,
  onReady: () => void,
): Promise<void> {
  const hearing = { ...deps, heard: createHearingRecorder(deps) }
  const settling = { ...deps, rests: createChatBackoff() }
  await restoreBackoffs(settling)
  await inWorkspace(deps, (db, workspaceId) =>
    markLeftSends(db, workspaceId, deps.bot, {
      problem: LEFT,
      now: deps.now(),
      repeatable: new Date(deps.now().getTime() - deps.channel.limits.repeatsMs),
    }),
  )
  await recordListening(deps, { isFirst: true })
  await deps.channel.registerCommands(COMMANDS).catch(() => undefined)
  onReady()
  deps.record({ name: 'channel.listening', ...deps.bot })
  // One after the other: each event in the platform's order, and none twice at once.
  let turn: Promise<void> = Promise.resolve()
  const processAll = () => {
    const mine = turn.then(() => processInbox(hearing, stopping)).finally(() => bell.ring())
    turn = mine.catch(() => undefined)
    return mine
  }
  let isBehind = true
  const inbox = createInbox(deps, async (isMore) => {
    isBehind ||= isMore
    await processAll()
    isBehind = isMore
  })
  await Promise.all([
    listenAgain(deps, inbox, stopping),
    sweep(processAll, deps, stopping),
    runOutbox(settling, { bell, isBehind: () => isBehind }, stopping),
  ])
}

/** Restores the back-offs that the platform asked of an earlier process. */
async function restoreBackoffs({ rests, ...deps }: DeliverDeps): Promise<void> {
  const now = deps.now()
  const resting = await inWorkspace(deps, (db, workspaceId) =>
    listBackedOffChats(db, workspaceId, deps.bot, now),
  )
  for (const { chat, until } of resting) {
    rests.rest(chat, (until.getTime() - now.getTime()) / 1_000)
  }
}

/** Periodic work that no new event triggers. */
async function sweep(processAll: () => Promise<void>, deps: BotDeps, stopping: AbortSignal) {
  let notedAt = performance.now()
  let plannedAt = Number.NEGATIVE_INFINITY
  while (!stopping.aborted) {
    await sleepUntilStopped(LOOK_EVERY_MS, stopping)
    if (stopping.aborted) return
    try {
      await processAll()
      if (performance.now() - plannedAt >= PLAN_SENDS_MS) {
        plannedAt = performance.now()
        await planDigests(deps)
        await planUnprompted(deps)
      }
      if (performance.now() - notedAt < NOTE_EVERY_MS) continue
      notedAt = performance.now()
      await recordListening(deps, { isFirst: false })
    } catch (error) {
      const code = isAppError(error) ? error.code : 'internal'
      deps.record({
        name: 'channel.failed',
        channel: deps.bot.channel,
        step: 'sweep',
        status: null,
        code,
      })
    }
  }
}

/** Records that the bot is listening; after a long absence also that messages may be missing. */
async function recordListening(deps: BotDeps, { isFirst }: { readonly isFirst: boolean }) {
  const { bot, me } = deps
  const now = deps.now()
  const isThis = (one: Bot) => one.channel === bot.channel && one.bot === bot.bot
  const before = (ms: number) => new Date(now.getTime() - ms)
  const last = await inWorkspace(deps, async (db, workspaceId) => {
    const known = await listBots(db, workspaceId)
    const { username, readsAll } = me
    await saveBot(db, workspaceId, { ...bot, username, readsAll, listenedAt: now })
    await pruneInbox(db, workspaceId, {
      doneBefore: before(DONE_MS),
      stuckBefore: before(STUCK_MS),
    })
    await pruneOutbox(db, workspaceId, before(SENT_MS))
    return known.find(isThis)?.listenedAt ?? null
  })
  if (isFirst && last !== null) await markGap(last, deps)
}
