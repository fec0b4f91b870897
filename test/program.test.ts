import { cp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { KEY, MODEL, startProviderServer } from './provider-server.ts'
import { seedDirectory } from './seed-directory.ts'
import { useProgram } from './use-program.ts'

const program = useProgram()
const { earshot, start } = program

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
    expect(why.stdout).toContain('far from the conversation')
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
    const file = join(program.home, 'chat.jsonl')
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
})

test('keys close the door: made in the terminal, they are needed over HTTP at once', async () => {
  const data = { EARSHOT_DATA_DIR: join(program.home, 'keyed') }
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
    EARSHOT_DATA_DIR: join(program.home, 'provider'),
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
  const data = { EARSHOT_DATA_DIR: join(program.home, 'power') }
  await seedDirectory(data.EARSHOT_DATA_DIR)
  const database = join(program.home, 'power', 'db')
  const asOnDisk = join(program.home, 'as-on-disk')
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

  const recovered = await start(data)
  const after = await earshot(
    ['ask', '@bot', '--thread', 'api:club', '--as', 'ann', '--json'],
    data,
  )
  const why = await earshot(['why', JSON.parse(after.stdout).answer_id, '--json'], data)
  const texts = JSON.parse(why.stdout).items.map((item: { text: string }) => item.text)
  expect(texts.sort()).toEqual(['one, edited', 'three'])
  expect(await recovered.stop()).toBe(0)
})
