import fc from 'fast-check'
import { expect, test } from 'vitest'
import { incoming, minutesAgo } from '../../../../test/deps.ts'
import type { ChatId, SessionId } from '../../../domain/ids.ts'
import type { Session } from '../../../domain/session.ts'
import { assignSessions } from './assign-sessions.ts'

const CHAT = 1 as ChatId

function assign(
  minutes: readonly number[],
  known: readonly Session[] = [],
  topics: (string | null)[] = [],
) {
  let made = 0
  const messages = minutes.map((ago, i) =>
    incoming('Ann', 'x', { externalId: String(i), minutesAgo: ago, topic: topics[i] ?? null }),
  )
  const { sessionOf, changed } = assignSessions(CHAT, messages, known, {
    gapMs: 15 * 60_000,
    newId: () => `s${++made}`,
  })
  return { of: minutes.map((_, i) => sessionOf.get(String(i))), changed }
}

const session = (from: number, to: number, more: Partial<Session> = {}): Session => ({
  id: 'old' as SessionId,
  chatId: CHAT,
  topic: null,
  personId: null,
  startedAt: minutesAgo(from),
  lastMessageAt: minutesAgo(to),
  endedAt: null,
  closeReason: null,
  ...more,
})

test('messages within the gap share a session; a longer silence begins another', () => {
  expect(assign([60, 50, 36, 20]).of).toEqual(['s1', 's1', 's1', 's2'])
})

test('a silence of exactly the gap does not end a session, a second more does', () => {
  expect(assign([30, 15]).of).toEqual(['s1', 's1'])
  expect(assign([30.02, 15]).of).toEqual(['s1', 's2'])
})

test('a message that arrives late lands in the session of its time', () => {
  const { of, changed } = assign(
    [55],
    [session(60, 50), session(10, 5, { id: 'new' as SessionId })],
  )
  expect(of).toEqual(['old'])
  expect(changed).toHaveLength(1)
})

test('a session grows at both ends', () => {
  const { changed } = assign([70, 40], [session(60, 50)])
  expect(changed).toEqual([session(70, 40)])
})

test('topics have sessions of their own', () => {
  expect(assign([10, 9, 8], [], [null, '5', null]).of).toEqual(['s1', 's2', 's1'])
})

test('nothing joins a session after its end', () => {
  expect(assign([45], [session(60, 50, { endedAt: minutesAgo(48) })]).of).toEqual(['s1'])
})

test('for any times: every message is inside its session, and order of arrival in one batch does not matter', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 500 }), { maxLength: 30 }), (minutes) => {
      const { of, changed } = assign(minutes)
      for (const [i, ago] of minutes.entries()) {
        const own = changed.find((s) => s.id === of[i])
        expect(
          own && own.startedAt <= minutesAgo(ago) && own.lastMessageAt >= minutesAgo(ago),
        ).toBe(true)
      }
      const reversed = assign(minutes.toReversed())
      expect(reversed.of.toReversed()).toEqual(of)
    }),
  )
})
