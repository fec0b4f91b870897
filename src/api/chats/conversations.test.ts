import { expect, test } from 'vitest'
import { NOW } from '../../../test/deps.ts'
import { testApp, wireMessages } from '../../../test/test-app.ts'
import { type TestDb, useOwnDatabase } from '../../../test/with-db.ts'
import { dropPrompts } from '../../upkeep/drop-prompts.ts'

const db = useOwnDatabase()

async function start() {
  const it = await db.fresh()
  // Each look at the clock is a second later, so that what is listed has an order.
  let seconds = 0
  const now = () => new Date(NOW.getTime() + 1_000 * seconds++)
  const waitDays = (days: number) => {
    seconds += days * 86_400
  }
  const app = await testApp(it, { engine: { now } })
  await app.send(
    'POST',
    '/api/messages',
    wireMessages(
      { text: 'The boat leaves at nine', author: { id: 'ann', name: 'Ann' } },
      { text: 'From the old pier?', author: { id: 'ben', name: 'Ben' } },
    ),
  )
  const member = async (id: string) => ({
    Authorization: `Bearer ${await app.keyFor('member', `api:${id}`)}`,
  })
  const ask = async (query: string, rest: Record<string, unknown> = {}) =>
    (await app.send('POST', '/api/ask', { query, ...rest })).body as { answer_id: string }
  const why = async (id: string) => (await app.send('GET', `/api/answers/${id}/why`)).body
  return { it, app, member, ask, why, now, waitDays }
}

test('answers and contexts are listed, the newest first', async () => {
  const { app, ask } = await start()
  const team = { thread_id: 'api:team', author: { id: 'ann', name: 'Ann' } }
  const first = await ask('When does the boat leave?', team)
  await app.send('POST', '/api/context/build', { thread_id: 'api:team', message: '@bot' })
  const { answers } = (await app.send('GET', '/api/answers')).body as { answers: unknown[] }
  expect(answers).toMatchObject([
    { question: '@bot', answer: null, thread_id: 'api:team', chat_title: 'Team' },
    { answer_id: first.answer_id, asked_by: 'Ann', thread_id: 'api:team', model: 'offline' },
  ])
  const { created_at } = answers[1] as { created_at: string }
  const older = await app.send('GET', `/api/answers?before=${created_at}`)
  expect(older.body.answers).toEqual([])
  const some = await app.send('GET', '/api/answers?limit=1&thread_id=api:team')
  expect(some.body.answers).toHaveLength(1)
})

test('answers are filtered by asker, model, citations and time', async () => {
  const { app, ask, member } = await start()
  const team = { thread_id: 'api:team' }
  const ann = { author: { id: 'ann', name: 'Ann' }, sent_at: '2026-03-10T11:51:00Z' }
  await ask('When does the boat leave?', { ...team, ...ann })
  await ask('Qwxyz?', { author: { id: 'ben', name: 'Ben' } })
  await app.send('POST', '/api/context/build', { ...team, message: '@bot' })
  const found = async (query: string, headers?: Record<string, string>) => {
    const { body } = await app.send('GET', `/api/answers?${query}`, undefined, headers)
    return (body.answers as { question: string }[]).map(({ question }) => question)
  }
  expect(await found('person=api:ann')).toEqual(['When does the boat leave?'])
  expect(await found('person=api:nobody')).toEqual([])
  expect((await found('model=offline')).toSorted()).toEqual(['Qwxyz?', 'When does the boat leave?'])
  expect(await found('cited=true')).toEqual(['When does the boat leave?'])
  expect((await found('cited=false')).toSorted()).toEqual(['@bot', 'Qwxyz?'])
  expect(await found('since=2026-03-10T12:00:00Z&model=offline')).toHaveLength(2)
  expect(await found('since=2099-01-01T00:00:00Z&model=offline')).toEqual([])
  expect(await found('person=api:ann', await member('ben'))).toEqual([])
})

test('a question is replayed with other settings, by staff, and nothing is stored', async () => {
  const { app, ask, why, member } = await start()
  const asked = { thread_id: 'api:team', author: { id: 'ann', name: 'Ann' } }
  const { answer_id: id } = await ask('When does the boat leave?', asked)
  const before = await why(id)
  const path = `/api/answers/${id}/replay`
  const again = await app.send('POST', path, { model: 'offline', context_tokens: 800 })
  expect(again.status).toBe(200)
  expect(again.body).toMatchObject({ answer_id: id, question: 'When does the boat leave?' })
  expect(again.body.answer).toBe(before.answer)
  expect(again.body.prompt_tokens).toMatchObject({ max: 800 })
  const { answers } = (await app.send('GET', '/api/answers')).body
  expect(answers).toHaveLength(1)
  expect((await why(id)).budget_tokens).toBe(before.budget_tokens)
  expect((await app.send('POST', path, { model: 'nonsense' })).status).toBe(400)
  expect((await app.send('POST', '/api/answers/none/replay', {})).status).toBe(404)
  expect((await app.send('POST', path, {}, await member('ann'))).status).toBe(403)
})

test('a member sees what it asked itself, and another workspace nothing', async () => {
  const { app, ask, member } = await start()
  await ask('One?', { thread_id: 'api:team', author: { id: 'ann' } })
  await ask('Two?', { session_id: 's', author: { id: 'ben' } })
  const seen = async (headers: Record<string, string>) => ({
    answers: (await app.send('GET', '/api/answers', undefined, headers)).body.answers,
    talks: (await app.send('GET', '/api/conversations', undefined, headers)).body.conversations,
    talk: (await app.send('GET', '/api/conversations/s', undefined, headers)).status,
  })
  const [ann, ben] = [await member('ann'), await member('ben')]
  expect(await seen(ann)).toMatchObject({ answers: [{ question: 'One?' }], talks: [], talk: 404 })
  expect(await seen(ben)).toMatchObject({
    answers: [{ question: 'Two?' }],
    talks: [{ session_id: 's' }],
    talk: 200,
  })
  const stranger = await testApp(await db.fresh())
  expect((await stranger.send('GET', '/api/answers')).body.answers).toEqual([])
  expect((await stranger.send('GET', '/api/conversations/s')).status).toBe(404)
})

test.each([
  '/api/answers?limit=0',
  '/api/answers?limit=1000',
  '/api/answers?before=yesterday',
  '/api/answers?thread_id=api:nowhere',
  '/api/conversations?limit=x',
  '/api/conversations/nothing',
])('%s is refused with a reason', async (path) => {
  const { app } = await start()
  const reply = await app.send('GET', path)
  expect([400, 404]).toContain(reply.status)
  expect(reply.body.detail).toBeTruthy()
})

test('a conversation is read back with its answers and what it is about', async () => {
  const { app, ask } = await start()
  const author = { id: 'ann' }
  const body = { author, topic: 'Boat trips', topic_dialog: 'answered' }
  const begun = (await app.send('POST', '/api/chat/new', body)).body as { session_id: string }
  const { answer_id } = await ask('What did we say?', { session_id: begun.session_id, author })
  const read = await app.send('GET', `/api/conversations/${begun.session_id}`)
  expect(read.body).toMatchObject({
    is_open: true,
    topics: [{ slug: 'boat-trips', label: 'Boat trips' }],
    turns: [{ number: 1, question: 'What did we say?', answer_id }],
  })
  const metrics = await (await app.api.request('/metrics')).text()
  expect(metrics).toContain('earshot_chats_begun_total{dialog="answered"} 1')
})

test('each turn has its citations with their scores, its steps and its model', async () => {
  const { app, ask } = await start()
  const file = { path: 'boats.md', content: 'The ferry Zephyr needs a new rudder.' }
  await app.send('POST', '/api/files', file)
  const team = { session_id: 's', thread_id: 'api:team', author: { id: 'ann' } }
  const asked = (await ask('When does the boat leave?', team)) as unknown as Asked
  const about = (await ask('What does the ferry Zephyr need?', {
    session_id: 'f',
    author: { id: 'ann' },
  })) as unknown as Asked
  const turnOf = async (id: string) => {
    const { turns } = (await app.send('GET', `/api/conversations/${id}`)).body as {
      turns: { sources: { relevance: number; message_id: string; path: string }[] }[]
    }
    return turns[0]
  }
  const turn = await turnOf('s')
  expect(turn).toMatchObject({
    reasoning_steps: asked.reasoning_steps,
    ...{ provider: asked.provider, model: 'offline', guardrail_score: null },
    ...{ retrieval_attempts: 1, rewritten_query: null },
  })
  expect(turn?.sources.map(({ message_id }) => message_id)).toEqual(asked.sources)
  expect(asked.sources).toContain('1')
  for (const { relevance } of turn?.sources ?? []) expect(relevance).toBeGreaterThan(0)
  expect((await turnOf('f'))?.sources.map(({ path }) => path)).toEqual(about.sources)
  expect(about.sources).toEqual(['boats.md'])
  await app.send('DELETE', '/api/messages/api:team/1')
  expect(await turnOf('s')).toMatchObject({ sources: [], reasoning_steps: [] })
})

type Asked = {
  readonly sources: readonly string[]
  readonly reasoning_steps: readonly string[]
  readonly provider: string
}

/** The questions whose prompts are stored. */
async function prompted({ database, workspaceId }: TestDb): Promise<string[]> {
  const rows = await database.asOwner((tx) =>
    tx.query<{ question: string }>(
      'select question from answers where workspace_id = $1 and prompt is not null',
      [workspaceId],
    ),
  )
  return rows.map(({ question }) => question)
}

test('why shows what the model was sent, and how large it was', async () => {
  const { ask, why } = await start()
  const { answer_id } = await ask('When does the boat leave?', { thread_id: 'api:team' })
  const { prompt, prompt_tokens: tokens } = (await why(answer_id)) as {
    prompt: { system: string; messages: { role: string; content: string }[] }
    prompt_tokens: { system: number; total: number; max: number }
  }
  expect(prompt.messages.at(-1)?.content).toContain('When does the boat leave?')
  expect(prompt.messages.map(({ content }) => content).join()).toContain('The boat leaves at nine')
  expect(prompt.system.length).toBeGreaterThan(100)
  expect(tokens.system).toBeLessThan(tokens.total)
  expect(tokens.total).toBeLessThanOrEqual(tokens.max)
})

test.each([
  ['a message is deleted', 'DELETE', '/api/messages/api:team/2', undefined],
  ['a message is edited', 'PATCH', '/api/messages/api:team/2', { text: 'x', edited_at: null }],
  ['a person is forgotten', 'DELETE', '/api/people/api:ben/memory', undefined],
  ['a person opts out', 'PUT', '/api/people/api:ben/memory', { opted_out: true }],
])('when %s, no prompt that may repeat it is left', async (_, method, path, body) => {
  const { it, app, ask } = await start()
  await ask('When does the boat leave?', { thread_id: 'api:team' })
  expect(await prompted(it)).toHaveLength(1)
  const sent = body && 'edited_at' in body ? { ...body, edited_at: '2026-03-10T11:59:00Z' } : body
  expect((await app.send(method, path, sent)).status).toBe(200)
  expect(await prompted(it)).toEqual([])
})

test('a file that goes takes the prompts with it', async () => {
  const { it, app, ask } = await start()
  const added = await app.send('POST', '/api/files', { path: 'a.md', content: 'The pier is old.' })
  const [file] = added.body.files as { id: string }[]
  await ask('Is the pier old?', { thread_id: 'api:team' })
  expect(await prompted(it)).toHaveLength(1)
  expect((await app.send('DELETE', `/api/files/${file?.id}`)).status).toBe(204)
  expect(await prompted(it)).toEqual([])
})

test('prompts are kept for some days', async () => {
  const { it, ask, now, waitDays } = await start()
  await ask('Old?', { thread_id: 'api:team' })
  waitDays(7)
  await ask('New?', { thread_id: 'api:team', sent_at: '2026-01-09T10:00:00Z' })
  await dropPrompts(7, now(), it.database)
  expect(await prompted(it)).toEqual(['New?'])
})
