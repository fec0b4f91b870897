import { expect, test } from 'vitest'
import { addedTo, rowsOf } from '../../../test/rows.ts'
import { scriptedModel } from '../../../test/scripted-model.ts'
import { testApp, wireMessages } from '../../../test/test-app.ts'
import { useDatabase } from '../../../test/with-db.ts'

const db = useDatabase()

/** A model that answers with a word of its own, and tries to note what it was asked. */
function noting() {
  return scriptedModel(
    {
      answer: async ({ tools }) => {
        const args = { text: 'they asked about the wombat' }
        await tools?.run('remember', args, new AbortController().signal)
        return 'The platypus [1].'
      },
      grade: '[1]',
      rewrite: 'tea',
    },
    { inputTokens: 700, outputTokens: 70 },
  )
}

async function setUp() {
  const it = await db.fresh()
  const model = noting()
  const app = await testApp(it, { engine: { model } })
  const ann = { id: 'ann', name: 'Ann' }
  await app.send('POST', '/api/messages', wireMessages({ text: 'tea at four', author: ann }))
  await app.send('POST', '/api/ask', { query: 'Who is first?', session_id: 's', author: ann })
  const ask = (more: object) =>
    app.send('POST', '/api/ask', { query: 'Is a wombat at tea?', ...more })
  return { it, model, app, ann, ask }
}

test.each([
  ['outside of any session', {}],
  ['in a session that is there', { session_id: 's' }],
  ['in a new session', { session_id: 'numbat' }],
  ['in a chat', { thread_id: 'api:team' }],
  ['as a stream', { thread_id: 'api:team', stream: true }],
])('of a question %s nothing is kept but its tokens', async (_, more) => {
  const { it, app, ann, ask } = await setUp()
  const before = await rowsOf(it)
  const { status, body } = await ask({ ...more, author: ann, store: false })
  expect(status).toBe(200)
  if (!('stream' in more)) {
    expect(body).toMatchObject({ answer_id: null, session_id: null, turn_number: 0 })
    expect(body.answer).toContain('platypus')
  }
  const added = addedTo(before, await rowsOf(it))
  expect([...added.keys()]).toEqual(['spend'])
  for (const word of ['wombat', 'platypus', 'numbat']) {
    expect(JSON.stringify([...added])).not.toContain(word)
    expect(app.logged()).not.toContain(word)
  }
})

test('an unknown asker is not stored either', async () => {
  const { it, ask } = await setUp()
  const before = await rowsOf(it)
  await ask({ author: { id: 'quoll', name: 'Quoll' }, store: false })
  expect([...addedTo(before, await rowsOf(it)).keys()]).toEqual(['spend'])
})

test('the earlier turns of its session are in the prompt, and a session of another is not', async () => {
  const { model, ann, ask } = await setUp()
  const shown = () => JSON.stringify(model.calls.at(-1)?.prompt.messages)
  await ask({ session_id: 's', author: ann, store: false })
  expect(shown()).toContain('Who is first?')
  await ask({ session_id: 's', author: { id: 'bob' }, store: false })
  expect(shown()).not.toContain('Who is first?')
})

test('a context that was made for it is not cached', async () => {
  const { app, ann, ask } = await setUp()
  const asked = { thread_id: 'api:team', author: ann }
  await ask({ ...asked, store: false })
  const { answer_id } = (await ask(asked)).body
  const why = await app.send('GET', `/api/answers/${answer_id}/why`)
  expect(why.body.is_cached).toBe(false)
})
