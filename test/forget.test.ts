import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServerProcess, startServer } from './chaos/server-process.ts'
import { seedDirectory } from './seed-directory.ts'

/* Forgetting, as a person who wants to be forgotten would check it: the program itself, everything said
 * with a word that is nowhere else, and afterwards every byte it keeps searched for that word. */

const CANARY = 'xqzvcanaryword'
let home: string
let url: string | null = null
let server: ServerProcess
let base: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'earshot-forget-'))
  await seedDirectory(join(home, 'data'))
  url =
    process.env.DATABASE_URL === undefined ? null : await freshDatabase(process.env.DATABASE_URL)
  server = startServer(join(home, 'data'), {
    EARSHOT_LOG_LEVEL: 'debug',
    ...(url === null ? {} : { DATABASE_URL: url }),
  })
  base = (await server.listening) ?? ''
})
afterAll(async () => {
  await server.end('SIGKILL')
  await rm(home, { recursive: true, force: true })
})

async function freshDatabase(on: string): Promise<string> {
  const admin = new pg.Client({ connectionString: on })
  await admin.connect()
  const name = `earshot_forget_${randomUUID().replaceAll('-', '')}`
  await admin.query(`create database ${name}`)
  // What docs/operations.md tells administrators who want the log clean too.
  await admin.query('alter system set wal_recycle = off')
  await admin.query('select pg_reload_conf()')
  await admin.end()
  const home = new URL(on)
  home.pathname = name
  return home.href
}

/** Where the engine keeps its files. */
async function directoryOfFiles(): Promise<string> {
  if (url === null) return join(home, 'data')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ dir: string }>(
    "select current_setting('data_directory') dir",
  )
  await client.end()
  return rows[0]?.dir ?? ''
}

async function filesWith(word: string): Promise<string[]> {
  const directory = await directoryOfFiles()
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.filter((one) => one.isFile())) {
    const bytes = await readFile(join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0))
    if (bytes.includes(word)) found.push(join(entry.parentPath, entry.name))
  }
  return found
}

async function call(method: string, path: string, body?: unknown) {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}

/** Waits for what is done behind the door. */
async function until<T>(look: () => Promise<T | null>): Promise<T> {
  for (let tries = 0; tries < 600; tries += 1) {
    const found = await look()
    if (found !== null) return found
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('it did not come about')
}

const say = (id: string, author: string, text: string, more = {}) => ({
  id,
  author: { id: author, name: author },
  sent_at: new Date(Date.now() - 60_000 + Number(id)).toISOString(),
  text,
  ...more,
})

async function remember(): Promise<string> {
  await call('POST', '/api/messages', {
    chat: { channel: 'api', id: 'team', kind: 'group', title: 'Team' },
    messages: [
      say('1', 'ann', `My ${CANARY} project needs a review this week.`),
      say('2', 'bob', 'I can review it on Friday.', {
        reply_to: '1',
        quote: `My ${CANARY} project`,
      }),
      say('3', 'ann', `The ${CANARY} budget was approved by the board.`),
    ],
  })
  await call('POST', '/api/files', {
    path: 'notes.md',
    content: `# Plan\n\nThe ${CANARY} plan of Ann.`,
    author: { id: 'ann', name: 'ann' },
  })
  const author = { id: 'ann', name: 'ann' }
  for (const query of [`What about the ${CANARY} budget?`, 'And the review?']) {
    const asked = { query, session_id: 'ann-1', author }
    expect((await call('POST', '/api/ask', asked)).status).toBe(200)
  }
  const asked = { query: `Who reviews ${CANARY}?`, thread_id: 'api:team', author: { id: 'bob' } }
  const answer = JSON.parse((await call('POST', '/api/ask', asked)).text)
  await call('POST', '/_internal/session/close', { session_id: 'ann-1' })
  await until(async () => {
    const { text } = await call('GET', '/api/people/api:ann/memory')
    return JSON.parse(text).recent === null ? null : text
  })
  await call('POST', '/api/topics/summaries/build', { topic: CANARY, user_id: 'api:ann' })
  return answer.answer_id
}

test('a person who is forgotten is gone from every answer, the log and the files', async () => {
  const answerId = await remember()
  expect((await call('GET', '/api/people/api:ann/export')).text).toContain(CANARY)
  expect(await filesWith(CANARY)).not.toEqual([])

  const forgotten = await call('DELETE', '/api/people/api:ann/memory')
  expect(JSON.parse(forgotten.text)).toMatchObject({ messages: 2, sessions: 1, files: 1 })

  const outputs = [
    await call('GET', '/api/people/api:ann/memory'),
    await call('GET', '/api/people/api:ann/export'),
    await call('GET', '/api/people/api:bob/export'),
    await call('GET', '/api/summaries/recent?user_id=api:ann'),
    await call('GET', '/api/files'),
    await call('GET', `/api/answers/${answerId}/why`),
    await call('GET', '/api/jobs/failed'),
    await call('POST', '/api/context/build', {
      thread_id: 'api:team',
      message: '@bot what is the budget and the review about?',
      author: { id: 'bob' },
    }),
    await call('POST', '/api/ask', { query: 'What did the board approve?', thread_id: 'api:team' }),
    await call('GET', '/metrics'),
  ]
  for (const { text } of outputs) expect(text).not.toContain(CANARY)

  await until(async () => ((await filesWith(CANARY)).length === 0 ? true : null)).catch(
    async () => undefined,
  )
  expect(await filesWith(CANARY)).toEqual([])
  const { stderr } = await server.end('SIGTERM')
  expect(stderr).toContain('files.scrubbed')
  expect(stderr).not.toContain(CANARY)
  expect(await filesWith(CANARY)).toEqual([])
})
