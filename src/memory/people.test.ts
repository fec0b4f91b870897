import { describe, expect, test } from 'vitest'
import { admin, delivery, incoming } from '../../test/deps.ts'
import { memoryWorld } from '../../test/memory-world.ts'
import { personId, rowsOf } from '../../test/rows.ts'
import { scriptedModel } from '../../test/scripted-model.ts'
import { type TestDb, useDatabase } from '../../test/with-db.ts'
import type { PersonId } from '../domain/ids.ts'
import type { Principal } from '../domain/principal.ts'
import type { ModelCall } from '../models/language-model.ts'

/* One person, several accounts; and people who opted out. */

const database = useDatabase()
const DERIVED = [
  'session_summaries',
  'session_tags',
  'rolling_summaries',
  'topic_summaries',
] as const

const shown = ({ prompt }: ModelCall) => prompt.messages.map(({ content }) => content).join('\n')
/** A summary shows which words it was made from. */
const words = (call: ModelCall) => [...new Set(shown(call).match(/\bw\d+\b/g) ?? [])].join(' ')

/** Ann and Annie each have a session; the returned function adds another, which then closes. */
async function town(given?: TestDb) {
  const it = given ?? (await database.fresh())
  const model = scriptedModel({
    answer: 'Noted.',
    summarise: (call) => `- about ${words(call)}`,
    tag: '{"tags":[{"tag":"invoices"},{"tag":"acme"},{"tag":"pdf"}]}',
    'match-topics': '{"candidates":[{"slug":"invoices","label":"Invoices","score":1}]}',
  })
  const world = memoryWorld(it, model)
  const staff = admin(it)
  let sessions = 0
  const talk = async (who: string, text: string) => {
    sessions += 1
    const answer = await world.ask(who, `${who}-${sessions}`, text)
    world.pass({ minutes: 16 })
    await world.upkeep()
    return answer
  }
  await talk('ann', 'w1')
  await talk('annie', 'w2')
  const member = async (who: string): Promise<Principal> => ({
    ...{ workspaceId: it.workspaceId, role: 'member', name: who },
    personId: (await personId(it, who)) as PersonId,
  })
  const recall = async (who: string) => {
    const { recent, sessions: seen } = await world.memory.see(staff, `api:${who}`)
    return { recent: recent?.text ?? null, sessions: seen.map(({ text }) => text).sort() }
  }
  const codeOf = async (who: string) =>
    (await world.memory.createLinkCode(await member(who), 'me')).code
  const link = async (who: string, code: string) =>
    world.memory.link(await member(who), 'me', { code })
  const kept = async () => {
    const rows = await rowsOf(it)
    return Object.fromEntries(DERIVED.map((table) => [table, rows.get(table)?.length ?? 0]))
  }
  const vectors = async () =>
    (await rowsOf(it)).get('embeddings')?.filter((row) => row.includes('"session"')).length ?? 0
  return { ...world, it, model, staff, talk, member, recall, codeOf, link, kept, vectors }
}

const APART = { recent: '- about w1', sessions: ['- about w1'] }
const NOTHING = { recent: null, sessions: [] }
const INVALID = { code: 'link_code_invalid' }

describe('a code of the other name', () => {
  test('makes both one person: either name has both memories, and what comes is of both', async () => {
    const { codeOf, link, upkeep, recall, talk, model } = await town()
    await link('annie', await codeOf('ann'))
    await upkeep()
    const both = { recent: '- about w2 w1', sessions: ['- about w1', '- about w2'] }
    expect(await recall('ann')).toEqual(both)
    expect(await recall('annie')).toEqual(both)
    const answer = await talk('annie', 'w3')
    expect(
      shown(model.calls.filter(({ task }) => task.kind === 'answer').at(-1) as ModelCall),
    ).toContain('w1')
    expect(answer.trace.memory?.slots).toHaveLength(1)
    expect((await recall('ann')).sessions).toEqual(['- about w1', '- about w2', '- about w3'])
    expect((await recall('ann')).recent).toContain('w3')
  })

  test('works once', async () => {
    const { codeOf, link, talk, recall } = await town()
    await talk('bob', 'w7')
    const code = await codeOf('ann')
    await link('annie', code)
    await expect(link('bob', code)).rejects.toMatchObject(INVALID)
    await expect(link('annie', code)).rejects.toMatchObject(INVALID)
    expect((await recall('bob')).sessions).toEqual(['- about w7'])
  })

  test('works once also for two who give it at the same moment', async () => {
    const { codeOf, link, talk } = await town()
    await talk('bob', 'w7')
    const code = await codeOf('ann')
    const both = await Promise.allSettled([link('annie', code), link('bob', code)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('works for ten minutes, and not longer', async () => {
    const { codeOf, link, pass } = await town()
    const late = await codeOf('ann')
    pass({ minutes: 10 + 1 / 60_000 })
    await expect(link('annie', late)).rejects.toMatchObject(INVALID)
    const inTime = await codeOf('ann')
    pass({ minutes: 10 })
    await link('annie', inTime)
  })

  test('a new one ends the one before', async () => {
    const { codeOf, link } = await town()
    const first = await codeOf('ann')
    await codeOf('ann')
    await expect(link('annie', first)).rejects.toMatchObject(INVALID)
  })

  test('is read in lower case and with blanks around it', async () => {
    const { codeOf, link, memory, staff } = await town()
    await link('annie', `  ${(await codeOf('ann')).toLowerCase()} `)
    expect((await memory.see(staff, 'api:annie')).who.names).toHaveLength(2)
  })

  // Only surrounding white space is trimmed; people write eight letters as four and four.
  test('is read with a blank or a hyphen in the middle', async () => {
    const { codeOf, link } = await town()
    const code = await codeOf('ann')
    await link('annie', `${code.slice(0, 4)} ${code.slice(4)}`)
  })

  test('of another workspace is refused, and still good in its own', async () => {
    const here = await town()
    const there = await town()
    const code = await there.codeOf('ann')
    await expect(here.link('annie', code)).rejects.toMatchObject(INVALID)
    await there.link('annie', code)
  })

  test('is nowhere kept as it is', async () => {
    const { codeOf, it } = await town()
    const code = await codeOf('ann')
    const all = [...(await rowsOf(it)).values()].flat().join('\n')
    expect(all).not.toContain(code)
  })
})

describe('names', () => {
  test('that are the same are no reason to link', async () => {
    const { it, engine, staff, upkeep, pass, recall, memory } = await town()
    const chat = { channel: 'telegram', externalId: '7', kind: 'private', title: null } as const
    await engine.receive(staff, { ...delivery(incoming('ann', 'w9')), chat })
    pass({ minutes: 60 })
    await upkeep()
    expect(await personId(it, 'ann')).toBeGreaterThan(0)
    expect(await recall('ann')).toEqual(APART)
    expect((await memory.see(staff, 'telegram:ann')).sessions).toHaveLength(1)
  })

  test('are linked by staff without a code, by a member never', async () => {
    const { memory, staff, member, recall, upkeep } = await town()
    const refused = memory.link(await member('annie'), 'me', { person: 'api:ann' })
    await expect(refused).rejects.toMatchObject({ code: 'forbidden' })
    expect(await recall('ann')).toEqual(APART)
    await memory.link(staff, 'api:annie', { person: 'api:ann' })
    await memory.link(staff, 'api:annie', { person: 'api:ann' })
    await upkeep()
    expect((await recall('annie')).sessions).toEqual(['- about w1', '- about w2'])
  })

  test('that were linked are separated again, each with its own memory', async () => {
    const { memory, staff, codeOf, link, upkeep, recall, member } = await town()
    await link('annie', await codeOf('ann'))
    await upkeep()
    const own = memory.unlink(await member('annie'), 'me')
    await expect(own).rejects.toMatchObject({ code: 'forbidden' })
    await memory.unlink(staff, 'api:annie')
    await upkeep()
    expect(await recall('ann')).toEqual(APART)
    expect(await recall('annie')).toEqual({ recent: '- about w2', sessions: ['- about w2'] })
    await expect(memory.see(await member('annie'), 'api:ann')).rejects.toMatchObject({
      code: 'person_not_found',
    })
  })

  // separatePerson() clears same_as of the account itself; the one that holds the memory has none.
  test('are separated whichever of them is named', async () => {
    const { memory, staff, codeOf, link } = await town()
    await link('annie', await codeOf('ann'))
    await memory.unlink(staff, 'api:ann')
    expect((await memory.see(staff, 'api:ann')).who.names).toHaveLength(1)
  })
})

describe('who wants nothing remembered', () => {
  test('under one name, has nothing remembered under any; what there was is gone at once', async () => {
    const { memory, member, codeOf, link, upkeep, recall, kept, staff, vectors } = await town()
    await link('annie', await codeOf('ann'))
    await upkeep()
    await memory.buildTopic(staff, 'api:ann', 'invoices')
    expect(Object.values(await kept()).every((count) => count > 0)).toBe(true)
    await memory.optOut(await member('annie'), 'me', true)
    expect(await kept()).toEqual(Object.fromEntries(DERIVED.map((table) => [table, 0])))
    expect(await vectors()).toBe(0)
    expect((await memory.see(staff, 'api:ann')).who.isOptedOut).toBe(true)
    expect([await recall('ann'), await recall('annie')]).toEqual([NOTHING, NOTHING])
  })

  test('has nothing made meanwhile, and no memory in the prompt; in again, from then on', async () => {
    const { memory, staff, talk, recall, kept, model } = await town()
    await memory.optOut(staff, 'api:ann', true)
    const calls = () =>
      model.calls.filter((call) => call.task.kind !== 'answer' && /w[16]/.test(shown(call))).length
    const before = calls()
    const answer = await talk('ann', 'w6')
    expect(answer.trace.memory ?? null).toBeNull()
    expect([calls(), await recall('ann')]).toEqual([before, NOTHING])
    expect(await kept()).toMatchObject({ session_summaries: 1, rolling_summaries: 1 })
    await expect(memory.buildTopic(staff, 'api:ann', 'invoices')).rejects.toMatchObject({
      code: 'memory_opted_out',
    })
    await memory.optOut(staff, 'api:ann', false)
    await talk('ann', 'w8')
    expect(await recall('ann')).toEqual({ recent: '- about w8', sessions: ['- about w8'] })
  })

  // dropDerived() makes closed sessions due again; they are skipped only if upkeep runs in between.
  test('and is in again a moment later, does not get the old memory back', async () => {
    const { memory, staff, upkeep, recall } = await town()
    await memory.optOut(staff, 'api:ann', true)
    await memory.optOut(staff, 'api:ann', false)
    await upkeep()
    expect(await recall('ann')).toEqual(NOTHING)
  })

  // linkPeople() sets the opt-out for all accounts, but deletes nothing, and marks the memory as stale.
  test('and is linked with a name that is remembered, is not remembered under that either', async () => {
    const { memory, staff, codeOf, link, upkeep, recall } = await town()
    await memory.optOut(staff, 'api:ann', true)
    await link('annie', await codeOf('ann'))
    await upkeep()
    expect(await recall('annie')).toEqual(NOTHING)
  })
})
