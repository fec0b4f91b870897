import type { Timeline, TimelineMessage } from '../../../../src/api/chats/chats.ts'
import { type Problem, toProblem } from '../../lib/api.ts'
import { type ConversationGroups, createConversationGroups } from './conversation-groups.ts'

/* A cache of the messages of a thread, by index, with a queue of pages to load: visible pages first, then prefetched
 * ones in the direction of scrolling. Dragging the scroll bar passes hundreds of pages, so at most two requests run,
 * and a page that is no longer visible when its turn comes is not requested. Requests are not aborted: the server
 * would finish them anyway, and the next request would wait behind them. */

export const PAGE = 100
const MAX_REQUESTS = 2
/** For prefetched pages: a jump must find a free slot. */
const MAX_PREFETCHES = 1
/** Prefetched pages in the direction of scrolling, and opposite to it. */
const PREFETCH_AHEAD = 2
const PREFETCH_BEHIND = 1
/** Maximum number of cached messages. */
const MAX_CACHED = 6_000

export type Fetch = (
  range: { readonly index: number; readonly limit: number },
  signal: AbortSignal,
) => Promise<Timeline>

export type Snapshot = {
  /** Number of messages; null until the first response. */
  readonly total: number | null
  readonly version: string
  readonly problem: Problem | null
}

export type TimelineStore = {
  subscribe(listener: () => void): () => void
  snapshot(): Snapshot
  messageAt(index: number): TimelineMessage | undefined
  /** Index of a message, if it is cached. */
  indexOf(id: string): number | undefined
  readonly groups: ConversationGroups
  /** Reports the visible rows and the direction of scrolling. */
  setVisible(first: number, last: number, isUpward: boolean): void
  /** Adds a page that was loaded elsewhere. */
  put(timeline: Timeline): void
  /** Checks for changes. */
  poll(): Promise<void>
  /** Retries failed pages. */
  retry(): void
  stop(): void
}

type CachedRow = { readonly message: TimelineMessage; readonly version: string }

/** Creates the store of one thread. */
export function createTimelineStore(fetch: Fetch): TimelineStore {
  const rows = new Map<number, CachedRow>()
  const indexById = new Map<string, number>()
  const listeners = new Set<() => void>()
  const inFlight = new Set<number>()
  const stopped = new AbortController()
  const groups = createConversationGroups()
  let snapshot: Snapshot = { total: null, version: '', problem: null }
  let queue: readonly number[] = []
  /** The first pages of the queue are visible: this many. */
  let visiblePages = 0
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
      if (before !== undefined) indexById.delete(before.message.id)
      rows.set(index + i, { message, version })
    }
    for (const [i, message] of messages.entries()) indexById.set(message.id, index + i)
    groups.add(index, messages)
    for (const at of rows.keys()) if (at >= total) rows.delete(at)
    evict(rows, indexById, middle)
    change({ total, version, problem: null })
  }
  const start = async (page: number) => {
    inFlight.add(page)
    try {
      put(await fetch({ index: page * PAGE, limit: PAGE }, stopped.signal))
    } catch (error) {
      if (!stopped.signal.aborted) {
        queue = []
        change({ problem: toProblem(error) })
      }
    } finally {
      inFlight.delete(page)
      fetchNext()
    }
  }
  const fetchNext = () => {
    if (stopped.signal.aborted) return
    for (const [i, page] of queue.entries()) {
      if (inFlight.size >= (i < visiblePages ? MAX_REQUESTS : MAX_PREFETCHES)) return
      if (!inFlight.has(page) && !isFresh(page)) void start(page)
    }
  }
  const setVisible = (first: number, last: number, isUpward: boolean) => {
    middle = (first + last) / 2
    visiblePages = Math.floor(last / PAGE) - Math.floor(first / PAGE) + 1
    queue = pagesFor(first, last, isUpward).filter((page) => page * PAGE < (snapshot.total ?? 0))
    fetchNext()
  }
  const poll = async () => {
    const at = snapshot.total ?? 0
    const page = await fetch({ index: at, limit: PAGE }, stopped.signal)
    if (page.version === snapshot.version && snapshot.total !== null) return
    put(page)
    fetchNext()
  }
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    snapshot: () => snapshot,
    messageAt: (index) => rows.get(index)?.message,
    indexOf: (id) => indexById.get(id),
    groups,
    setVisible,
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
      queue = pagesFor(middle, middle, true)
      fetchNext()
    },
    stop: () => stopped.abort(),
  }
}

/** The visible pages, then those to prefetch, in order of priority. */
export function pagesFor(first: number, last: number, isUpward: boolean): number[] {
  const [from, to] = [Math.floor(first / PAGE), Math.floor(last / PAGE)]
  const seen = Array.from({ length: to - from + 1 }, (_, i) => from + i)
  const steps = (count: number, at: number, by: number) =>
    Array.from({ length: count }, (_, i) => at + by * (i + 1))
  const [up, down] = isUpward
    ? [PREFETCH_AHEAD, PREFETCH_BEHIND]
    : [PREFETCH_BEHIND, PREFETCH_AHEAD]
  const [before, after] = [steps(up, from, -1), steps(down, to, 1)]
  const around = isUpward ? [...before, ...after] : [...after, ...before]
  return [...seen, ...around].filter((page) => page >= 0)
}

/** Evicts the messages farthest from the visible ones. */
function evict(rows: Map<number, CachedRow>, indexById: Map<string, number>, middle: number): void {
  if (rows.size <= MAX_CACHED) return
  const far = [...rows.keys()].toSorted((a, b) => Math.abs(b - middle) - Math.abs(a - middle))
  for (const index of far.slice(0, rows.size - MAX_CACHED / 2)) {
    const id = rows.get(index)?.message.id
    if (id !== undefined) indexById.delete(id)
    rows.delete(index)
  }
}
