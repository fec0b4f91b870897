import { Refusal } from './refusal.ts'

/* "Too many requests": told to wait, and what happens to those who do not.
 *
 * By itself the server refuses nobody; a test blocks a chat, or switches on the limits that
 * Telegram's FAQ names. A call that comes before its time is over is refused again and noted. */

export type Flood = {
  /** Refuses the call: nobody may write there before this many seconds have passed. */
  block(key: string, seconds: number): Refusal
  /** Refuses a call that comes too early, or too often. */
  check(call: FloodCall): void
  /** Switches the FAQ's limits on. */
  enforce(): void
  /** Calls that came while they had been told to wait. */
  early(): readonly string[]
}
export type FloodCall = {
  readonly method: string
  readonly key: string
  /** The chat that is written to, if any, and whether it is a group. */
  readonly chatId: number | null
}

/** Telegram counts these together, chat by chat. */
const WRITES = /^(send(?!chataction)|edit|copy|forward)/

type Limit = {
  readonly perMs: number
  readonly calls: number
  readonly of: (call: FloodCall) => string | null
}
/** Bots FAQ: thirty a second in all, twenty a minute to a group, one a second to a chat, with bursts. */
const LIMITS: readonly Limit[] = [
  { perMs: 1_000, calls: 30, of: () => 'all' },
  { perMs: 60_000, calls: 20, of: ({ chatId }) => (isGroup(chatId) ? `minute ${chatId}` : null) },
  { perMs: 5_000, calls: 5, of: ({ chatId }) => `burst ${chatId}` },
]
const isGroup = (chatId: number | null) => chatId !== null && chatId < 0

/** What was on its way already when the other was told to wait is no sin. */
const GRACE_MS = 300

/** Whether a call puts something into a chat, and so counts against its limits. */
export const isWrite = (method: string) => WRITES.test(method)

/** What waits together: all writes to one chat, or all calls of one method. */
export const floodKey = (method: string, chatId: number | null) =>
  isWrite(method) && chatId !== null ? `chat ${chatId}` : method

/** Keeps count of who has to wait. */
export function createFlood(now: () => Date): Flood {
  const blocked = new Map<string, { readonly since: number; readonly until: number }>()
  const seen = new Map<string, number[]>()
  const early: string[] = []
  let isEnforced = false
  const refuse = (seconds: number) =>
    new Refusal(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds })
  const block = (key: string, seconds: number) => {
    const since = now().getTime()
    blocked.set(key, { since, until: since + seconds * 1000 })
    return refuse(seconds)
  }
  return {
    block,
    enforce: () => {
      isEnforced = true
    },
    early: () => early,
    check: (call) => {
      const at = now().getTime()
      const { since, until } = blocked.get(call.key) ?? { since: 0, until: 0 }
      if (at < until) {
        const isKnown = at - since > GRACE_MS
        if (isKnown) early.push(`${call.method} to ${call.key}, ${until - at} ms too early`)
        throw refuse(Math.ceil((until - at) / 1000))
      }
      if (!isEnforced || !isWrite(call.method)) return
      const counted = LIMITS.flatMap((limit) => countOf(limit, call))
      for (const { times, limit } of counted) {
        const recent = times.filter((time) => time > at - limit.perMs)
        times.splice(0, times.length, ...recent)
        const [oldest] = recent
        if (recent.length < limit.calls || oldest === undefined) continue
        throw block(call.key, Math.ceil((oldest + limit.perMs - at) / 1000))
      }
      for (const { times } of counted) times.push(at)
    },
  }

  function countOf(limit: Limit, call: FloodCall) {
    const name = limit.of(call)
    if (name === null) return []
    const times = seen.get(name) ?? []
    seen.set(name, times)
    return [{ times, limit }]
  }
}
