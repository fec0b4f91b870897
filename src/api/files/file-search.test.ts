import { describe, expect, test } from 'vitest'
import { testApp, wireMessages } from '../../../test/test-app.ts'
import { useOwnDatabase } from '../../../test/with-db.ts'
import { createStaticEmbedder } from '../../models/static-embedder.ts'
import { embedMissing } from '../../upkeep/embed-missing.ts'
import type { FileHits } from './file-search.ts'

const db = useOwnDatabase()

const HANDBOOK =
  '# Travel\n\nTrains are booked by the office.\n\n# Visa\n\nA visa takes six weeks.\n'

/** A file of the workspace, one of the chat "team", one of Ann, one of another workspace. */
async function setUp() {
  const [here, there] = [await db.fresh(), await db.fresh()]
  const app = await testApp(here)
  const other = await testApp(there)
  await app.send('POST', '/api/messages', wireMessages({ author: { id: 'ann', name: 'Ann' } }))
  await app.send('POST', '/api/ask', { query: 'hi', session_id: 'b', author: { id: 'bob' } })
  const add = (path: string, content: string, owner = {}) =>
    app.send('POST', '/api/files', { path, content, ...owner })
  await add('handbook.md', HANDBOOK)
  await add('team.md', 'The visa of Dan expires in May.\n', { thread_id: 'api:team' })
  await add('ann.md', 'My visa number is in the safe.\n', { author: { id: 'ann' } })
  const secret = { path: 'secret.md', content: 'The SECRET visa of elsewhere.\n' }
  await other.send('POST', '/api/files', secret)
  const embedder = createStaticEmbedder()
  await embedMissing({ ...here, embedder, record: () => undefined }, new Map())
  const keys = {
    ann: await app.keyFor('member', 'api:ann'),
    bob: await app.keyFor('member', 'api:bob'),
    staff: await app.keyFor('staff'),
    otherStaff: await other.keyFor('staff'),
  }
  const search = async (query: string, who: keyof typeof keys = 'staff') => {
    const headers = { Authorization: `Bearer ${keys[who]}` }
    const reply = await app.send('GET', `/api/files/search?${query}`, undefined, headers)
    const found = reply.body as unknown as FileHits
    return { ...reply, found, paths: found.hits?.map(({ file }) => file.path).sort() }
  }
  return { ...app, search }
}

let kept: ReturnType<typeof setUp> | null = null
const shared = () => (kept ??= setUp())

describe('a search in files', () => {
  test('finds the part of the file, its lines, and where the words are', async () => {
    const { search } = await shared()
    const { status, found } = await search('q=visas&thread_id=api:team')
    expect(status).toBe(200)
    const hit = found.hits.find(({ file }) => file.path === 'handbook.md')
    expect(hit).toMatchObject({ file: { thread_id: null, chunks: 1 }, page: null })
    expect(hit?.ranges.length).toBeGreaterThan(0)
    for (const { start, end } of hit?.ranges ?? []) {
      expect(hit?.excerpt.slice(start, end).toLowerCase()).toBe('visa')
    }
    expect(hit).toMatchObject({ start_line: 1, end_line: 7, from_line: 5, to_line: 7 })
  })

  test('reads a misspelt word as what was meant, and says so', async () => {
    const { search } = await shared()
    const { found } = await search('q=trians')
    expect(found.read_as).toEqual([{ wrote: 'trian', meant: 'train' }])
    expect(found.hits[0]?.file.path).toBe('handbook.md')
    const { start, end } = found.hits[0]?.ranges[0] ?? { start: 0, end: 0 }
    expect(found.hits[0]?.excerpt.slice(start, end)).toBe('Trains')
  })

  test.each([
    ['staff', '', ['ann.md', 'handbook.md', 'team.md']],
    ['staff', '&thread_id=api:team', ['handbook.md', 'team.md']],
    ['ann', '', ['ann.md', 'handbook.md']],
    ['ann', '&thread_id=api:team', ['handbook.md', 'team.md']],
    ['bob', '', ['handbook.md']],
    ['otherStaff', '', ['secret.md']],
  ] as const)('by %s%s sees what may be seen there', async (who, where, paths) => {
    const { search } = await shared()
    const { paths: seen, found } = await search(`q=visa${where}`, who)
    expect([seen, found.complete]).toEqual([paths, true])
  })

  test('in a chat one does not know is no search', async () => {
    const { search } = await shared()
    const unknown = await search('q=visa&thread_id=api:team', 'bob')
    expect([unknown.status, unknown.body.code]).toEqual([404, 'chat_not_found'])
  })

  test('counts lines past the header that each part of a table has', async () => {
    const { search, send } = await setUp()
    const rows = Array.from({ length: 400 }, (_, i) => `${i},city${i},some more words about it`)
    const content = ['number,city,note', ...rows].join('\n')
    await send('POST', '/api/files', { path: 'cities.csv', content })
    const { found } = await search('q=city333')
    expect(found.hits[0]).toMatchObject({
      file: { path: 'cities.csv' },
      from_line: 335,
      to_line: 335,
    })
  })

  test('finds a file by its name', async () => {
    const { search } = await shared()
    expect((await search('q=handbook')).paths).toEqual(['handbook.md'])
  })

  test('for words that are nowhere finds nothing', async () => {
    const { search } = await shared()
    expect((await search('q=qqqqzzzz')).found.hits).toEqual([])
  })

  test('finds no more than was asked for', async () => {
    const { search } = await shared()
    expect((await search('q=visa&limit=1')).found.hits).toHaveLength(1)
  })

  test.each([
    '',
    'q=',
    'q=%00',
    `q=${'x'.repeat(501)}`,
    'q=visa&limit=0',
    'q=visa&limit=51',
    'q=visa&limit=x',
    'q=visa&thread_id=x',
  ])('%.30j is refused', async (query) => {
    expect((await (await shared()).search(query)).status).toBe(400)
  })

  test('tells of what is pinned what it is', async () => {
    const { send } = await shared()
    const { body } = await send('GET', '/api/files?thread_id=api:team')
    const [file] = body.files as { id: string }[]
    await send('POST', '/api/references', { thread_id: 'api:team', file_id: file?.id })
    await send('POST', '/api/references', { thread_id: 'api:team', message_id: '1' })
    const { references } = (await send('GET', '/api/references?thread_id=api:team')).body
    expect(references).toMatchObject([
      { type: 'file', path: 'team.md', excerpt: null },
      { type: 'message', path: null, excerpt: 'hello' },
    ])
  })
})
