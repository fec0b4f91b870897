import type { Timeline, TimelineMessage } from '../../../../src/api/chats/chats.ts'
import { type Problem, toProblem } from '../../lib/api.ts'
import { type Braid, createBraid } from './conversation-groups.ts'

/* The messages of a thread that are here already, by their place in it, and the order in which the others
 * are fetched: what is on the screen first, then what comes next in the direction of scrolling. Whoever
 * drags the scroll bar passes by a hundred pages, so two are asked for at once, and one that is out of
 * sight before its turn is never asked for. None is called off: the server would work on it all the same,
 * and what is asked for instead would wait behind it. */

export const PAGE = 100
const AT_ONCE = 2
/** Of pages that nobody sees yet: whoever jumps elsewhere must find a free place. */
const AHEAD_AT_ONCE = 1
/** Pages fetched ahead of those that are seen, and behind them. */
const AHEAD = 2
const BEHIND = 1
/** Messages kept; the rest can be had again. */
const MAX_KEPT = 6_000

export type Fetch = (
  wish: { readonly index: number; readonly limit: number },
  signal: AbortSignal,
) => Promise<Timeline>

export type Snapshot = {
  /** How many messages there are; null until the first answer. */
  readonly total: number | null
  readonly version: string
  readonly problem: Problem | null
}

export type TimelineStore = {
  subscribe(listener: () => void): () => void
  snapshot(): Snapshot
  messageAt(index: number): TimelineMessage | undefined
  /** Where a message is, if it is here. */
  indexOf(id: string): number | undefined
  readonly braid: Braid
  /** Says what is on the screen and which way it moves. */
  see(first: number, last: number, isUpward: boolean): void
  /** Takes in what was fetched by others. */
  put(timeline: Timeline): void
  /** Asks whether anything has changed. */
  poll(): Promise<void>
  /** Fetches again what failed. */
  retry(): void
  stop(): void
}

type Kept = { readonly message: TimelineMessage; readonly version: string }

/** The store of one thread. */
export function createTimelineStore(fetch: Fetch): TimelineStore {
  const rows = new Map<number, Kept>()
  const places = new Map<string, number>()
  const listeners = new Set<() => void>()
  const flying = new Set<number>()
  const stopped = new AbortController()
  const braid = createBraid()
  let snapshot: Snapshot = { total: null, version: '', problem: null }
  let wanted: readonly number[] = []
  /** So many of the wanted pages are on the screen: the first ones. */
  let onScreen = 0
  let middle = 0

  const change = (changes: Partial<Snapshot>) => {
    snapshot = { ...snapshot, ...changes }
    for (const listener of listeners) listener()
  }
  const isFresh = (page: number) => {
    const end = Math.min((page + 1) * PAGE, snapshot.total ?? 0)
    for (let i = page * PAGE; i < end; i += 1) {
      if (rows.get(i)?.version !== snapshot.version) return false
    }
    return true
  }
  const put = ({ total, version, index, messages }: Timeline) => {
    for (const [i, message] of messages.entries()) {
      const before = rows.get(index + i)
      if (before !== undefined) places.delete(before.message.id)
      rows.set(index + i, { message, version })
    }
    for (const [i, message] of messages.entries()) places.set(message.id, index + i)
    braid.add(index, messages)
    for (const at of rows.keys()) if (at >= total) rows.delete(at)
    trim(rows, places, middle)
    change({ total, version, problem: null })
  }
  const start = async (page: number) => {
    flying.add(page)
    try {
      put(await fetch({ index: page * PAGE, limit: PAGE }, stopped.signal))
    } catch (error) {
      if (!stopped.signal.aborted) {
        wanted = []
        change({ problem: toProblem(error) })
      }
    } finally {
      flying.delete(page)
      pump()
    }
  }
  const pump = () => {
    if (stopped.signal.aborted) return
    for (const [i, page] of wanted.entries()) {
      if (flying.size >= (i < onScreen ? AT_ONCE : AHEAD_AT_ONCE)) return
      if (!flying.has(page) && !isFresh(page)) void start(page)
    }
  }
  const see = (first: number, last: number, isUpward: boolean) => {
    middle = (first + last) / 2
    onScreen = Math.floor(last / PAGE) - Math.floor(first / PAGE) + 1
    wanted = pagesFor(first, last, isUpward).filter((page) => page * PAGE < (snapshot.total ?? 0))
    pump()
  }
  const poll = async () => {
    const at = snapshot.total ?? 0
    const news = await fetch({ index: at, limit: PAGE }, stopped.signal)
    if (news.version === snapshot.version && snapshot.total !== null) return
    put(news)
    pump()
  }
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    snapshot: () => snapshot,
    messageAt: (index) => rows.get(index)?.message,
    indexOf: (id) => places.get(id),
    braid,
    see,
    put,
    poll: async () => {
      try {
        await poll()
      } catch (error) {
        if (!stopped.signal.aborted) change({ problem: toProblem(error) })
      }
    },
    retry: () => {
      change({ problem: null })
      wanted = pagesFor(middle, middle, true)
      pump()
    },
    stop: () => stopped.abort(),
  }
}

/** The pages with these messages, those they are moving to, and one they come from, in this order. */
export function pagesFor(first: number, last: number, isUpward: boolean): number[] {
  const [from, to] = [Math.floor(first / PAGE), Math.floor(last / PAGE)]
  const seen = Array.from({ length: to - from + 1 }, (_, i) => from + i)
  const steps = (count: number, at: number, by: number) =>
    Array.from({ length: count }, (_, i) => at + by * (i + 1))
  const [up, down] = isUpward ? [AHEAD, BEHIND] : [BEHIND, AHEAD]
  const [before, after] = [steps(up, from, -1), steps(down, to, 1)]
  const around = isUpward ? [...before, ...after] : [...after, ...before]
  return [...seen, ...around].filter((page) => page >= 0)
}

/** Lets go of what is farthest from the screen. */
function trim(rows: Map<number, Kept>, places: Map<string, number>, middle: number): void {
  if (rows.size <= MAX_KEPT) return
  const far = [...rows.keys()].toSorted((a, b) => Math.abs(b - middle) - Math.abs(a - middle))
  for (const index of far.slice(0, rows.size - MAX_KEPT / 2)) {
    const id = rows.get(index)?.message.id
    if (id !== undefined) places.delete(id)
    rows.delete(index)
  }
}
