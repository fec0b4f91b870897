import { expect, test } from 'vitest'
import { testApp, wireMessages } from '../../../test/test-app.ts'
import { type TestDb, useOwnDatabase } from '../../../test/with-db.ts'
import { dropPrompts } from '../../upkeep/drop-prompts.ts'

const db = useOwnDatabase()

async function start() {
  const it = await db.fresh()
  const app = await testApp(it)
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
  return { it, app, member, ask, why }
}

test('answers and contexts are listed, the newest first', async () => {
  const { app, ask } = await start()
  const team = { thread_id: 'api:team', author: { id: 'ann', name: 'Ann' } }
  const first = await ask('When does the boat leave?', { ...team, sent_at: '2026-03-10T11:55:00Z' })
  await app.send('POST', '/api/context/build', { thread_id: 'api:team', message: '@bot' })
  const { answers } = (await app.send('GET', '/api/answers')).body as { answers: unknown[] }
  expect(answers).toMatchObject([
    { question: '@bot', answer: null, thread_id: 'api:team', chat_title: 'Team' },
    { answer_id: first.answer_id, asked_by: 'Ann', thread_id: 'api:team', model: 'offline' },
  ])
  const older = await app.send('GET', '/api/answers?before=2026-03-10T11:55:00Z')
  expect(older.body.answers).toEqual([])
  const some = await app.send('GET', '/api/answers?limit=1&thread_id=api:team')
  expect(some.body.answers).toHaveLength(1)
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
  const { it, ask } = await start()
  await ask('Old?', { thread_id: 'api:team', sent_at: '2026-03-02T10:00:00Z' })
  await ask('New?', { thread_id: 'api:team', sent_at: '2026-03-09T10:00:00Z' })
  await dropPrompts(7, new Date('2026-03-10T12:00:00Z'), it.database)
  expect(await prompted(it)).toEqual(['New?'])
})
