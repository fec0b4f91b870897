import { describe, expect, test } from 'vitest'
import { admin, delivery, incoming } from '../../test/deps.ts'
import { type MemoryWorld, memoryWorld } from '../../test/memory-world.ts'
import { type TestDb, useDatabase } from '../../test/with-db.ts'
import { findSession } from '../db/sessions/sessions.ts'
import type { PersonId, SessionId } from '../domain/ids.ts'
import { workspaceScope } from '../domain/scope.ts'
import { closeSome } from '../upkeep/plan-memory.ts'

/* When a session closes: on request, after fifteen minutes of silence, or after two minutes hidden; the
 * earliest of these, and once. The clock is the test's. */

const database = useDatabase()
const MS = 1 / 60_000

type Life = MemoryWorld & {
  readonly it: TestDb
  /** "open", or why it was closed. */
  state(id: string): Promise<string>
  close(): Promise<number>
  beat(id: string): Promise<boolean>
  show(id: string, isVisible: boolean): Promise<boolean>
  startNew(id: string | null, person?: PersonId): Promise<string>
  closed(): string[]
}

async function life(): Promise<Life> {
  const it = await database.fresh()
  const world = memoryWorld(it)
  const { workspaceId } = it
  const staff = admin(it)
  const id = (text: string) => text as SessionId
  return {
    ...world,
    it,
    state: async (session) => {
      const found = await it.database.within(workspaceScope(workspaceId), (db) =>
        findSession(db, workspaceId, id(session)),
      )
      if (found === null) return 'unknown'
      return found.endedAt === null ? 'open' : String(found.closeReason)
    },
    close: () => closeSome(workspaceId, world.deps),
    beat: async (session) => (await world.memory.heartbeat(staff, id(session))).isOpen,
    show: async (session, isVisible) =>
      (await world.memory.changeVisibility(staff, id(session), isVisible)).isOpen,
    startNew: async (session, person) =>
      (await world.memory.startNew(staff, session as SessionId | null, person ?? null)).sessionId,
    closed: () =>
      world.events.flatMap((event) => (event.name === 'session.closed' ? event.sessionId : [])),
  }
}

describe('by silence', () => {
  test('a session opens with its first question and closes after fifteen minutes, not at them', async () => {
    const { ask, pass, close, state } = await life()
    expect(await state('s')).toBe('unknown')
    await ask('ann', 's', 'hello')
    expect(await state('s')).toBe('open')
    pass({ minutes: 15 })
    expect([await close(), await state('s')]).toEqual([0, 'open'])
    pass({ minutes: MS })
    expect([await close(), await state('s')]).toEqual([1, 'idle'])
  })

  test.each(['question', 'heartbeat', 'page that is shown'])(
    'a %s begins the minutes anew',
    async (what) => {
      const { ask, beat, show, pass, close, state } = await life()
      await ask('ann', 's', 'hello')
      pass({ minutes: 14 })
      if (what === 'question') await ask('ann', 's', 'again')
      else if (what === 'heartbeat') expect(await beat('s')).toBe(true)
      else expect(await show('s', true)).toBe(true)
      pass({ minutes: 15 })
      expect([await close(), await state('s')]).toEqual([0, 'open'])
      pass({ minutes: MS })
      expect([await close(), await state('s')]).toEqual([1, 'idle'])
    },
  )

  test('what is over hears no heartbeat, and none opens it again', async () => {
    const { ask, beat, show, pass, close, state } = await life()
    await ask('ann', 's', 'hello')
    pass({ minutes: 16 })
    await close()
    expect([await beat('s'), await show('s', true), await show('s', false)]).toEqual([
      false,
      false,
      false,
    ])
    expect(await state('s')).toBe('idle')
  })

  test('a session that nobody asked anything in closes too, and nothing is made of it', async () => {
    const { startNew, pass, upkeep, state, memory, it, ask } = await life()
    await ask('ann', 'other', 'hi')
    const { who } = await memory.see(admin(it), 'api:ann')
    const id = await startNew(null, who.id)
    pass({ minutes: 16 })
    await upkeep()
    expect(await state(id)).toBe('idle')
    const { sessions } = await memory.see(admin(it), 'api:ann')
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual(['other'])
  })
})

describe('by going away', () => {
  test('two minutes hidden close it, not at them', async () => {
    const { ask, show, pass, close, state } = await life()
    await ask('ann', 's', 'hello')
    expect(await show('s', false)).toBe(true)
    pass({ minutes: 2 })
    expect([await close(), await state('s')]).toEqual([0, 'open'])
    pass({ minutes: MS })
    expect([await close(), await state('s')]).toEqual([1, 'away'])
  })

  test('a page that is back before the limit stays open', async () => {
    const { ask, show, pass, close, state } = await life()
    await ask('ann', 's', 'hello')
    await show('s', false)
    pass({ minutes: 1.9 })
    await show('s', true)
    pass({ minutes: 14 })
    expect([await close(), await state('s')]).toEqual([0, 'open'])
  })

  test('hidden a second time, the clock is not begun anew', async () => {
    const { ask, show, pass, close } = await life()
    await ask('ann', 's', 'hello')
    await show('s', false)
    pass({ minutes: 1.5 })
    await show('s', false)
    pass({ minutes: 0.6 })
    expect(await close()).toBe(1)
  })

  test('hidden, back and hidden again, it is', async () => {
    const { ask, show, pass, close } = await life()
    await ask('ann', 's', 'hello')
    await show('s', false)
    pass({ minutes: 1.5 })
    await show('s', true)
    await show('s', false)
    pass({ minutes: 1.5 })
    expect(await close()).toBe(0)
  })

  test('a question shows that it is not hidden', async () => {
    const { ask, show, pass, close, state } = await life()
    await ask('ann', 's', 'hello')
    await show('s', false)
    pass({ minutes: 1 })
    await ask('ann', 's', 'still here')
    pass({ minutes: 14 })
    expect([await close(), await state('s')]).toEqual([0, 'open'])
  })

  test('a heartbeat from a hidden page does not keep it open', async () => {
    const { ask, beat, show, pass, close, state } = await life()
    await ask('ann', 's', 'hello')
    await show('s', false)
    pass({ minutes: 1.9 })
    await beat('s')
    pass({ minutes: 0.2 })
    expect([await close(), await state('s')]).toEqual([1, 'away'])
  })

  test.each([
    ['away', 12.9],
    ['idle', 13.1],
  ])('whichever is first is the reason: %s, hidden after %d minutes', async (reason, minutes) => {
    const { ask, show, pass, close, state } = await life()
    await ask('ann', 's', 'hello')
    pass({ minutes })
    await show('s', false)
    pass({ minutes: 60 })
    expect([await close(), await state('s')]).toEqual([1, reason])
  })
})

describe('once only', () => {
  test('however many processes look at the same moment', async () => {
    const { ask, pass, close, closed } = await life()
    const ids = Array.from({ length: 12 }, (_, i) => `s${i}`)
    for (const id of ids) await ask('ann', id, 'hello')
    pass({ minutes: 16 })
    const counts = await Promise.all(Array.from({ length: 6 }, () => close()))
    expect(counts.reduce((a, b) => a + b)).toBe(12)
    expect(closed().sort()).toEqual(ids.sort())
  })

  test('also where staff, a new chat and the silence come together', async () => {
    const { ask, pass, close, startNew, closed, memory, it } = await life()
    await ask('ann', 's', 'hello')
    pass({ minutes: 16 })
    const staff = () => memory.closeNow(admin(it), 's' as SessionId)
    await Promise.all([close(), staff(), startNew('s'), close(), staff()])
    expect(closed()).toEqual(['s'])
  })

  test('a second closing by staff changes nothing and says the same', async () => {
    const { ask, pass, state, closed, memory, it } = await life()
    await ask('ann', 's', 'hello')
    const first = await memory.closeNow(admin(it), 's' as SessionId)
    pass({ minutes: 1 })
    expect(await memory.closeNow(admin(it), 's' as SessionId)).toEqual(first)
    expect([await state('s'), closed()]).toEqual(['staff', ['s']])
  })

  test('it is told with who, why, how long and when last seen, and without a word of it', async () => {
    const { ask, beat, pass, close, events } = await life()
    await ask('ann', 's', 'a secret')
    pass({ minutes: 3 })
    await beat('s')
    pass({ minutes: 20 })
    await close()
    const told = events.find(({ name }) => name === 'session.closed')
    expect(told).toMatchObject({
      reason: 'idle',
      durationMs: 180_000,
      personId: expect.any(Number),
    })
    expect(told).toMatchObject({ lastSeenAt: '2026-03-10T12:03:00.000Z' })
    expect(JSON.stringify(told)).not.toContain('secret')
  })
})

describe('in a group', () => {
  test('silence closes it, and a message after that opens the next', async () => {
    const { engine, it, pass, now, close, closed } = await life()
    const say = (text: string) =>
      engine.receive(admin(it), delivery(incoming('Ann', text, { sentAt: now() })))
    await say('one')
    pass({ minutes: 15 })
    expect(await close()).toBe(0)
    await say('still the same')
    pass({ minutes: 16 })
    expect(await close()).toBe(1)
    await say('another')
    pass({ minutes: 16 })
    expect(await close()).toBe(1)
    expect(new Set(closed()).size).toBe(2)
  })
})
