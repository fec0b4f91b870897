import { describe, expect, test } from 'vitest'
import { admin, delivery, incoming } from '../../test/deps.ts'
import { type MemoryWorld, memoryWorld } from '../../test/memory-world.ts'
import { kindsOf, type Script, scriptedModel } from '../../test/scripted-model.ts'
import { type TestDb, useOwnDatabase } from '../../test/with-db.ts'
import type { SessionId } from '../domain/ids.ts'
import type { ModelCall } from '../models/language-model.ts'

/* A group is remembered by conversation: a title, a summary and tags for each part of one that has become quiet. */

const all = useOwnDatabase()

const shown = ({ task }: ModelCall) =>
  'lines' in task ? task.lines.map(({ text }) => text).join(' ') : ''
const TAGS =
  '{"tags":[{"tag":"picnic"},{"tag":"lake"},{"tag":"salad"}],"title":"Picnic at the lake"}'
const TEAM = { channel: 'api', externalId: 'team' }
const QUIET = { minutes: 361 }

type Line = readonly [author: string, text: string, id: string, replyTo?: string | undefined]

/** A group, and a model that repeats what it is shown. */
async function group(script: Script = {}) {
  const it = await all.fresh()
  const model = scriptedModel({
    ...{ answer: 'Noted.', summarise: (call) => `- ${shown(call)}`, tag: TAGS },
    ...{ 'match-topics': '{"candidates":[]}', ...script },
  })
  const world = memoryWorld(it, model)
  /** Messages a minute apart. */
  const say = async (...lines: readonly Line[]) => {
    for (const [author, text, externalId, replyTo = null] of lines) {
      world.pass({ minutes: 1 })
      const more = { externalId, replyTo, sentAt: world.now() }
      await world.engine.receive(admin(it), delivery(incoming(author, text, more)))
    }
  }
  const quiet = async () => {
    world.pass(QUIET)
    await world.upkeep()
  }
  const calls = () => kindsOf(model).filter((kind) => kind === 'summarise').length
  return { it, world, model, say, quiet, calls }
}

type Part = { readonly title: string | null; readonly text: string; readonly n: number }
const parts = (it: TestDb) =>
  it.database.asOwner((db) =>
    db.query<Part>(
      `select x.title, x.text, cardinality(x.message_ids) as n from session_summaries x
        where x.workspace_id = $1 order by x.ended_at, x.text`,
      [it.workspaceId],
    ),
  )

async function remembered(world: MemoryWorld, it: TestDb) {
  const owner = await world.engine.findMemory(admin(it), 'api:team')
  return world.memory.seeGroup(admin(it), owner)
}

const PICNIC: readonly Line[] = [
  ['Ann', 'Shall we have the picnic at the lake?', 'p1'],
  ['Bob', 'Yes, at noon', 'p2', 'p1'],
  ['Cyd', 'I bring the salad', 'p3', 'p1'],
]

describe('a quiet conversation', () => {
  test('gets title, summary and tags of its own lines, also where two are interleaved', async () => {
    const { it, world, say, quiet } = await group()
    await say(
      ['Ann', 'Shall we have the picnic at the lake?', 'p1'],
      ['Dan', 'The build of the app fails since noon', 'b1'],
      ['Bob', 'Yes, on Sunday', 'p2', 'p1'],
      ['Eve', 'I restarted it, look again', 'b2', 'b1'],
    )
    await quiet()
    expect(await parts(it)).toMatchObject([
      { title: 'Picnic at the lake', n: 2 },
      { title: 'Picnic at the lake', n: 2 },
    ])
    const { sessions } = await remembered(world, it)
    expect(sessions[0]?.tags.map(({ tag }) => tag).sort()).toEqual(['lake', 'picnic', 'salad'])
  })

  test('without a model its title is a sentence of its own', async () => {
    const { it, say, quiet } = await group({ tag: TAGS.replace(/,"title".*/, '}') })
    await say(...PICNIC)
    await quiet()
    expect((await parts(it))[0]?.title).toBe('Shall we have the picnic at the lake?')
  })

  test('is summarised once, by one call, and not before it is quiet', async () => {
    const { it, world, say, quiet, calls } = await group()
    await say(...PICNIC)
    world.pass({ minutes: 100 })
    await world.upkeep()
    expect(await parts(it)).toEqual([])
    await quiet()
    // One more for the recent weeks of the group.
    expect(calls()).toBe(2)
    await quiet()
    expect(calls()).toBe(2)
  })

  test('of a single short message is not summarised; a sentence is', async () => {
    const { it, say, quiet } = await group()
    await say(['Ann', 'lol', 'a'])
    await quiet()
    expect(await parts(it)).toEqual([])
    await say(['Bob', 'The office is closed from Monday on.', 'b'])
    await quiet()
    expect((await parts(it)).map(({ text }) => text)).toEqual([
      '- The office is closed from Monday on.',
    ])
  })
})

describe('a conversation that goes on', () => {
  test('has its short part summarised again, with what is new', async () => {
    const { it, say, quiet } = await group()
    await say(...PICNIC)
    await quiet()
    await say(['Ann', 'The lake is closed, the park then', 'p4', 'p3'])
    await quiet()
    expect(await parts(it)).toMatchObject([{ n: 4 }])
    expect((await parts(it))[0]?.text).toContain('the park then')
  })

  test('gets a further part when the last one is long, and every line is in one', async () => {
    const { it, say, quiet } = await group()
    const long = Array.from(
      { length: 45 },
      (_, i): Line => ['Ann', `Tile ${i} is laid in the bath`, `t${i}`, i === 0 ? undefined : 't0'],
    )
    await say(...long)
    await quiet()
    await say(['Bob', 'The bath looks great', 'u1', 't0'], ['Ann', 'Thanks!', 'u2', 'u1'])
    await quiet()
    expect((await parts(it)).map(({ n }) => n)).toEqual([45, 2])
  })

  test('gets a further part when the last one is in the history', async () => {
    const { it, world, say, quiet, calls } = await group()
    await say(...PICNIC)
    await quiet()
    world.pass({ days: 30 })
    await world.upkeep()
    const { history } = await remembered(world, it)
    const before = calls()
    await say(['Bob', 'Another picnic?', 'p5', 'p3'], ['Ann', 'Yes, in May', 'p6', 'p5'])
    await quiet()
    expect((await parts(it)).map(({ n }) => n)).toEqual([3, 2])
    expect((await remembered(world, it)).history).toEqual(history)
    expect(calls()).toBe(before + 2)
  })
})

describe('what is remembered of a conversation', () => {
  test('is made again when a message is edited, and is gone when all are deleted', async () => {
    const { it, world, say, quiet } = await group()
    await say(...PICNIC)
    await quiet()
    const edit = { text: 'No, in the park', editedAt: world.now() }
    await world.engine.edit(admin(it), { ...TEAM, messageId: 'p2' }, edit)
    expect(await parts(it)).toEqual([])
    await world.upkeep()
    expect((await parts(it))[0]?.text).toContain('in the park')
    for (const messageId of ['p1', 'p2', 'p3']) {
      await world.engine.delete(admin(it), { ...TEAM, messageId })
    }
    await world.upkeep()
    expect(await parts(it)).toEqual([])
    expect((await remembered(world, it)).recent).toBeNull()
  })

  test('follows a correction of the conversation', async () => {
    const { it, world, say, quiet } = await group()
    await say(...PICNIC, ['Dan', 'The build fails since noon', 'b1'])
    await quiet()
    const request = { messageIds: ['p3'], apartFrom: null, author: null }
    await world.engine.corrections.correct(admin(it), 'api:team', { kind: 'apart', ...request })
    await quiet()
    const texts = (await parts(it)).map(({ text }) => text)
    expect(texts.filter((text) => text.includes('salad') && text.includes('noon'))).toEqual([])
  })

  test('leaves other conversations as they are when a late message is linked', async () => {
    const { it, say, quiet, calls, world } = await group()
    await say(...PICNIC, ['Dan', 'The build fails', 'b1'], ['Eve', 'Look again', 'b2', 'b1'])
    await quiet()
    const before = calls()
    const late = {
      externalId: 'b3',
      replyTo: 'b1',
      sentAt: new Date(world.now().getTime() - 364 * 60_000),
    }
    await world.engine.receive(admin(it), delivery(incoming('Dan', 'It is green', late)))
    await world.upkeep()
    // The build, and the recent weeks.
    expect(calls()).toBe(before + 2)
    expect((await parts(it)).map(({ n }) => n).sort()).toEqual([3, 3])
  })

  test('that a person did not want remembered stays out; what is said later is remembered', async () => {
    const { it, world, say, quiet } = await group()
    await say(...PICNIC)
    await quiet()
    const owner = await world.engine.findMemory(admin(it), 'api:team')
    const { sessions } = await remembered(world, it)
    await world.memory.unremember(
      admin(it),
      { owner } as never,
      sessions[0]?.sessionId as SessionId,
    )
    await say(['Bob', 'And who drives to the lake?', 'p7', 'p3'], ['Ann', 'Me', 'p8', 'p7'])
    await quiet()
    expect((await parts(it)).map(({ n }) => n)).toEqual([2])
  })
})

test('what an earlier version summarised by silence is summarised again only when it changes', async () => {
  const { it, world, say, quiet } = await group()
  await say(...PICNIC, ['Dan', 'The build fails', 'b1'], ['Eve', 'Look again', 'b2', 'b1'])
  await it.database.asOwner(async (db) => {
    await db.query(
      `insert into session_summaries (workspace_id, session_id, owner, chat_id, text, tokens, message_ids, turn_numbers,
                                      model_id, ended_at, created_at)
       select m.workspace_id, m.session_id, 'c' || m.chat_id, m.chat_id, '- of silence', 4, array_agg(m.id), '{}',
              'old', max(m.sent_at), max(m.sent_at)
         from messages m where m.workspace_id = $1 group by 1, 2, 3, 4`,
      [it.workspaceId],
    )
    await db.query(
      `update sessions set status = 'closed', memory = 'done', ended_at = last_message_at where workspace_id = $1`,
      [it.workspaceId],
    )
  })
  await quiet()
  expect((await parts(it)).map(({ text }) => text)).toEqual(['- of silence'])
  const edit = { text: 'No, in the park', editedAt: world.now() }
  await world.engine.edit(admin(it), { ...TEAM, messageId: 'p2' }, edit)
  await quiet()
  // Both conversations that it covered.
  expect((await parts(it)).map(({ n }) => n).sort()).toEqual([2, 3])
  expect(JSON.stringify(await parts(it))).toContain('in the park')
})

test('what a member asks about a group without posting it is remembered for them alone', async () => {
  const { it, world, say, quiet } = await group({ answer: 'The picnic is at the lake.' })
  await say(...PICNIC)
  const author = { externalId: 'ann', name: 'Ann', username: null, isBot: false }
  const request = { threadId: 'api:team', text: 'Is my surprise for Bob safe?', author }
  await world.engine.ask(
    admin(it),
    { ...request, messageId: null, replyTo: null, quote: null, askedAt: null, budgetTokens: 3_000 },
    { sessionId: 's1' as SessionId, window: 5 },
  )
  await quiet()
  expect(JSON.stringify(await remembered(world, it))).not.toContain('surprise')
  const { sessions } = await world.memory.see(admin(it), 'api:ann')
  expect(sessions.map(({ text }) => text)).toEqual(['- Is my surprise for Bob safe?'])
})
