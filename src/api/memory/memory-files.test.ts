import { describe, expect, test } from 'vitest'
import { admin } from '../../../test/deps.ts'
import { memoryWorld } from '../../../test/memory-world.ts'
import { rowsOf } from '../../../test/rows.ts'
import { testApp, wireMessages } from '../../../test/test-app.ts'
import { useDatabase } from '../../../test/with-db.ts'
import type { MemoryExport, MemoryReportWire } from './memory-files.ts'

const db = useDatabase()

/** Ann and Bob in the group "team", where Ann moved from Rome to Lisbon. */
async function setUp() {
  const it = await db.fresh()
  const app = await testApp(it)
  const by = (id: string, text: string) => ({ author: { id, name: id }, text })
  await app.send(
    'POST',
    '/api/messages',
    wireMessages(by('ann', 'I live in Rome'), by('bob', 'hello'), by('ann', 'I moved to Lisbon')),
  )
  const world = memoryWorld(it)
  const load = async (file: unknown, more: object = {}) => {
    const content = typeof file === 'string' ? file : JSON.stringify(file)
    const { status, body } = await app.send('POST', '/api/memory/import', { content, ...more })
    return { status, code: body.code, report: body as unknown as MemoryReportWire }
  }
  const save = async (query = '') => {
    const { body } = await app.send('GET', `/api/memory/export${query}`)
    return body as unknown as MemoryExport
  }
  const facts = async (query = '') => {
    const { body } = await app.send('GET', `/api/facts${query}`)
    return (body.facts as { text: string; valid_to: string | null; source: string }[]).map(
      (fact) => fact,
    )
  }
  const texts = async (query = '') => (await facts(query)).map(({ text }) => text).sort()
  const readChats = async () => {
    world.pass({ minutes: 600 })
    await world.upkeep()
  }
  return { it, app, world, load, save, facts, texts, readChats }
}

const MEM0 = [
  { id: '1', memory: 'Loves hiking', user_id: 'ann', created_at: '2025-03-01T10:00:00Z' },
  {
    id: '2',
    memory: 'Write to ann@example.com',
    user_id: 'ann',
    created_at: '2025-03-02T10:00:00Z',
  },
]

describe('an import', () => {
  test('stores memories for its person, without personal data, and twice adds nothing', async () => {
    const { load, texts, it } = await setUp()
    const dry = await load(MEM0, { person: 'api:ann', dry_run: true })
    expect(dry.report).toEqual({ format: 'mem0', dry_run: true, added: 2, known: 0, skipped: [] })
    expect(await texts()).toEqual([])
    expect((await load(MEM0, { person: 'api:ann' })).report).toMatchObject({ added: 2, known: 0 })
    expect((await load(MEM0, { person: 'api:ann' })).report).toMatchObject({ added: 0, known: 2 })
    expect(await texts('?person=api%3Aann')).toEqual([
      'Loves hiking',
      expect.not.stringContaining('ann@example.com'),
    ])
    expect(JSON.stringify([...(await rowsOf(it))])).not.toContain('ann@example.com')
  })

  test('without a person gives each user their own, and says what became of the others', async () => {
    const { load, texts } = await setUp()
    const file = [
      ...MEM0.slice(0, 1),
      { memory: 'Plays chess', user_id: 'bob' },
      { memory: 'Likes jazz', user_id: 'nobody-here' },
      { memory: 'Answers in French', agent_id: 'bot' },
      { memory: 'x'.repeat(1_001), user_id: 'ann' },
      { other: true },
    ]
    expect((await load(file)).report).toMatchObject({
      added: 2,
      skipped: [
        { reason: 'unreadable', count: 1, examples: [6] },
        { reason: 'too_long', count: 1, examples: [5] },
        { reason: 'person_unknown', count: 1, examples: [3] },
        { reason: 'no_person', count: 1, examples: [4] },
      ],
    })
    expect(await texts('?person=api%3Abob')).toEqual(['Plays chess'])
    // Of a file of several people the named one gets what is theirs.
    const { report } = await load(file, { person: 'api:bob' })
    expect(report).toMatchObject({ known: 1 })
    expect(report.skipped.map(({ reason }) => reason)).toContain('other_person')
  })

  test('is private to its person, or of the chat that is named', async () => {
    const { load, app } = await setUp()
    const recall = async (author: string, thread?: string) => {
      const call = { author: { id: author }, thread_id: thread, arguments: { query: 'memory' } }
      const { body } = await app.send('POST', '/api/tools/recall', call)
      return (body.facts as { text: string }[]).map(({ text }) => text)
    }
    await load('- private memory of Ann', { person: 'api:ann' })
    await load('- memory of the team', { person: 'api:ann', thread_id: 'api:team' })
    expect(await recall('bob', 'api:team')).toEqual(['memory of the team'])
    expect(await recall('bob')).toEqual([])
    expect((await recall('ann')).sort()).toEqual(['memory of the team', 'private memory of Ann'])
  })

  test('keeps from when to when something held', async () => {
    const { load, facts } = await setUp()
    const edge = (fact: string, valid_at: string, invalid_at: string | null) => {
      return { fact, name: 'LIVES_IN', created_at: valid_at, valid_at, invalid_at }
    }
    const file = {
      edges: [
        edge('ann lives in Oslo', '2020-01-01T00:00:00Z', '2021-01-01T00:00:00Z'),
        edge('ann lives in Bern', '2022-01-01T00:00:00Z', null),
        edge('The old bike is green', '2020-01-01T00:00:00Z', '2023-01-01T00:00:00Z'),
        edge('The old bike is green and fast', '2020-01-01T00:00:00Z', null),
      ],
    }
    expect((await load(file, { person: 'api:ann' })).report).toMatchObject({ added: 4 })
    expect((await load(file, { person: 'api:ann' })).report).toMatchObject({ added: 0, known: 4 })
    const all = await facts('?history=true')
    expect(
      Object.fromEntries(all.map((one) => [one.text, one.valid_to?.slice(0, 10) ?? null])),
    ).toEqual({
      'ann lives in Oslo': '2021-01-01',
      'ann lives in Bern': null,
      'The old bike is green': '2023-01-01',
      'The old bike is green and fast': null,
    })
    expect(await facts('?at=2020-06-01T00%3A00%3A00Z')).toHaveLength(3)
  })

  test('of one who opted out stores nothing; what was deleted here does not come back', async () => {
    const { load, app, texts, it } = await setUp()
    await load(MEM0, { person: 'api:ann' })
    const { body } = await app.send('GET', '/api/facts?q=hiking')
    const [fact] = body.facts as { id: string }[]
    await app.send('DELETE', `/api/facts/${fact?.id}`)
    expect((await load(MEM0, { person: 'api:ann' })).report).toMatchObject({
      added: 0,
      skipped: [{ reason: 'deleted_before', count: 1 }],
    })
    expect(await texts('?q=hiking')).toEqual([])
    await app.send('PUT', '/api/people/api%3Aann/memory', { opted_out: true })
    expect((await load(MEM0, { person: 'api:ann' })).report).toMatchObject({
      added: 0,
      skipped: [{ reason: 'opted_out', count: 2 }],
    })
    expect((await rowsOf(it)).get('facts')).toEqual([])
  })

  test('goes with its person: with ends, and wherever it was imported', async () => {
    const { it, world, load } = await setUp()
    const file = {
      facts: [{ fact: 'Owns xq5z', valid_at: '2020-01-01', invalid_at: '2021-01-01' }],
    }
    await load(file, { person: 'api:ann' })
    await load(file, { person: 'api:ann', thread_id: 'api:team' })
    expect(JSON.stringify([...(await rowsOf(it))])).toContain('xq5z')
    await world.memory.forget(admin(it), 'api:ann')
    expect(JSON.stringify([...(await rowsOf(it))])).not.toContain('xq5z')
  })

  test('an ended fact that is deleted leaves no word behind', async () => {
    const { it, app, load } = await setUp()
    await load(
      { facts: [{ fact: 'Owns xq6z', valid_at: '2020-01-01', invalid_at: '2021-01-01' }] },
      {
        person: 'api:ann',
      },
    )
    const { body } = await app.send('GET', '/api/facts?history=true&q=xq6z')
    await app.send('DELETE', `/api/facts/${(body.facts as { id: string }[])[0]?.id}`)
    expect(JSON.stringify([...(await rowsOf(it))])).not.toContain('xq6z')
  })

  test('a person has room for so many', async () => {
    const { load } = await setUp()
    const lines = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => `- fact number ${from + i}`).join('\n')
    expect((await load(lines(0, 1_990), { person: 'api:ann' })).report).toMatchObject({
      added: 1_990,
    })
    expect((await load(lines(5_000, 15), { person: 'api:ann' })).report).toMatchObject({
      added: 10,
      skipped: [{ reason: 'over_limit', count: 5 }],
    })
  })

  test.each([
    ['broken JSON', { content: '{"results": [' }, 400, 'import_line_invalid'],
    ['an unknown shape', { content: '{"a": 1}' }, 400, 'import_line_invalid'],
    ['nothing', { content: '' }, 400, 'invalid_request'],
    ['an unknown person', { content: 'tea', person: 'api:zoe' }, 404, 'person_not_found'],
    ['an unknown chat', { content: 'tea', thread_id: 'api:none' }, 404, 'chat_not_found'],
    ['an unknown field', { content: 'tea', owner: 'x' }, 400, 'invalid_request'],
    ['no text', { content: { memories: [] } }, 400, 'invalid_request'],
  ])('%s is refused', async (_, body, status, code) => {
    const { app } = await setUp()
    expect(await app.send('POST', '/api/memory/import', body)).toMatchObject({
      status,
      body: { code },
    })
  })

  test('and export are for staff', async () => {
    const { app } = await setUp()
    const key = await app.keyFor('member', 'api:ann')
    const as = { Authorization: `Bearer ${key}` }
    for (const [method, path, body] of [
      ['POST', '/api/memory/import', { content: 'tea', person: 'me' }],
      ['GET', '/api/memory/export?person=me'],
    ] as const) {
      expect((await app.send(method, path, body, as)).status).toBe(403)
    }
  })
})

describe('an export', () => {
  test('is read here as known, and elsewhere as it was, with history, pins and rejections', async () => {
    const here = await setUp()
    await here.readChats()
    await here.load('- takes tea\n- rides a bike', { person: 'api:ann' })
    const { body } = await here.app.send('GET', '/api/facts?q=tea')
    await here.app.send('PATCH', `/api/facts/${(body.facts as { id: string }[])[0]?.id}`, {
      pinned: true,
    })
    const file = await here.save('?person=api%3Aann')
    expect(file).toMatchObject({ format: 'earshot-memories', version: 1 })
    expect(file.memories).toHaveLength(4)
    expect(file.memories[0]).toMatchObject({
      subject: { kind: 'person', name: 'ann', person: 'api:ann' },
      ...{ attribute: 'home', key: null, value: 'Rome', said_by: 'api:ann', status: 'active' },
    })
    expect(file.memories[0]?.valid_to).toBe(file.memories[1]?.valid_from)
    const home = { thread_id: 'api:team' }
    expect((await here.load(await here.save('?thread_id=api%3Ateam'), home)).report).toMatchObject({
      added: 0,
      known: 2,
    })

    // What was said in the group is known there, and not added to what Ann said in private.
    const all = await here.save()
    const threads = all.memories.map(({ thread_id }) => thread_id)
    expect(threads).toEqual(['api:team', 'api:team', null, null])
    for (const more of [{}, { person: 'api:ann' }]) {
      expect((await here.load(all, more)).report).toMatchObject({ added: 0, known: 4 })
    }
    const lost = { ...all, memories: all.memories.map((one) => ({ ...one, thread_id: 'a:b:c:d' })) }
    expect((await here.load(lost, { dry_run: true })).report).toMatchObject({ added: 2, known: 2 })

    const there = await setUp()
    const { report } = await there.load(file, { person: 'api:bob' })
    expect(report).toMatchObject({ format: 'earshot', added: 4, known: 0, skipped: [] })
    const again = await there.save('?person=api%3Abob')
    const period = ({ text, valid_from, valid_to, pinned }: MemoryExport['memories'][number]) => {
      return [text, valid_from, valid_to, pinned]
    }
    expect(again.memories.map(period).sort()).toEqual(file.memories.map(period).sort())
    expect((await there.load(file, { person: 'api:bob' })).report).toMatchObject({ added: 0 })
  })

  test('of a chat has what was said there, of the workspace everything', async () => {
    const { readChats, load, save } = await setUp()
    await readChats()
    await load('- takes tea', { person: 'api:bob' })
    const texts = async (query: string) => (await save(query)).memories.map(({ text }) => text)
    expect(await texts('?thread_id=api%3Ateam')).toEqual([
      'ann lives in Rome',
      'ann lives in Lisbon',
    ])
    expect(await texts('?person=api%3Abob')).toEqual(['takes tea'])
    expect(await texts('')).toHaveLength(3)
    expect(await texts('?thread_id=api%3Ateam%3A7')).toEqual([])
  })
})
