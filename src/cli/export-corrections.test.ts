import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { correctedChat, THREAD } from '../../test/corrected-chat.ts'
import { wireMessages } from '../../test/test-app.ts'
import { useDatabase } from '../../test/with-db.ts'
import { readConfig } from '../config/config.ts'
import { AppError, type ErrorCode } from '../domain/errors.ts'
import { createAnnotator } from '../eval/annotate.ts'
import { readChats } from '../eval/read-chats.ts'
import type { Options, Terminal } from './command.ts'
import { evalCommand } from './commands/eval.ts'

const db = useDatabase()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-corrections-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function setUp() {
  const chat = await correctedChat(await db.fresh())
  const printed: string[] = []
  const nowhere = () => Promise.reject(new Error('not here'))
  const terminal: Terminal = {
    config: readConfig({}, null),
    serve: nowhere,
    withCall: (work) =>
      work(async (path, init = {}) => {
        const { status, body } = await chat.send(init.method ?? 'GET', path, init.body)
        if (status < 400) return body
        throw new AppError(body.code as ErrorCode, String(body.detail))
      }),
    withScratch: nowhere,
    saveBackup: nowhere,
    restoreBackup: nowhere,
    examine: () => {
      throw new Error('not here')
    },
    print: (line) => printed.push(line),
    progress: () => undefined,
    stopSignal: () => new Promise(() => undefined),
  }
  const run = async (options: Options) => {
    printed.length = 0
    expect(await evalCommand.run(['corrections'], options, terminal)).toBe(0)
    return printed
  }
  return { ...chat, run }
}

test('a message that more likely starts a conversation than continues one links to itself', () => {
  const annotate = createAnnotator('api:team')
  const line = { author: { id: 'a', name: 'Ann' }, sent_at: '', text: '', corrections: [] }
  annotate({ ...line, id: 'one', links: [] })
  const doubtful = [{ to: 'one', probability: 0.4 }]
  expect(annotate({ ...line, id: 'two', links: doubtful }).links).toEqual([1])
  const likely = [{ to: 'one', probability: 0.6 }]
  expect(annotate({ ...line, id: 'three', links: likely }).links).toEqual([0])
})

describe('earshot eval corrections', () => {
  test('writes the chat as annotated data, which eval reads again', async () => {
    const it = await setUp()
    await it.correct('together', ['5', '4'])
    await it.correct('start', ['3'])
    const out = join(folder, 'team.jsonl')
    const printed = await it.run({ thread: THREAD, out })
    expect(printed).toEqual([`${out}: 6 messages, 2 of them corrected by people.`])
    expect((await stat(out)).mode & 0o777).toBe(0o600)

    const lines = (await readFile(out, 'utf8')).trimEnd().split('\n')
    expect(JSON.parse(lines[4] ?? '')).toEqual({
      file: THREAD,
      idx: 4,
      time: '2026-03-10T11:14:00.000Z',
      author: 'ann',
      kind: 'message',
      text: 'Good, then I bring the potato salad',
      links: [3],
      annotated: true,
    })
    const [chat] = readChats(out)
    expect(chat?.gold.map(({ antecedents }) => antecedents)).toEqual([[0], [1], [2], [1], [3], [3]])
    expect(chat?.gold.flatMap(({ isTarget }, i) => (isTarget ? [i] : []))).toEqual([2, 4])
  })

  test('prints the lines without --out, and the counts with --json', async () => {
    const it = await setUp()
    expect((await it.run({ thread: THREAD })).map((line) => JSON.parse(line).idx)).toEqual([
      0, 1, 2, 3, 4, 5,
    ])
    const out = join(folder, 'counts.jsonl')
    const [counts = ''] = await it.run({ thread: THREAD, out, json: true })
    expect(JSON.parse(counts)).toEqual({ out, messages: 6, corrected: 0 })
    await expect(it.run({ thread: THREAD, out })).rejects.toThrow('already exists')
    await it.run({ thread: THREAD, out, force: true })
  })

  test('has long texts whole, and two people of one name distinguished', async () => {
    const it = await setUp()
    const text = 'picnic '.repeat(1_000).trim()
    const later = { sent_at: '2026-03-10T11:40:00Z', text, author: { id: 'ann2', name: 'ann' } }
    await it.send('POST', '/api/messages', wireMessages({ id: 'long', ...later }))
    const lines = (await it.run({ thread: THREAD })).map((line) => JSON.parse(line))
    expect(lines.at(-1)).toMatchObject({ text, author: 'ann (ann2)' })
  })

  test('a chat that is unknown, or not named, is an error', async () => {
    const it = await setUp()
    await expect(it.run({ thread: 'api:nowhere' })).rejects.toMatchObject({
      code: 'chat_not_found',
    })
    await expect(it.run({})).rejects.toThrow('--thread')
  })
})
