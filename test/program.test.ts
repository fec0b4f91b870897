import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KEY, MODEL, startProviderServer } from './provider-server.ts'
import { seedDirectory } from './seed-directory.ts'

/* The program as its users run it: the built one, in processes of its own, on the embedded database. */

const run = promisify(execFile)
let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'earshot-program-'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

const BIN = 'bin/earshot.js'
const environment = (more: Record<string, string> = {}) => ({
  PATH: process.env.PATH ?? '',
  EARSHOT_DATA_DIR: join(home, 'data'),
  EARSHOT_PORT: '0',
  EARSHOT_LOG_LEVEL: 'error',
  ...more,
})

async function earshot(args: string[], more: Record<string, string> = {}) {
  try {
    const { stdout, stderr } = await run('node', [BIN, ...args], { env: environment(more) })
    return { code: 0, stdout, stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, stdout, stderr }
  }
}

async function start(more: Record<string, string> = {}) {
  const child = spawn('node', [BIN, 'start', '--json'], {
    env: environment(more),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  const [line] = await once(lines, 'line')
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal)
    const [code] = await once(child, 'exit')
    return code as number | null
  }
  const stop = () => end('SIGTERM')
  const kill = () => end('SIGKILL')
  return {
    ...(JSON.parse(line) as { url: string; demo: boolean; open: boolean }),
    pid: child.pid,
    stop,
    kill,
  }
}

describe('a first run', () => {
  test('starts on an empty directory, answers the demo’s tag, explains it, and stops cleanly', async () => {
    const server = await start()
    expect(server).toMatchObject({ demo: true, open: true })

    const asked = await earshot([
      'ask',
      '@bot',
      '--thread',
      'demo:friends',
      '--as',
      'priya',
      '--json',
    ])
    const answer = JSON.parse(asked.stdout)
    expect(answer.answer).toContain('thai restaurant')
    const why = await earshot(['why', answer.answer_id])
    expect(why.stdout).toContain('Included (3,')
    expect(why.stdout).toContain('part of another conversation')
    const context = await earshot(['context', '--thread', 'demo:friends', '--anchor', '18'])
    expect(context.stdout.trim().split('\n')).toHaveLength(3)
    expect(context.stdout).toContain('same subject 3 days apart: “restaurant”')

    const second = await earshot(['start'])
    expect(second.code).toBe(5)
    expect(second.stderr).toContain(`process ${server.pid}`)
    expect(second.stderr).toContain('(data_dir_locked)')

    expect(await server.stop()).toBe(0)
    const again = await start()
    expect(again.demo).toBe(false)
    expect(await again.stop()).toBe(0)
  })

  test('commands work without a server too, on the same data', async () => {
    const file = join(home, 'chat.jsonl')
    const line = (id: number, text: string) =>
      JSON.stringify({
        chat: { channel: 'api', id: 'club' },
        id,
        author: { id: 'ann', name: 'Ann' },
        sent_at: '2026-01-05T10:00:00Z',
        text,
      })
    await writeFile(
      file,
      `${line(1, 'The hall is booked for the 20th')}\n\n${line(2, 'Bring chairs')}\n`,
    )
    expect(
      JSON.parse((await earshot(['import', file, '--from', 'jsonl', '--json'])).stdout),
    ).toMatchObject({ stored: 2, duplicates: 0, chats: 1, people: 1, skipped: {} })
    expect((await earshot(['import', file, '--from', 'jsonl'])).stdout).toContain(
      '0 messages stored, 2 were already stored',
    )
    const asked = await earshot(['ask', 'when is the hall booked?', '--thread', 'api:club'])
    expect(asked.stdout).toContain('booked for the 20th')
    expect((await earshot(['doctor', '--json'])).code).toBe(0)
  })

  test('a file of an import that holds nothing readable is told where', async () => {
    const file = join(home, 'bad.jsonl')
    await writeFile(file, '{"chat":{"channel":"api","id":"x"},"id":1,"text":\n')
    const result = await earshot(['import', file, '--from', 'jsonl'])
    expect(result.code).toBe(2)
    expect(result.stderr).toContain('not_json, first at line 1')
  })
})

describe('what goes wrong is told with what to do, and an exit code that means it', () => {
  const cases: [string, string[], Record<string, string>, number, string, RegExp][] = [
    ['an unknown model', ['start'], { EARSHOT_MODEL: 'gpt-9' }, 2, 'model_unknown', /google:/],
    [
      'a model without its key',
      ['start'],
      { EARSHOT_MODEL: 'openai:gpt-x' },
      1,
      'model_key_missing',
      /OPENAI_API_KEY/,
    ],
    [
      'no keys beyond loopback',
      ['start'],
      { EARSHOT_HOST: '0.0.0.0' },
      1,
      'keys_required',
      /keys create/,
    ],
    [
      'a data directory that is a file',
      ['start'],
      { EARSHOT_DATA_DIR: BIN },
      1,
      'data_dir_unusable',
      /EARSHOT_DATA_DIR/,
    ],
    [
      'a database that does not answer',
      ['start'],
      { DATABASE_URL: 'postgres://x:secret-word@127.0.0.1:1/x' },
      5,
      'database_unavailable',
      /DATABASE_URL/,
    ],
    [
      'a setting that is nonsense',
      ['start'],
      { EARSHOT_PORT: 'x' },
      2,
      'bad_config',
      /EARSHOT_PORT/,
    ],
    [
      'an unknown chat',
      ['ask', 'hi', '--thread', 'api:nowhere'],
      {},
      3,
      'chat_not_found',
      /Check the id/,
    ],
    ['an unknown answer', ['why', 'a0'], {}, 3, 'answer_not_found', /answer_id/],
    ['an evaluation of nothing', ['eval'], {}, 2, 'invalid_request', /eval lookback --data/],
    [
      'annotated chats that are not there',
      ['eval', 'lookback', '--data', 'nowhere.jsonl.gz'],
      {},
      1,
      'file_unreadable',
      /path/,
    ],
    [
      'a limit that is no number',
      ['context', '--thread', 'api:team', '--limit', 'many'],
      {},
      2,
      'invalid_request',
      /"many" is not a number/,
    ],
    [
      'a file that is not there',
      ['import', 'nowhere.jsonl', '--from', 'jsonl'],
      {},
      1,
      'file_unreadable',
      /path/,
    ],
  ]
  test.each(cases)('%s', async (_name, args, more, code, errorCode, says) => {
    const result = await earshot(args, more)
    expect(result.stderr).toContain(`(${errorCode})`)
    expect(result.stderr).toMatch(says)
    expect(result.stderr).not.toContain('secret-word')
    expect(result.code).toBe(code)
  })

  test.runIf(process.getuid?.() === 0)('a data directory that another user made', async () => {
    const closed = join(home, 'closed')
    await mkdir(closed, { mode: 0o700 })
    await chmod(home, 0o755)
    const options = { env: environment({ EARSHOT_DATA_DIR: join(closed, 'data') }), uid: 65_534 }
    const starting = run('node', [BIN, 'start'], options)
    await expect(starting).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /cannot be used as data directory.*EARSHOT_DATA_DIR.*data_dir_unusable/s,
      ),
    })
  })

  test('a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const result = await earshot(['start'], { EARSHOT_PORT: String(port) })
    other.close()
    expect(result).toMatchObject({ code: 5, stderr: expect.stringContaining('(port_in_use)') })
  })
})

test('keys close the door: made in the terminal, they are needed over HTTP at once', async () => {
  const data = { EARSHOT_DATA_DIR: join(home, 'keyed') }
  await seedDirectory(data.EARSHOT_DATA_DIR)
  const made = await earshot(['keys', 'create', '--name', 'me', '--role', 'admin', '--json'], data)
  const { key, id } = JSON.parse(made.stdout)
  const server = await start({ ...data, EARSHOT_HOST: '0.0.0.0' })
  const url = server.url.replace('0.0.0.0', '127.0.0.1')
  expect((await fetch(`${url}/api/keys`)).status).toBe(401)
  const listed = await fetch(`${url}/api/keys`, { headers: { Authorization: `Bearer ${key}` } })
  expect(listed.status).toBe(200)
  expect((await earshot(['keys', 'list'], data)).stdout).toContain(id)
  const refused = await earshot(['keys', 'revoke', id], data)
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/--last.*\(last_admin_key\)/),
  })
  const revoked = await earshot(['keys', 'revoke', id, '--last'], data)
  expect(revoked.stdout).toContain('every request is refused from now on')
  expect(revoked.stdout).toContain('earshot keys create')
  expect(await server.stop()).toBe(0)
})

test('a provider’s model answers; when it is down the offline model does, and says so', async () => {
  const provider = await startProviderServer()
  const settings = {
    EARSHOT_DATA_DIR: join(home, 'provider'),
    EARSHOT_MODEL: `compatible:${MODEL}`,
    EARSHOT_COMPATIBLE_BASE_URL: provider.baseUrl('compatible'),
    EARSHOT_COMPATIBLE_API_KEY: KEY,
    EARSHOT_MODEL_RETRIES: '0',
  }
  await seedDirectory(settings.EARSHOT_DATA_DIR)
  const server = await start(settings)
  const ask = async () => {
    const result = await earshot(
      ['ask', '@bot', '--thread', 'demo:friends', '--as', 'priya', '--json'],
      settings,
    )
    return JSON.parse(result.stdout)
  }
  // The judge of doubtful messages is asked first; what it says here cannot be read, and changes nothing.
  const unreadable = { kind: 'text', text: 'Hard to tell.' } as const
  provider.faults.push(unreadable, { kind: 'text', text: 'Try the thai place [3]. Or not [9].' })
  expect(await ask()).toMatchObject({
    answer: 'Try the thai place [3]. Or not.',
    model: MODEL,
    is_extract: false,
    sources: ['18'],
  })
  expect(provider.requests.at(-1)?.body).toContain('The thai restaurant on 10th Ave?')
  expect(provider.requests.at(-1)?.body).not.toContain('invoices')

  provider.faults.push({ kind: 'status', status: 500 }, { kind: 'status', status: 500 })
  const fallback = await ask()
  expect(fallback).toMatchObject({ model: 'offline', is_extract: true })
  expect(fallback.fallback_reason).toContain('500')
  expect(await server.stop()).toBe(0)
  await provider.close()
})

test('what a power cut takes from the database files comes back from the journal', async () => {
  const data = { EARSHOT_DATA_DIR: join(home, 'power') }
  await seedDirectory(data.EARSHOT_DATA_DIR)
  await (await start(data)).stop()
  const database = join(home, 'power', 'db')
  const asOnDisk = join(home, 'as-on-disk')
  await cp(database, asOnDisk, { recursive: true })

  const server = await start(data)
  const send = (method: string, path: string, body?: unknown) =>
    fetch(`${server.url}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const message = (id: string, text: string) => ({
    id,
    author: { id: 'ann' },
    sent_at: '2026-01-05T10:00:00Z',
    text,
  })
  const chat = { channel: 'api', id: 'club' }
  const messages = [message('1', 'one'), message('2', 'two'), message('3', 'three')]
  expect((await send('POST', '/api/messages', { chat, messages })).status).toBe(200)
  expect((await send('PATCH', '/api/messages/api:club/1', { text: 'one, edited' })).status).toBe(
    200,
  )
  expect((await send('DELETE', '/api/messages/api:club/2')).status).toBe(200)
  await server.kill()
  await rm(database, { recursive: true })
  await rename(asOnDisk, database)

  const after = await earshot(
    ['ask', '@bot', '--thread', 'api:club', '--as', 'ann', '--json'],
    data,
  )
  const why = await earshot(['why', JSON.parse(after.stdout).answer_id, '--json'], data)
  const texts = JSON.parse(why.stdout).items.map((item: { text: string }) => item.text)
  expect(texts.sort()).toEqual(['one, edited', 'three'])
})
