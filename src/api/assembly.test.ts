import { describe, expect, test } from 'vitest'
import { type TestApp, testApp, wireMessages } from '../../test/test-app.ts'
import { useDatabase } from '../../test/with-db.ts'
import { DEFAULT_WEIGHTS } from '../engine/score/score.ts'
import { compactFormat } from '../engine/write/formats/compact.ts'
import { countTokens } from '../models/tokens/tokens.ts'

/* Uploading a file, pinning and asking about it, end to end. */

const db = useDatabase()

type Item = {
  readonly id: string
  readonly type: string
  readonly content: string
  readonly excerpt: string | null
  readonly reason: string
  readonly relevance: number
  readonly metadata: {
    readonly path: string | null
    readonly message_id: string | null
    readonly parts: { readonly usage: number }
  }
}
type Built = {
  readonly data: {
    readonly total_tokens: number
    readonly items: readonly Item[]
    readonly excluded: readonly (Item & { readonly exclusion: string })[]
    readonly citations: readonly { readonly link: string | null; readonly source: string }[]
    readonly stats: {
      readonly explicit_count: number
      readonly sources: readonly { name: string; failed: string | null }[]
      readonly query: { readonly keywords: readonly string[] }
    }
  }
  readonly meta: { readonly answer_id: string; readonly cached: boolean }
}

const THREAD = 'api:team'
const QUICK = {
  weights: DEFAULT_WEIGHTS,
  nearbyShare: 0.2,
  decayPerHour: 0.01,
  solver: 'greedy',
  sharedFiles: 'all',
  format: compactFormat,
} as const

async function withTeam(overrides: Parameters<typeof testApp>[1] = {}) {
  const app = await testApp(await db.fresh(), overrides)
  await app.send(
    'POST',
    '/api/messages',
    wireMessages(
      { id: '1', author: { id: 'ann', name: 'Ann' }, text: 'Lunch at one in the garden?' },
      { id: '2', author: { id: 'bob', name: 'Bob' }, text: 'Yes, see you there' },
    ),
  )
  const build = async (message: string, more: object = {}) => {
    const reply = await app.send('POST', '/api/context/build', {
      thread_id: THREAD,
      message,
      author: { id: 'ann' },
      ...more,
    })
    expect(reply.status).toBe(200)
    return reply.body as unknown as Built
  }
  return { ...app, build, keep: keeperOf(app) }
}

function keeperOf({ send }: TestApp) {
  return async (path: string, content: string, more: object = {}) => {
    const { status, body } = await send('POST', '/api/files', { path, content, ...more })
    expect(status).toBe(200)
    return (body.files as { id: string }[])[0]?.id as string
  }
}

const paths = ({ data }: Built) => data.items.flatMap(({ metadata }) => metadata.path ?? [])

describe('a file is found', () => {
  test.each([
    ['by its words', 'how long is a passport valid?'],
    ['by another form of them', 'passports validity'],
    ['in spite of typos', 'pasport valdi'],
    ['by its name', 'what does the travel file say?'],
  ])('%s', async (_how, message) => {
    const { build, keep } = await withTeam()
    await keep('notes/travel.md', '# Papers\n\nA passport is valid for ten years.')
    await keep('notes/garden.md', '# Garden\n\nThe roses want water in July.')
    expect(paths(await build(message))[0]).toBe('notes/travel.md')
  })

  test('used lately, where a question leans on what was said before: all five of them', async () => {
    const { build, keep } = await withTeam()
    const files = {
      'rent.txt': 'Rent is due on the third of each month.',
      'bins.txt': 'Paper goes out every second Tuesday.',
      'boiler.txt': 'Turn the left valve until the pressure is 1.5 bar.',
      'keys.txt': 'Mrs Pell next door has a spare one.',
      'wifi.txt': 'The router hides behind the bookcase.',
    }
    for (const [path, content] of Object.entries(files)) await keep(path, content)
    const built = await build('is this the right file?')
    expect(paths(built).toSorted()).toEqual(Object.keys(files).toSorted())
    expect(built.data.items.map(({ reason }) => reason)).toContain('recently used')
  })

  test('knowlege grpah finds the knowledge graph, and says how it was read', async () => {
    const { build, keep } = await withTeam()
    await keep('knowledge-graph.md', 'Nodes are people, edges are who knows whom.')
    const built = await build('knowlege grpah')
    expect(paths(built)).toEqual(['knowledge-graph.md'])
    expect(built.data.items[0]?.reason).toContain('typo corrected: knowleg → knowledg')
  })

  test.each([
    [
      'Ukrainian',
      'коли закінчується дія паспорта?',
      'Паспорт діє десять років, потім його треба поміняти.',
    ],
    ['Chinese', '护照有效期多长？', '护照的有效期是十年，到期之前要换新的。'],
    ['Japanese', 'パスポートの有効期限は？', 'パスポートの有効期限は十年です。'],
  ])('by a question in %s', async (_language, question, text) => {
    const { build, keep } = await withTeam()
    await keep('passport.txt', text)
    await keep('roses.txt', 'The roses want water in July, and more of it in August.')
    expect(paths(await build(question))[0]).toBe('passport.txt')
  })

  test('with the words that were asked for marked in its excerpt, and a link to its lines', async () => {
    const { build, keep } = await withTeam()
    const id = await keep('travel.md', 'Intro.\n\nA passport is valid for ten years.')
    const { data } = await build('is the passport valid?')
    expect(data.items[0]?.excerpt).toContain('<<<passport>>> is <<<valid>>>')
    expect(data.citations[0]).toMatchObject({
      link: `/#/files/${id}/lines/1-3`,
      source: 'travel.md, lines 1–3',
    })
  })

  test('by a phrase in quotation marks only where it stands, and not where a word is unwanted', async () => {
    const { build, keep } = await withTeam()
    await keep('one.txt', 'The knowledge graph is drawn on the wall.')
    await keep('two.txt', 'A graph of all knowledge would be a draft.')
    expect(paths(await build('"knowledge graph"'))).toEqual(['one.txt'])
    expect(paths(await build('knowledge graph -draft'))).toEqual(['one.txt'])
    expect(paths(await build('"graph knowledge"'))).toContain('one.txt')
  })
})

describe('a question', () => {
  test.each(['the and of it', '👍🎉', '???', ''])(
    'of no words at all (%j) gets the history',
    async (text) => {
      const { build, keep } = await withTeam()
      await keep('travel.md', 'A passport is valid for ten years.')
      const { data } = await build(text)
      expect(data.items.map(({ metadata }) => metadata.message_id)).toEqual(['1', '2'])
    },
  )

  test('of ten thousand words is answered all the same', async () => {
    const { build, keep } = await withTeam()
    await keep('travel.md', 'A passport is valid for ten years.')
    const long = `is the passport valid? ${'and on and on '.repeat(2_500)}`
    expect(paths(await build(long))).toEqual(['travel.md'])
  })

  test('asked second in the same thread gets its own context, asked again the same one', async () => {
    const { build, keep } = await withTeam()
    await keep('travel.md', 'A passport is valid for ten years.')
    await keep('roses.md', 'The roses want water in July.')
    expect(paths(await build('is the passport valid?'))).toEqual(['travel.md'])
    const second = await build('do the roses want water?')
    expect(second.meta.cached).toBe(false)
    expect(paths(second)).toEqual(['roses.md'])
    expect((await build('do the roses want water?')).meta.cached).toBe(true)
  })

  test.each([
    ['a message comes', 'POST', '/api/messages', wireMessages({ id: '9', text: 'roses again' })],
    ['a message is edited', 'PATCH', '/api/messages/api:team/1', { text: 'No lunch' }],
    ['a message is deleted', 'DELETE', '/api/messages/api:team/1', undefined],
    ['a file comes', 'POST', '/api/files', { path: 'b.md', content: 'More about roses' }],
    ['a pin is set', 'POST', '/api/references', { thread_id: THREAD, message_id: '1' }],
  ])('is looked up anew when %s', async (_what, method, path, body) => {
    const { send, build } = await withTeam()
    await build('do the roses want water?')
    expect((await build('do the roses want water?')).meta.cached).toBe(true)
    expect((await send(method, path, body)).status).toBeLessThan(300)
    expect((await build('do the roses want water?')).meta.cached).toBe(false)
  })

  test('is not answered from the context of another person, budget, reply or moment', async () => {
    const { build } = await withTeam()
    const first = { budget_tokens: 1_000 }
    await build('lunch?', first)
    expect((await build('lunch?', first)).meta.cached).toBe(true)
    for (const other of [
      { author: { id: 'bob' } },
      { budget_tokens: 999 },
      { reply_to: '1' },
      { sent_at: '2026-03-10T11:30:00Z' },
    ]) {
      expect((await build('lunch?', { ...first, ...other })).meta.cached).toBe(false)
    }
  })

  test('is answered without a source that is too slow, and the trace says so', async () => {
    const never = new Promise<Float32Array[]>(() => undefined)
    const embedder = { id: 'slow', dimensions: 3, embed: () => never }
    const assembly = { ...QUICK, sourceDeadlineMs: 300 }
    const { build, keep } = await withTeam({ engine: { embedder, assembly } })
    await keep('travel.md', 'A passport is valid for ten years.')
    const { data } = await build('is the passport valid?')
    expect(data.items[0]?.metadata.path).toBe('travel.md')
    expect(data.stats.sources.find(({ name }) => name === 'vectors')?.failed).toBe(
      'source_too_slow',
    )
  })
})

test('a text that cannot be counted fails its question, and nothing else', async () => {
  const count = (text: string) => {
    if (text.includes('unspeakable')) throw new Error('it cannot be counted')
    return countTokens(text)
  }
  const { send, build, keep } = await withTeam({ engine: { countTokens: count } })
  await keep('travel.md', 'A passport is unspeakable.')
  const asked = { thread_id: THREAD, message: 'is the passport valid?', author: { id: 'ann' } }
  expect((await send('POST', '/api/context/build', asked)).status).toBe(500)
  expect((await build('lunch?')).data.items).not.toEqual([])
})

describe('what is pinned', () => {
  test('comes first and is never crowded out, whatever the question', async () => {
    const { send, build, keep } = await withTeam()
    const id = await keep('rules.md', `# Rules\n\nNo dogs. ${'And so on. '.repeat(400)}`)
    for (let i = 0; i < 30; i += 1) await keep(`roses${i}.md`, `Roses, water and July, part ${i}.`)
    expect((await send('POST', '/api/references', { thread_id: THREAD, file_id: id })).status).toBe(
      200,
    )
    const { data } = await build('do the roses want water in July?', { budget_tokens: 300 })
    expect(data.items[0]).toMatchObject({ type: 'reference', reason: 'pinned here' })
    expect(data.stats.explicit_count).toBeGreaterThan(0)
    expect(data.total_tokens).toBeLessThanOrEqual(300)
  })

  test('may be a message or one part of a file; it can be listed and taken off', async () => {
    const { send, build, keep } = await withTeam()
    const long = Array.from({ length: 60 }, (_, i) => `## Part ${i}\n\n${`word${i} `.repeat(60)}\n`)
    const id = await keep('long.md', long.join('\n'))
    await send('POST', '/api/references', { thread_id: THREAD, message_id: '1' })
    const pin = await send('POST', '/api/references', { thread_id: THREAD, file_id: id, line: 100 })
    const listed = (await send('GET', `/api/references?thread_id=${THREAD}`)).body
    expect(listed.references).toMatchObject([
      { type: 'message', message_id: '1' },
      { type: 'chunk', file_id: id, line: 100 },
    ])
    const pinned = (built: Built) => built.data.items.filter(({ type }) => type === 'reference')
    expect(pinned(await build('thoughts?'))).toHaveLength(2)
    expect((await send('DELETE', `/api/references/${pin.body.id}`)).status).toBe(204)
    expect(pinned(await build('thoughts?'))).toHaveLength(1)
  })

  test('goes with its file', async () => {
    const { send, build, keep } = await withTeam()
    const id = await keep('rules.md', 'No dogs.')
    await send('POST', '/api/references', { thread_id: THREAD, file_id: id })
    expect((await send('DELETE', `/api/files/${id}`)).status).toBe(204)
    expect(paths(await build('dogs?'))).toEqual([])
    expect((await send('GET', `/api/references?thread_id=${THREAD}`)).body.references).toEqual([])
  })

  test.each([
    [{ thread_id: THREAD }, 400, 'invalid_request'],
    [{ thread_id: THREAD, file_id: '1', message_id: '1' }, 400, 'invalid_request'],
    [{ thread_id: THREAD, file_id: '999999' }, 404, 'file_not_found'],
    [{ thread_id: THREAD, chunk_id: '999999' }, 404, 'file_not_found'],
    [{ thread_id: THREAD, message_id: 'none' }, 404, 'message_not_found'],
    [{ thread_id: 'api:nowhere', message_id: '1' }, 404, 'chat_not_found'],
    [{ thread_id: THREAD, file_id: 'x' }, 400, 'invalid_request'],
  ])('cannot be %j', async (body, status, code) => {
    const { send } = await withTeam()
    expect(await send('POST', '/api/references', body)).toMatchObject({ status, body: { code } })
  })
})

describe('feedback', () => {
  test('changes what later contexts make of a piece, and is told apart from other chats', async () => {
    const { send, build, keep } = await withTeam()
    await keep('a.md', 'The roses want water in July.')
    await keep('b.md', 'The roses want water in June.')
    const before = await build('do the roses want water?')
    const [first] = before.data.items
    for (let i = 0; i < 3; i += 1) {
      const said = { context_item_id: first?.id, useful: false, answer_id: before.meta.answer_id }
      expect(await send('POST', '/api/context/feedback', said)).toMatchObject({
        status: 200,
        body: { success: true },
      })
    }
    const after = await build('do the roses want water?')
    const same = after.data.items.find(({ id }) => id === first?.id)
    expect(same?.metadata.parts.usage).toBeCloseTo(-0.6)
    expect(same?.relevance).toBeLessThan(first?.relevance ?? 0)
  })

  test('needs no answer id, and a citation counts as well', async () => {
    const { send, build, keep } = await withTeam()
    await keep('a.md', 'The roses want water in July.')
    const asked = {
      thread_id: THREAD,
      query: 'when do the roses want water?',
      author: { id: 'ann' },
    }
    const answer = (await send('POST', '/api/ask', asked)).body
    expect(answer.sources_block).toContain('[1] a.md, line 1')
    const [item] = (await build('roses water')).data.items
    expect(item?.metadata.parts.usage).toBeCloseTo(0.1)
    const said = { context_item_id: item?.id, useful: true }
    expect((await send('POST', '/api/context/feedback', said)).status).toBe(200)
    expect((await build('roses water')).data.items[0]?.metadata.parts.usage).toBeCloseTo(0.3)
  })

  test.each([
    [{ context_item_id: 'message:999999', useful: true }, 'item_not_found'],
    [{ context_item_id: 'nonsense', useful: true }, 'item_not_found'],
    [{ context_item_id: 'message:1', useful: true, answer_id: 'none' }, 'answer_not_found'],
  ])('on what was never shown (%j) is refused', async (body, code) => {
    const { send } = await withTeam()
    expect(await send('POST', '/api/context/feedback', body)).toMatchObject({
      status: 404,
      body: { code },
    })
  })
})

test('metrics tell how contexts are made', async () => {
  const { send, build } = await withTeam()
  await build('lunch?')
  await build('lunch?')
  const text = String((await send('GET', '/metrics')).body.text)
  for (const line of [
    'earshot_context_assembly_seconds_count 2',
    'earshot_context_search_seconds_count 1',
    'earshot_context_scoring_seconds_count 1',
    'earshot_context_optimisation_seconds_count 1',
    'earshot_context_items_retrieved_count 1',
    'earshot_context_items_selected_count 2',
    'earshot_context_tokens_count 2',
    'earshot_context_cache_requests_total{result="hit"} 1',
    'earshot_context_cache_hit_rate 0.5',
  ]) {
    expect(text).toContain(line)
  }
})
