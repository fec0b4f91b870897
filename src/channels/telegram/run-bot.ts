import { createHash } from 'node:crypto'
import { pruneInbox } from '../../db/channels/inbox.ts'
import { listBackedOffChats, markLeftSends, pruneOutbox } from '../../db/channels/outbox.ts'
import { listBots, saveBot } from '../../db/channels/telegram-chats.ts'
import { isAppError } from '../../domain/errors.ts'
import { classifyError, sendProblemOf } from './classify-error.ts'
import { createChatBackoff } from './deliver/chat-backoff.ts'
import type { DeliverDeps } from './deliver/deps.ts'
import { createBell, runOutbox } from './deliver/run-outbox.ts'
import { type BotDeps, type BotIdentity, inWorkspace } from './deps.ts'
import { planDigests } from './digests/plan-digests.ts'
import { listen, UPDATE_KINDS } from './listen.ts'
import { registerMenu } from './menu.ts'
import { markGap } from './receive/mark-gap.ts'
import { processInbox } from './receive/process-inbox.ts'
import { receiveUpdates } from './receive/save-updates.ts'
import { createPrivacyModeRecorder } from './record-privacy-mode.ts'
import { sleepUntilStopped } from './sleep.ts'

export type BotOptions = Omit<BotDeps, 'me'> & {
  /** Where Telegram posts updates; null for polling. */
  readonly webhook: { readonly url: string; readonly secret: string } | null
}

export type RunningBot = {
  /** Receives an update from the webhook; resolves when it is in the inbox. */
  receive(update: Parameters<typeof receiveUpdates>[0][number]): Promise<void>
  /** Completes the sends under way, leaves the others for the next start. */
  stop(): Promise<void>
}

const WAIT_FOR_OTHERS_MS = 1_000
const PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
/** Interval at which waiting updates are checked: albums, failures, other processes' webhooks. */
const LOOK_EVERY_MS = 1_000
const NOTE_EVERY_MS = 60_000
const PLAN_DIGESTS_MS = 10_000
/** Longer than Telegram stores an update, so that none comes back after its id was deleted. */
const DONE_MS = 3 * 86_400_000
const STUCK_MS = 7 * 86_400_000
const SENT_MS = 60 * 86_400_000
const LEFT = 'the process ended while it was being sent'

/** The webhook's secret, which authenticates Telegram's requests: it cannot be derived without the token. */
export function webhookSecret(token: string): string {
  return createHash('sha256').update(`earshot webhook ${token}`).digest('hex')
}

/**
 * Runs the bot until it is stopped. Of several processes one is the bot at a time; the others wait to take
 * over. Every failure is retried: the bot never stops the process.
 */
export function runBot(options: BotOptions): RunningBot {
  const stopping = new AbortController()
  const bell = createBell()
  const living = live(options, bell, stopping.signal)
  return {
    receive: async (update) => {
      await receiveUpdates([update], options)
      bell.ring()
    },
    stop: async () => {
      stopping.abort()
      await living
    },
  }
}

async function live(options: BotOptions, bell: ReturnType<typeof createBell>, stop: AbortSignal) {
  let failures = 0
  while (!stop.aborted) {
    try {
      const hold = await options.database.hold(
        `telegram:${options.principal.workspaceId}:${options.bot}`,
      )
      if (hold === null) {
        await sleepUntilStopped(WAIT_FOR_OTHERS_MS, stop)
        continue
      }
      try {
        await lead(options, bell, AbortSignal.any([stop, hold.lost]), () => {
          failures = 0
        })
      } finally {
        await hold.release().catch(() => undefined)
      }
    } catch (error) {
      failures += 1
      const failure = classifyError(error)
      const status = failure?.kind === 'refused' ? failure.status : null
      const code = isAppError(error) ? error.code : 'telegram_failed'
      options.record({
        name: 'telegram.failed',
        step: 'start',
        status,
        code,
        ...sendProblemOf(failure),
      })
      const askedMs = failure?.kind === 'later' ? failure.seconds * 1_000 : 0
      await sleepUntilStopped(
        Math.max(askedMs, Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** failures)),
        stop,
      )
    }
  }
}

/** Runs while this process holds the lock of the bot. */
async function lead(
  options: BotOptions,
  bell: ReturnType<typeof createBell>,
  stopping: AbortSignal,
  onReady: () => void,
): Promise<void> {
  const me = await introduce(options)
  const deps = { ...options, me }
  const hearing = { ...deps, heard: createPrivacyModeRecorder(deps) }
  const settling = { ...deps, rests: createChatBackoff() }
  await restoreBackoffs(settling)
  await inWorkspace(deps, (db, workspaceId) =>
    markLeftSends(db, workspaceId, deps.bot, { problem: LEFT, now: deps.now() }),
  )
  await recordListening(deps, { isFirst: true })
  await registerMenu(deps).catch(() => undefined)
  await prepare(options)
  onReady()
  options.record({ name: 'telegram.listening', bot: options.bot, mode: modeOf(options) })
  // One after the other: each message in Telegram's order, and none twice at once.
  let turn: Promise<void> = Promise.resolve()
  const processAll = () => {
    const mine = turn.then(() => processInbox(hearing, stopping)).finally(() => bell.ring())
    turn = mine.catch(() => undefined)
    return mine
  }
  let isBehind = options.webhook === null
  const onUpdates = async (isMore: boolean) => {
    isBehind ||= isMore
    await processAll()
    isBehind = isMore
  }
  await Promise.all([
    options.webhook === null ? listen(deps, onUpdates, stopping) : undefined,
    sweep(processAll, deps, stopping),
    runOutbox(settling, { bell, isBehind: () => isBehind }, stopping),
  ])
}

/** Restores the back-offs that Telegram asked of an earlier process. */
async function restoreBackoffs({ rests, ...deps }: DeliverDeps): Promise<void> {
  const now = deps.now()
  const resting = await inWorkspace(deps, (db, workspaceId) =>
    listBackedOffChats(db, workspaceId, deps.bot, now),
  )
  for (const { chat, until } of resting) {
    rests.rest(chat, (until.getTime() - now.getTime()) / 1_000)
  }
}

/** An active webhook blocks polling, so it is deleted first; no pending update is dropped. */
async function prepare({ telegram, webhook }: BotOptions): Promise<void> {
  if (webhook === null) {
    await telegram.deleteWebhook({ drop_pending_updates: false })
    return
  }
  const { url, secret } = webhook
  await telegram.setWebhook({ url, secret_token: secret, allowed_updates: UPDATE_KINDS })
}

async function introduce({ telegram }: BotOptions): Promise<BotIdentity> {
  const { id, username, first_name, can_read_all_group_messages } = await telegram.getMe()
  return { id, username, name: first_name, readsAll: can_read_all_group_messages }
}

const modeOf = ({ webhook }: BotOptions) => (webhook === null ? 'polling' : 'webhook')

/** Periodic work that no new update triggers. */
async function sweep(processAll: () => Promise<void>, deps: BotDeps, stopping: AbortSignal) {
  let notedAt = performance.now()
  let plannedAt = Number.NEGATIVE_INFINITY
  while (!stopping.aborted) {
    await sleepUntilStopped(LOOK_EVERY_MS, stopping)
    if (stopping.aborted) return
    try {
      await processAll()
      if (performance.now() - plannedAt >= PLAN_DIGESTS_MS) {
        plannedAt = performance.now()
        await planDigests(deps)
      }
      if (performance.now() - notedAt < NOTE_EVERY_MS) continue
      notedAt = performance.now()
      await recordListening(deps, { isFirst: false })
    } catch (error) {
      const code = isAppError(error) ? error.code : 'internal'
      deps.record({ name: 'telegram.failed', step: 'sweep', status: null, code })
    }
  }
}

/** Records that the bot is listening; after a long absence also that messages may be missing. */
async function recordListening(deps: BotDeps, { isFirst }: { readonly isFirst: boolean }) {
  const { bot, me } = deps
  const now = deps.now()
  const before = (ms: number) => new Date(now.getTime() - ms)
  const last = await inWorkspace(deps, async (db, workspaceId) => {
    const known = await listBots(db, workspaceId)
    const { username, readsAll } = me
    await saveBot(db, workspaceId, { bot, username, readsAll, listenedAt: now })
    await pruneInbox(db, workspaceId, {
      doneBefore: before(DONE_MS),
      stuckBefore: before(STUCK_MS),
    })
    await pruneOutbox(db, workspaceId, before(SENT_MS))
    return known.find((one) => one.bot === bot)?.listenedAt ?? null
  })
  if (isFirst && last !== null) await markGap(last, deps)
}
