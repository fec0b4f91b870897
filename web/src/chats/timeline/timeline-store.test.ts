import { describe, expect, test } from 'vitest'
import type { Timeline, TimelineMessage } from '../../../../src/api/chats/chats.ts'
import { createTimelineStore, type Fetch, PAGE, pagesFor } from './timeline-store.ts'

const message = (i: number, version: string): TimelineMessage => ({
  ...{
    id: `m${i}`,
    author: { id: 'u', name: 'Ann', is_bot: false },
    text: `n${i} of ${version}`,
    left_out: 0,
  },
  ...{ sent_at: '2026-01-05T10:00:00Z', edited_at: null, reply_to: null, quote: null },
  ...{
    media: [],
    reactions: [],
    conversation_id: null,
    session_id: null,
    links: [],
    corrections: [],
  },
})

/** A server with this many messages that responds on demand. */
function serverOf(total: number) {
  let version = 'v1'
  let size = total
  const requests: { index: number; answer(): void; fail(): void; signal: AbortSignal }[] = []
  const stretch = (index: number, limit: number): Timeline => {
    const count = Math.max(0, Math.min(limit, size - index))
    const messages = Array.from({ length: count }, (_, i) => message(index + i, version))
    return { total: size, version, index, messages }
  }
  const fetch: Fetch = ({ index, limit }, signal) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')))
      const answer = () => resolve(stretch(index, limit))
      requests.push({ index, answer, fail: () => reject(new Error('down')), signal })
    })
  const settle = () => new Promise<void>((done) => setImmediate(done))
  return {
    fetch,
    requests,
    first: stretch(0, 0),
    grow: (by: number) => {
      size += by
      version = `${version}+`
    },
    /** Responds to all requests, also to those sent meanwhile. */
    answerAll: async () => {
      for (; requests.length > 0; await settle()) for (const one of requests.splice(0)) one.answer()
    },
    settle,
  }
}

describe('which pages are fetched', () => {
  test.each([
    [0, 20, false, [0, 1, 2]],
    [550, 560, false, [5, 6, 7, 4]],
    [550, 560, true, [5, 4, 3, 6]],
    [595, 605, true, [5, 6, 4, 3, 7]],
  ])('%i to %i, upward %s: %j', (first, last, isUpward, pages) => {
    expect(pagesFor(first, last, isUpward)).toEqual(pages)
  })
})

describe('the store', () => {
  test('loads the visible pages and those around them', async () => {
    const server = serverOf(1_000)
    const store = createTimelineStore(server.fetch)
    store.put(server.first)
    store.setVisible(520, 530, false)
    await server.answerAll()
    expect(store.messageAt(525)?.id).toBe('m525')
    expect([399, 400, 799, 800].map((i) => store.messageAt(i)?.id)).toEqual([
      ...[undefined, 'm400', 'm799', undefined],
    ])
    expect(store.indexOf('m525')).toBe(525)
  })

  test('sends two requests at a time, and none for pages that were only scrolled past', async () => {
    const server = serverOf(100_000)
    const store = createTimelineStore(server.fetch)
    store.put(server.first)
    for (let at = 0; at < 50_000; at += 1_000) store.setVisible(at, at + 10, false)
    expect(server.requests.map(({ index }) => index)).toEqual([0, 1_000])
    for (const one of server.requests.splice(0)) one.answer()
    await server.settle()
    expect(server.requests.map(({ index }) => index)).toEqual([49_000])
  })

  test('does not reload cached pages until they have changed', async () => {
    const server = serverOf(150)
    const store = createTimelineStore(server.fetch)
    store.put(server.first)
    store.setVisible(100, 149, true)
    await server.answerAll()
    store.setVisible(90, 140, true)
    expect(server.requests).toEqual([])
    server.grow(2)
    const polled = store.poll()
    await server.answerAll()
    await polled
    expect(store.snapshot()).toMatchObject({ total: 152 })
    expect(store.messageAt(151)?.id).toBe('m151')
    expect(store.messageAt(95)?.text).toBe('n95 of v1+')
    store.setVisible(90, 140, true)
    expect(server.requests.map(({ index }) => index)).toEqual([])
  })

  test('reports an error, and retries on request', async () => {
    const server = serverOf(500)
    const store = createTimelineStore(server.fetch)
    store.put(server.first)
    store.setVisible(0, 10, false)
    for (const one of server.requests.splice(0)) one.fail()
    await server.settle()
    expect(store.snapshot().problem?.message).toContain('down')
    store.retry()
    await server.answerAll()
    expect(store.messageAt(0)?.id).toBe('m0')
    expect(store.snapshot().problem).toBeNull()
  })

  test('evicts the pages farthest from the screen', async () => {
    const server = serverOf(50_000)
    const store = createTimelineStore(server.fetch)
    store.put(server.first)
    for (let at = 0; at < 20_000; at += PAGE) {
      store.setVisible(at, at + 10, false)
      await server.answerAll()
    }
    expect(store.messageAt(19_900)?.id).toBe('m19900')
    expect(store.messageAt(0)).toBeUndefined()
    expect(store.indexOf('m0')).toBeUndefined()
  })

  test('does not notify after it was stopped', async () => {
    const server = serverOf(500)
    const store = createTimelineStore(server.fetch)
    store.put(server.first)
    let notified = 0
    store.subscribe(() => {
      notified += 1
    })
    store.setVisible(0, 10, false)
    store.stop()
    await server.settle()
    expect([notified, server.requests.every(({ signal }) => signal.aborted)]).toEqual([0, true])
  })
})
