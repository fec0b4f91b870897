import type { Update } from 'grammy/types'

/* What waits for the bot, as the real server keeps it:
 *
 *   add ──> waiting ──getUpdates──> handed out ──an offset above it──> confirmed
 *                └── after a day: gone
 *
 * One poll waits at a time; a second one ends the first, and a webhook ends both. */

/** An update before it has its number. */
export type NewUpdate = Omit<Update, 'update_id'> & { readonly update_id?: number }
export type Poll = {
  readonly offset: number
  readonly limit: number
  readonly timeoutSeconds: number
  readonly allowed: readonly string[] | undefined
  /** The bot's own, or that of a second poller, which only gets in the way. */
  readonly by: 'bot' | 'other'
}
export type PollEnd = Update[] | 'conflict' | 'webhook'

type Waiting = { update: Update; readonly addedAt: number; isHandedOut: boolean }
type Held = { readonly poll: Poll; readonly end: (how: PollEnd) => void }

/** Not sent unless asked for by name. */
const ONLY_BY_NAME = ['chat_member', 'message_reaction', 'message_reaction_count']
const DAY_MS = 24 * 60 * 60 * 1000
/** An offset further ahead than this is taken for an old one, from before the numbers began anew. */
const FUTURE = 10

export type UpdateQueue = {
  /** Puts an update behind the others, unless the bot did not ask for its kind. */
  add(update: NewUpdate): void
  /** One getUpdates; `gone` says that the caller left. */
  poll(poll: Poll, gone: AbortSignal): Promise<PollEnd>
  /** Ends a waiting poll, as setWebhook does. */
  endPoll(how: 'webhook'): void
  allow(kinds: readonly string[] | undefined): void
  allowed(): readonly string[]
  /** The oldest one, for a webhook. */
  first(): Update | undefined
  /** A webhook took it. */
  take(update: Update): void
  waiting(): readonly Update[]
  /** Forgets what waits, as `drop_pending_updates` asks. */
  clear(): void
  /** Makes the numbers go on from here, as Telegram does after a quiet week. */
  restartAt(id: number): void
  /** Gives what was not handed out yet another order, under the same numbers. */
  shuffle(random: () => number): void
  /** Confirmed by an offset, in order. */
  readonly confirmed: Update[]
  /** Below an offset without ever having been handed out. */
  readonly skipped: Update[]
  /** Polls of the bot that were ended by another of its own. */
  doublePolls(): number
}

/** A queue of updates; `changed` is told whenever something was added or taken away. */
export function createUpdateQueue(now: () => Date, changed: () => void): UpdateQueue {
  let waiting: Waiting[] = []
  let nextId = 700_000_001
  let allowed: readonly string[] = []
  let held: Held | null = null
  let doubles = 0
  const confirmed: Update[] = []
  const skipped: Update[] = []

  const expire = () => {
    waiting = waiting.filter(({ addedAt }) => now().getTime() - addedAt < DAY_MS)
  }
  const confirmBelow = (offset: number) => {
    for (const { update, isHandedOut } of waiting) {
      if (update.update_id < offset) (isHandedOut ? confirmed : skipped).push(update)
    }
    waiting = waiting.filter(({ update }) => update.update_id >= offset)
  }
  const handOut = (limit: number, by: Poll['by']) => {
    const batch = waiting.slice(0, limit)
    if (by === 'bot') for (const entry of batch) entry.isHandedOut = true
    return batch.map(({ update }) => update)
  }
  // Not at once: what is said in one breath comes in one answer, as the real server has it.
  const wake = () =>
    setImmediate(() => {
      if (held && waiting.length > 0) held.end(handOut(held.poll.limit, held.poll.by))
    })
  const forget = (offset: number) => {
    expire()
    if (offset < 0) waiting = waiting.slice(offset)
    else if (offset <= nextId + FUTURE) confirmBelow(offset)
  }
  const isWanted = (update: NewUpdate) => {
    const kind = Object.keys(update).find((name) => name !== 'update_id') ?? ''
    return allowed.length === 0 ? !ONLY_BY_NAME.includes(kind) : allowed.includes(kind)
  }

  return {
    confirmed,
    skipped,
    doublePolls: () => doubles,
    add: (update) => {
      if (!isWanted(update)) return
      const update_id = update.update_id ?? nextId
      nextId = Math.max(nextId, update_id + 1)
      waiting.push({
        update: { ...update, update_id },
        addedAt: now().getTime(),
        isHandedOut: false,
      })
      wake()
      changed()
    },
    poll: (poll, gone) => {
      if (poll.allowed) allowed = poll.allowed
      if (poll.by === 'bot') forget(poll.offset)
      changed()
      const batch = handOut(poll.limit, poll.by)
      if (batch.length > 0 || poll.timeoutSeconds === 0) return Promise.resolve(batch)
      if (held?.poll.by === 'bot' && poll.by === 'bot') doubles += 1
      held?.end('conflict')
      return hold(poll, gone)
    },
    endPoll: (how) => held?.end(how),
    allow: (kinds) => {
      if (kinds) allowed = kinds
    },
    allowed: () => allowed,
    first: () => {
      expire()
      return waiting[0]?.update
    },
    take: (update) => {
      waiting = waiting.filter((entry) => entry.update !== update)
      confirmed.push(update)
      changed()
    },
    waiting: () => waiting.map(({ update }) => update),
    clear: () => {
      waiting = []
    },
    restartAt: (id) => {
      nextId = id
    },
    shuffle: (random) => {
      const fresh = waiting.filter(({ isHandedOut }) => !isHandedOut)
      const ids = fresh.map(({ update }) => update.update_id)
      const mixed = fresh
        .map(({ update }) => ({ update, at: random() }))
        .toSorted((a, b) => a.at - b.at)
      for (const [index, { update }] of mixed.entries()) {
        const [entry, update_id] = [fresh[index], ids[index]]
        if (entry && update_id !== undefined) entry.update = { ...update, update_id }
      }
    },
  }

  function hold(poll: Poll, gone: AbortSignal): Promise<PollEnd> {
    return new Promise((resolve) => {
      const end = (how: PollEnd) => {
        clearTimeout(timer)
        gone.removeEventListener('abort', left)
        if (held === mine) held = null
        resolve(how)
      }
      const left = () => end([])
      const mine: Held = { poll, end }
      const timer = setTimeout(left, poll.timeoutSeconds * 1000)
      gone.addEventListener('abort', left)
      held = mine
    })
  }
}
