import { describe, expect, test } from 'vitest'
import { admin, delivery, incoming } from '../../test/deps.ts'
import { memoryWorld } from '../../test/memory-world.ts'
import { type Script, scriptedModel } from '../../test/scripted-model.ts'
import { useDatabase } from '../../test/with-db.ts'
import type { SessionId } from '../domain/ids.ts'
import type { ModelCall } from '../models/language-model.ts'

/* What happens to a closed session that continues; the rest is in sessions.test.ts. */

const database = useDatabase()

const shown = ({ prompt }: ModelCall) => prompt.messages.map(({ content }) => content).join('\n')

/** The summariser repeats what it was shown, so that a summary shows what it was made from. */
const ECHO: Script = {
  answer: 'Noted.',
  'match-topics': '{"candidates":[]}',
  summarise: (call) => `- of ${[...shown(call).matchAll(/\bw\d+\b/g)].join(' ')}`,
  tag: '{"tags":[{"tag":"a"},{"tag":"b"},{"tag":"c"}]}',
}

async function life() {
  const it = await database.fresh()
  const model = scriptedModel(ECHO)
  const world = memoryWorld(it, model)
  const { workspaceId } = it
  type Row = { id: SessionId; status: string; reason: string | null; memory: string; root: string }
  const rows = () =>
    it.database.asOwner((db) =>
      db.query<Row>(
        `select id, status, close_reason as reason, memory, root_id as root from sessions
          where workspace_id = $1 order by started_at, id`,
        [workspaceId],
      ),
    )
  const summaries = () =>
    it.database.asOwner((db) =>
      db.query<{ id: string; text: string }>(
        `select session_id as id, text from session_summaries
          where workspace_id = $1 order by ended_at, session_id`,
        [workspaceId],
      ),
    )
  const start = world.now().getTime()
  const say = (text: string, minute: number) =>
    world.engine.receive(
      admin(it),
      delivery(incoming('Ann', text, { sentAt: new Date(start + minute * 60_000) })),
    )
  const pass = (minutes: number) => world.pass({ minutes })
  return { ...world, it, model, rows, summaries, say, pass }
}

describe('a group', () => {
  test('a message that comes late opens its session again; a group is summarised by conversation', async () => {
    const { say, pass, upkeep, rows, summaries } = await life()
    await say('w1', 0)
    await say('w2', 10)
    pass(26)
    await upkeep()
    expect(await rows()).toMatchObject([{ status: 'closed', reason: 'idle', memory: 'skipped' }])
    await say('w3', 5)
    expect(await rows()).toMatchObject([{ status: 'open', reason: null, memory: 'none' }])
    await upkeep()
    expect(await rows()).toMatchObject([{ status: 'closed', reason: 'idle', memory: 'skipped' }])
    expect(await summaries()).toEqual([])
  })

  test('a message behind a session that staff closed opens a new one', async () => {
    const { say, pass, memory, it, rows } = await life()
    await say('w1', 0)
    pass(1)
    const [first] = await rows()
    await memory.closeNow(admin(it), first?.id as SessionId)
    await say('w2', 2)
    expect(await rows()).toMatchObject([
      { id: first?.id, status: 'closed', reason: 'staff' },
      { status: 'open' },
    ])
  })

  test('a message that is older than that end goes where it was said', async () => {
    const { say, pass, memory, it, rows } = await life()
    await say('w1', 0)
    pass(5)
    const [first] = await rows()
    await memory.closeNow(admin(it), first?.id as SessionId)
    await say('w2', 3)
    expect(await rows()).toMatchObject([{ id: first?.id, status: 'open' }])
  })

  test('a new chat in a group is a session of the group', async () => {
    const { say, pass, memory, it, rows } = await life()
    await say('w1', 0)
    pass(1)
    const [first] = await rows()
    const { sessionId } = await memory.startNew(admin(it), first?.id as SessionId, null)
    await say('w2', 2)
    expect(await rows()).toMatchObject([{ reason: 'new' }, { id: sessionId, status: 'open' }])
  })
})

describe('asking under the id of a session that is over', () => {
  test('begins the next under a new id, which still sees the earlier turns', async () => {
    const { ask, pass, upkeep, rows, summaries, model } = await life()
    const first = await ask('ann', 's', 'w1')
    pass(16)
    await upkeep()
    const second = await ask('ann', 's', 'w2')
    expect(first).toMatchObject({ sessionId: 's', turnNumber: 1 })
    expect(second.sessionId).not.toBe('s')
    expect(shown(model.calls.at(-1) as ModelCall)).toContain('w1')
    expect(await rows()).toMatchObject([
      { id: 's', status: 'closed', memory: 'done' },
      { id: second.sessionId, status: 'open', root: 's' },
    ])
    const third = await ask('ann', 's', 'w3')
    expect(third.sessionId).toBe(second.sessionId)
    pass(16)
    await upkeep()
    expect((await summaries()).map(({ text }) => text)).toEqual(['- of w1', '- of w2 w3'])
  })

  test('or under the id of the one that followed, a third', async () => {
    const { ask, pass, upkeep, rows, model } = await life()
    await ask('ann', 's', 'w1')
    pass(16)
    await upkeep()
    const second = await ask('ann', 's', 'w2')
    pass(16)
    await upkeep()
    const third = await ask('ann', String(second.sessionId), 'w3')
    expect(new Set(['s', second.sessionId, third.sessionId]).size).toBe(3)
    expect(shown(model.calls.at(-1) as ModelCall)).toMatch(/w1.*w2/s)
    expect((await ask('ann', 's', 'w4')).sessionId).toBe(third.sessionId)
    expect((await rows()).map(({ status }) => status)).toEqual(['closed', 'closed', 'open'])
  })

  test('several at once begin only one', async () => {
    const { ask, pass, upkeep, rows } = await life()
    await ask('ann', 's', 'w1')
    pass(16)
    await upkeep()
    const answers = await Promise.all(['w2', 'w3', 'w4', 'w5'].map((text) => ask('ann', 's', text)))
    expect(new Set(answers.map(({ sessionId }) => sessionId)).size).toBe(1)
    expect(answers.map(({ turnNumber }) => turnNumber).sort()).toEqual([1, 2, 3, 4])
    expect(await rows()).toHaveLength(2)
  })

  test('somebody else’s is nobody’s, open or closed', async () => {
    const { ask, pass, upkeep, rows } = await life()
    await ask('ann', 's', 'w1')
    await expect(ask('bob', 's', 'w2')).rejects.toMatchObject({ code: 'session_not_found' })
    pass(16)
    await upkeep()
    await expect(ask('bob', 's', 'w2')).rejects.toMatchObject({ code: 'session_not_found' })
    expect(await rows()).toHaveLength(1)
  })

  // heartbeat() and changeVisibility() read the closed row itself; ask() the one that follows it.
  test('the page that goes on calling it by that id is heard', async () => {
    const { ask, pass, upkeep, memory, it } = await life()
    await ask('ann', 's', 'w1')
    pass(16)
    await upkeep()
    await ask('ann', 's', 'w2')
    expect(await memory.heartbeat(admin(it), 's' as SessionId)).toMatchObject({ isOpen: true })
  })

  // As above: the session that followed stays open, and the next question under the old id goes into it.
  test('a new chat after it ends the one that followed', async () => {
    const { ask, pass, upkeep, memory, it, rows } = await life()
    await ask('ann', 's', 'w1')
    pass(16)
    await upkeep()
    await ask('ann', 's', 'w2')
    await memory.startNew(admin(it), 's' as SessionId, null)
    expect((await rows()).filter(({ status }) => status === 'open')).toHaveLength(1)
  })
})

describe('new', () => {
  test('closes the one that is named and opens the next, of the same person', async () => {
    const { ask, memory, it, rows, pass, upkeep, summaries } = await life()
    await ask('ann', 's', 'w1')
    pass(1)
    const { sessionId, isOpen } = await memory.startNew(admin(it), 's' as SessionId, null)
    expect(isOpen).toBe(true)
    expect(await rows()).toMatchObject([
      { id: 's', status: 'closed', reason: 'new' },
      { id: sessionId, status: 'open', root: null },
    ])
    pass(1)
    expect((await ask('ann', sessionId, 'w2')).turnNumber).toBe(1)
    await expect(ask('bob', sessionId, 'w3')).rejects.toMatchObject({ code: 'session_not_found' })
    pass(16)
    await upkeep()
    expect((await summaries()).map(({ text }) => text)).toEqual(['- of w1', '- of w2'])
  })

  test('does not bring what was said before it into the new one’s turns', async () => {
    const { ask, memory, it, model } = await life()
    await ask('ann', 's', 'w1')
    const { sessionId } = await memory.startNew(admin(it), 's' as SessionId, null)
    await ask('ann', sessionId, 'w2')
    expect(shown(model.calls.at(-1) as ModelCall)).not.toContain('w1')
  })
})

// Two sessions that follow one root cannot both be open (sessions_going_on): the delivery is lost.
test('a late message into a session that followed another, while a third is open, is kept', async () => {
  const { say, pass, upkeep, engine, it, rows, now } = await life()
  await say('w1', 0)
  const root = (await rows())[0]?.id as SessionId
  const ask = () =>
    engine.ask(
      admin(it),
      {
        ...{ threadId: 'api:team', text: 'w9', author: null, messageId: null, replyTo: null },
        ...{ quote: null, askedAt: now(), budgetTokens: 3_000 },
      },
      { sessionId: root, window: 5 },
    )
  for (const _ of ['second', 'third']) {
    pass(60)
    await upkeep()
    await ask()
  }
  expect((await rows()).map(({ status }) => status)).toEqual(['closed', 'closed', 'open'])
  await expect(say('w2', 60)).resolves.toMatchObject({ duplicates: 0 })
})
