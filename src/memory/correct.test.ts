import { describe, expect, test } from 'vitest'
import { aloneIn } from '../../test/alone-in.ts'
import { admin, delivery, incoming } from '../../test/deps.ts'
import { type MemoryWorld, memoryWorld } from '../../test/memory-world.ts'
import { rowsOf } from '../../test/rows.ts'
import { type Script, scriptedModel } from '../../test/scripted-model.ts'
import { type TestDb, useOwnDatabase } from '../../test/with-db.ts'
import type { PersonId, SessionId } from '../domain/ids.ts'
import type { ModelCall } from '../models/language-model.ts'
import { embedMissing } from '../upkeep/embed-missing.ts'
import { closeSome } from '../upkeep/plan-memory.ts'
import { correctSession } from './correct.ts'
import { summariseSession } from './summaries/summarise-session.ts'

const all = useOwnDatabase()
const database = { fresh: async () => aloneIn(await all.fresh()) }

const TAGS = '{"tags":[{"tag":"orders","conf":0.9},{"tag":"flour","conf":0.9},{"tag":"van"}]}'
const ANN = { person: 'api:ann' }
const WRONG = 'Flour comes on Mondays.'
const RIGHT = '- Flour comes on Thursdays'

/** A model whose summaries repeat what it was shown. */
const shown = ({ task }: ModelCall) =>
  'lines' in task ? task.lines.map(({ text }) => text).join(' ') : ''
const repeated = (call: ModelCall) => `- ${shown(call).replaceAll('- ', '').slice(0, 300)}`
function modelThat(script: Script = {}) {
  const told = { answer: 'Noted.', summarise: repeated, tag: TAGS }
  return scriptedModel({ ...told, 'match-topics': '{"candidates":[]}', ...script })
}

async function talk(world: MemoryWorld, id: string, text: string) {
  await world.ask('ann', id, text)
  world.pass({ minutes: 16 })
  await world.upkeep()
  return id as SessionId
}
const see = (world: MemoryWorld, it: TestDb) => world.memory.see(admin(it), 'api:ann')
const kept = async (it: TestDb) => [...(await rowsOf(it)).values()].flat().join('\n')
const prompts = async (it: TestDb) =>
  ((await rowsOf(it)).get('answers') ?? []).map((row) => JSON.parse(row).prompt ?? '').join('')
const correct = (
  world: MemoryWorld,
  it: TestDb,
  id: SessionId,
  text: string | null,
  tags?: string[],
) => world.memory.correct(admin(it), ANN, id, { text, tags: tags ?? null })

/** A group's session, summarised. */
async function groupTalk(world: MemoryWorld, it: TestDb) {
  const message = incoming('Ann', WRONG)
  await world.engine.receive(admin(it), delivery(message, incoming('Bob', 'Fine with me.')))
  world.pass({ minutes: 420 })
  await world.upkeep()
  const owner = await world.engine.findMemory(admin(it), 'api:team')
  const { sessions } = await world.memory.seeGroup(admin(it), owner)
  const id = sessions[0]?.sessionId as SessionId
  const target = { channel: 'api', externalId: 'team', messageId: message.externalId }
  return { owner, id, target, look: () => world.memory.seeGroup(admin(it), owner) }
}

describe('a correction', () => {
  test('stays, and what was made of the old words is made anew of it', async () => {
    const it = await database.fresh()
    const world = memoryWorld(it, modelThat())
    const id = await talk(world, 's1', WRONG)
    await world.memory.buildTopic(admin(it), 'api:ann', 'flour')
    const { talk: now, isRedacted } = await correct(world, it, id, RIGHT)
    expect(now).toMatchObject({ text: RIGHT, correctedAt: world.now(), foldedAt: null })
    expect(now.tags.map(({ tag }) => tag)).toEqual(['flour', 'orders', 'van'])
    expect(isRedacted).toBe(false)
    expect(await see(world, it)).toMatchObject({ recent: null, topics: [], isStale: true })
    await world.upkeep()
    await world.upkeep()
    const after = await see(world, it)
    expect(after).toMatchObject({ recent: { text: RIGHT, sessionIds: [id] }, isStale: false })
    expect(after.sessions).toMatchObject([{ text: RIGHT }])
  })

  test('of a talk in the history has the history made anew, with all that was in it', async () => {
    const it = await database.fresh()
    const world = memoryWorld(it, modelThat())
    const id = await talk(world, 's1', WRONG)
    await talk(world, 's2', 'The van is blue.')
    world.pass({ days: 40 })
    await world.upkeep()
    expect((await see(world, it)).history?.sessionIds).toHaveLength(2)
    await correct(world, it, id, RIGHT)
    expect((await see(world, it)).history).toBeNull()
    await world.upkeep()
    const { history } = await see(world, it)
    expect(history?.sessionIds).toHaveLength(2)
    expect(history?.text).toMatch(/Thursdays.*van/)
    expect(history?.text).not.toContain('Mondays')
  })

  test('is found by its own words and tags, no longer by the old', async () => {
    const it = await database.fresh()
    const world = memoryWorld(it, modelThat())
    const id = await talk(world, 's1', WRONG)
    const embed = (from: ReadonlyMap<string, number>) => embedMissing(world.deps, from)
    const vectors = async () =>
      ((await rowsOf(it)).get('embeddings') ?? []).filter((row) => row.includes('session'))
    const progress = await embed(new Map())
    const [before] = await vectors()
    const { talk: now } = await correct(world, it, id, RIGHT, ['Deliveries', 'deliveries', 'Flour'])
    expect(now.tags).toEqual([
      { tag: 'deliveries', confidence: 1 },
      { tag: 'flour', confidence: 1 },
    ])
    expect(await vectors()).toEqual([])
    await embed(progress)
    const after = await vectors()
    expect([after.length, after[0] === before]).toEqual([1, false])
    expect((await rowsOf(it)).get('session_tags')?.join()).not.toContain('orders')
  })

  test('goes when a message of its talk is edited', async () => {
    const it = await database.fresh()
    const world = memoryWorld(it, modelThat())
    const { owner, id, target, look } = await groupTalk(world, it)
    const correction = { text: RIGHT, tags: null }
    await world.memory.correct(admin(it), { owner }, id, correction)
    await world.upkeep()
    expect(await look()).toMatchObject({ recent: { text: RIGHT }, title: 'Team' })
    const edit = { text: 'Flour comes on Fridays.', editedAt: world.now() }
    await world.engine.edit(admin(it), target, edit)
    await world.upkeep()
    const { sessions, recent } = await look()
    expect(sessions).toMatchObject([{ correctedAt: null }])
    expect(recent?.text).toContain('Fridays')
    expect(recent?.text).not.toContain('Thursdays')
  })

  test('is redacted as all that is remembered, and says so', async () => {
    const it = await database.fresh()
    const world = memoryWorld(it, modelThat())
    const id = await talk(world, 's1', WRONG)
    const typed = '- Write to ann@example.org about flour'
    const tags = ['flour', 'ann@example.org']
    const { talk: now, isRedacted } = await correct(world, it, id, typed, tags)
    expect([now.text, isRedacted]).toEqual(['- Write to [email] about flour', true])
    expect(now.tags).toEqual([{ tag: 'flour', confidence: 1 }])
    expect(await kept(it)).not.toContain('ann@example')
  })

  test('leaves out names where names are left out', async () => {
    const it = await database.fresh()
    const world = memoryWorld(it, modelThat())
    const settings = { ...world.deps.settings, hideNames: true }
    const { owner, id } = await groupTalk(world, it)
    const wanted = { sessionId: id, correction: { text: '- Bob likes it', tags: null } }
    const { talk: now } = await correctSession(admin(it), { owner }, wanted, {
      ...world.deps,
      settings,
    })
    expect(now.text).not.toContain('Bob')
  })

  test('of what a group remembers is not for one of its members', async () => {
    const it = await database.fresh()
    const world = memoryWorld(it, modelThat())
    const { owner, id } = await groupTalk(world, it)
    const member = { ...admin(it), role: 'member', personId: 1 as PersonId } as const
    const refused = { code: 'forbidden' }
    const correction = { text: RIGHT, tags: null }
    const correcting = world.memory.correct(member, { owner }, id, correction)
    await expect(correcting).rejects.toMatchObject(refused)
    const removing = world.memory.unremember(member, { owner }, id)
    await expect(removing).rejects.toMatchObject(refused)
  })

  test('that is too long is refused and changes nothing', async () => {
    const it = await database.fresh()
    const world = memoryWorld(it, modelThat())
    const id = await talk(world, 's1', WRONG)
    const before = await rowsOf(it)
    await expect(correct(world, it, id, 'flour '.repeat(400))).rejects.toMatchObject({
      code: 'text_too_long',
    })
    expect(await rowsOf(it)).toEqual(before)
  })

  test('while the last weeks are being summed up is not undone by who sums them up', async () => {
    const it = await database.fresh()
    let happens: (() => Promise<unknown>) | null = null
    const summarise = async (call: ModelCall) => {
      const said = repeated(call)
      const now = happens
      happens = null
      await now?.()
      return said
    }
    const world = memoryWorld(it, modelThat({ summarise }))
    const id = await talk(world, 's1', WRONG)
    await world.ask('ann', 's2', 'The van is blue.')
    world.pass({ minutes: 16 })
    await closeSome(it.workspaceId, world.deps)
    await summariseSession(
      { workspaceId: it.workspaceId, sessionId: 's2' as SessionId },
      world.deps,
    )
    happens = () => correct(world, it, id, RIGHT)
    await world.upkeep().catch(() => undefined)
    await world.upkeep()
    const { recent } = await see(world, it)
    expect(recent?.text).toContain('Thursdays')
    expect(recent?.text).not.toContain('Mondays')
  })

  test('of tags of a session that an earlier version left without any is the last word', async () => {
    const it = await database.fresh()
    const world = memoryWorld(it, modelThat())
    await world.ask('ann', 's1', WRONG)
    world.pass({ minutes: 16 })
    await closeSome(it.workspaceId, world.deps)
    const job = { workspaceId: it.workspaceId, sessionId: 's1' as SessionId }
    await summariseSession(job, world.deps)
    await it.database.asOwner(async (db) => {
      const mine = [it.workspaceId]
      await db.query('delete from session_tags where workspace_id = $1', mine)
      await db.query("update sessions set memory = 'due' where workspace_id = $1", mine)
    })
    await correct(world, it, job.sessionId, null, ['mine'])
    await summariseSession(job, world.deps)
    expect((await see(world, it)).sessions).toMatchObject([{ tags: [{ tag: 'mine' }] }])
  })
})

describe('a talk that is not to be remembered', () => {
  test('is gone with all that was made of it, and with the words of answers made with it', async () => {
    const it = await database.fresh()
    const world = memoryWorld(it, modelThat({ answer: 'It comes on Mondays, you said.' }))
    const id = await talk(world, 's1', WRONG)
    await talk(world, 's2', 'The van is blue.')
    const answer = await world.ask('ann', 's3', 'When does the flour come?')
    await world.memory.unremember(admin(it), ANN, id)
    const why = await world.engine.why(admin(it), answer.id)
    expect(why.record.answer).toContain('no longer remembered')
    await world.upkeep()
    const { sessions, recent } = await see(world, it)
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual(['s2'])
    expect(recent?.sessionIds).toEqual(['s2'])
    expect(recent?.text).not.toContain('Mondays')
  })

  test('a correction leaves the answers that were given, not the prompts they were given to', async () => {
    const it = await database.fresh()
    const world = memoryWorld(it, modelThat({ answer: 'It comes on Mondays, you said.' }))
    const id = await talk(world, 's1', WRONG)
    const answer = await world.ask('ann', 's3', 'When does the flour come?')
    expect(await prompts(it)).toContain(WRONG)
    await correct(world, it, id, RIGHT)
    expect((await world.engine.why(admin(it), answer.id)).record.answer).toContain('Mondays')
    expect(await prompts(it)).toBe('')
  })

  test('does not come back when one of its messages is edited, or one comes late', async () => {
    const it = await database.fresh()
    const world = memoryWorld(it, modelThat())
    const { owner, id, target, look } = await groupTalk(world, it)
    await world.memory.unremember(admin(it), { owner }, id)
    await world.upkeep()
    expect(await look()).toMatchObject({ recent: null, sessions: [], isStale: false })
    await world.engine.edit(admin(it), target, { text: 'Never mind.', editedAt: world.now() })
    await world.upkeep()
    expect((await look()).sessions).toEqual([])
    await world.engine.receive(admin(it), delivery(incoming('Bob', 'Late.', { minutesAgo: 9 })))
    world.pass({ minutes: 420 })
    await world.upkeep()
    expect((await look()).sessions).toEqual([])
  })
})
