import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { useDatabase } from '../../../test/with-db.ts'
import { Settings } from '../../config/settings.ts'
import type { SettingList, WireSetting } from './settings.ts'

const db = useDatabase()
let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'earshot-settings-'))
})
afterAll(() => rm(home, { recursive: true }))

let count = 0
async function setUp(env: Record<string, string> = {}, textAtStart: string | null = null) {
  count += 1
  const path = join(home, `${count}.json`)
  if (textAtStart !== null) await writeFile(path, textAtStart)
  const here = await db.fresh()
  let restarts = 0
  const restart = () => {
    restarts += 1
  }
  const app = await testApp(here, { settingsFile: { env, path, textAtStart, restart } })
  const list = async () => {
    const { settings } = (await app.send('GET', '/api/settings')).body as unknown as SettingList
    return new Map(settings.map((setting) => [setting.name, setting]))
  }
  const put = (changes: unknown) => app.send('PUT', '/api/settings', { changes })
  const kept = async () => JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>
  return { ...app, list, put, kept, path, restarts: () => restarts }
}

const coded = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body.code,
]
const refused = [400, 'invalid_request']
const TOKEN = '123456:abcdefghijklmnopqrstuvwxyz'

describe('every setting', () => {
  test('is there, with its label, meaning and kind', async () => {
    const settings = await (await setUp()).list()
    expect([...settings.keys()].toSorted()).toEqual(Object.keys(Settings.shape).toSorted())
    for (const { label, meaning, group } of settings.values()) {
      expect([label, meaning, group]).not.toContain('')
    }
  })

  test.each<[string, Partial<WireSetting>]>([
    ['EARSHOT_PORT', { kind: { type: 'number', min: 0, max: 65_535 }, default: '3210' }],
    ['EARSHOT_TOP_K', { kind: { type: 'number', min: 1, max: null }, default: '3' }],
    ['EARSHOT_RATE_PER_MINUTE', { kind: { type: 'number', min: 1, max: null } }],
    ['EARSHOT_IDLE_TIMEOUT_MINUTES', { kind: { type: 'number', min: null, max: null } }],
    ['EARSHOT_LOG_LEVEL', { default: 'info', value: 'info', source: 'default', is_set: false }],
    ['EARSHOT_DEMO', { kind: { type: 'flag' }, default: '1' }],
    ['EARSHOT_BUDGET_SOLVER', { kind: { type: 'choice', options: ['greedy', 'exact'] } }],
    ['EARSHOT_BOT_MAY_HEAR', { kind: { type: 'text' }, default: 'all', value: 'all' }],
    ['EARSHOT_IDLE_TIMEOUT_MINUTES', { label: 'Session timeout' }],
    ['EARSHOT_SCOPE', { kind: { type: 'text' }, default: null, value: null }],
    ['OPENAI_API_KEY', { kind: { type: 'secret' }, default: null, is_set: false }],
  ])('%s is described as the schema has it', async (name, described) => {
    expect((await (await setUp()).list()).get(name)).toMatchObject(described)
  })

  test('says where its value comes from; the environment wins', async () => {
    const file = '{"EARSHOT_PORT": 1, "EARSHOT_DEMO": false, "EARSHOT_TOP_K": 9}'
    const settings = await (await setUp({ EARSHOT_PORT: '2', EARSHOT_TOP_K: '' }, file)).list()
    const shown = (name: string) => {
      const { value, source, is_pending } = settings.get(name) ?? {}
      return [value, source, is_pending]
    }
    expect(shown('EARSHOT_PORT')).toEqual(['2', 'environment', false])
    expect(shown('EARSHOT_DEMO')).toEqual(['0', 'file', false])
    expect(shown('EARSHOT_TOP_K')).toEqual(['3', 'default', false])
  })

  test('that is a secret is never shown, nor a part of it', async () => {
    const secrets = {
      OPENAI_API_KEY: 'sk-very-secret',
      DATABASE_URL: 'postgres://ann:hunter2@db/earshot',
      EARSHOT_TELEGRAM_TOKEN: TOKEN,
    }
    const { send, put, logged } = await setUp(secrets)
    const shown = JSON.stringify((await send('GET', '/api/settings')).body)
    const changed = JSON.stringify((await put({ ANTHROPIC_API_KEY: 'sk-ant-quiet' })).body)
    for (const text of [shown, changed, logged()]) {
      expect(text).not.toMatch(/very-secret|hunter2|ann:|abcdef|123456|sk-/)
    }
    const { settings } = JSON.parse(changed) as SettingList
    const found = (name: string) => settings.find((setting) => setting.name === name)
    expect(found('OPENAI_API_KEY')).toMatchObject({ is_set: true, value: null, next: null })
    expect(found('ANTHROPIC_API_KEY')).toMatchObject({
      is_set: false,
      is_pending: true,
      is_set_next: true,
      next: null,
    })
  })

  test('that sounds like a secret is marked as one', async () => {
    const settings = await (await setUp()).list()
    const open = [...settings.values()].filter(
      ({ name, kind }) =>
        /(KEY|TOKEN|SECRET|PASSWORD|DATABASE_URL)$/.test(name) && kind.type !== 'secret',
    )
    expect(open).toEqual([])
  })
})

describe('a change', () => {
  test('is written to the file and holds from the next start on', async () => {
    const { put, list, kept, path } = await setUp({}, '{"EARSHOT_DEMO": "0", "EARSHOT_PORT": 8}')
    const { status } = await put({ EARSHOT_TOP_K: 5, EARSHOT_PORT: null, OPENAI_API_KEY: 'sk-1' })
    expect(status).toBe(200)
    expect(await kept()).toEqual({ EARSHOT_DEMO: '0', EARSHOT_TOP_K: 5, OPENAI_API_KEY: 'sk-1' })
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const settings = await list()
    expect(settings.get('EARSHOT_TOP_K')).toMatchObject({ value: '3', next: '5', is_pending: true })
    expect(settings.get('EARSHOT_PORT')).toMatchObject({ value: '8', next: '3210' })
    expect(settings.get('EARSHOT_DEMO')).toMatchObject({ is_pending: false, next: null })
    await put({ EARSHOT_TOP_K: '', EARSHOT_DEMO: true })
    expect(await kept()).toEqual({ EARSHOT_DEMO: true, OPENAI_API_KEY: 'sk-1' })
    expect((await list()).get('EARSHOT_DEMO')).toMatchObject({ next: '1' })
    expect(await readdir(home)).not.toContain(`${count}.json.new`)
  })

  test.each<[string, unknown]>([
    ['of a setting that is none', { EARSHOT_PROT: 1 }],
    ['of something every object has', { toString: 'x' }],
    ['out of its range', { EARSHOT_PORT: 70_000 }],
    ['that is no number', { EARSHOT_PORT: 'many' }],
    ['that is none of the choices', { EARSHOT_LOG_LEVEL: 'loud' }],
    ['that is no address', { EARSHOT_OPENAI_BASE_URL: 'localhost' }],
    ['that is no token', { EARSHOT_TELEGRAM_TOKEN: 'hush' }],
    ['of a wrong shape', { EARSHOT_PORT: [1] }],
    ['with a zero byte', { EARSHOT_SCOPE: 'a\u0000' }],
    ['of nothing', {}],
    ['that is a list', []],
  ])('%s is refused, and all with it', async (_name, changes) => {
    const { put, path } = await setUp()
    const all = Array.isArray(changes) ? changes : { ...(changes as object) }
    const reply = await put(all)
    expect(coded(reply)).toEqual(refused)
    expect(JSON.stringify(reply.body)).not.toContain('hush')
    if (!Array.isArray(changes) && Object.keys(changes as object).length > 0) {
      expect(coded(await put({ ...(changes as object), EARSHOT_TOP_K: 5 }))).toEqual(refused)
    }
    await expect(stat(path)).rejects.toThrow()
  })

  test.each(['5', ''])('of what the environment sets to %j is refused', async (given) => {
    const { put } = await setUp({ EARSHOT_TOP_K: given })
    const reply = await put({ EARSHOT_TOP_K: 6 })
    expect(coded(reply)).toEqual(refused)
    expect(reply.body.detail).toMatch(/environment/)
  })

  test('does not lose another that is made at the same moment', async () => {
    const { put, kept } = await setUp()
    const names = ['EARSHOT_TOP_K', 'EARSHOT_PORT', 'EARSHOT_FILE_PAGES', 'EARSHOT_BLOCK_MESSAGES']
    const replies = await Promise.all(names.map((name, i) => put({ [name]: i + 1 })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await kept()).toEqual(Object.fromEntries(names.map((name, i) => [name, i + 1])))
  })

  test('does not touch a file that somebody broke, nor quote it', async () => {
    const { put, path } = await setUp()
    await writeFile(path, '{"OPENAI_API_KEY": sk-broken')
    const reply = await put({ EARSHOT_TOP_K: 5 })
    expect(coded(reply)).toEqual([409, 'settings_not_writable'])
    expect(JSON.stringify(reply.body)).not.toContain('sk-')
    expect(await readFile(path, 'utf8')).toContain('sk-broken')
    expect(await readdir(home)).not.toContain(`${count}.json.new`)
  })

  test('is not made where there is no file to write', async () => {
    const { send } = await testApp(await db.fresh())
    const reply = await send('PUT', '/api/settings', { changes: { EARSHOT_TOP_K: 5 } })
    expect(coded(reply)).toEqual([409, 'settings_not_writable'])
    expect((await send('GET', '/api/settings')).status).toBe(200)
  })
})

test('settings are for admins of the server’s own workspace', async () => {
  const { send, keyFor, api } = await setUp()
  const routes = [['GET', undefined] as const, ['PUT', { changes: { EARSHOT_TOP_K: 5 } }] as const]
  for (const key of [await keyFor('member', 'api:ann'), await keyFor('staff')]) {
    for (const [method, body] of routes) {
      const headers = { Authorization: `Bearer ${key}` }
      expect(coded(await send(method, '/api/settings', body, headers))).toEqual([403, 'forbidden'])
    }
  }
  expect((await api.request('/api/settings')).status).toBe(401)
  // A key of another workspace, at this server.
  const other = await testApp(await db.fresh())
  const headers = { Authorization: `Bearer ${await other.keyFor('admin')}` }
  for (const [method, body] of routes) {
    expect(coded(await send(method, '/api/settings', body, headers))).toEqual([403, 'forbidden'])
  }
})

test('an admin of the server has it start again, nobody else', async () => {
  const { send, keyFor, restarts } = await setUp()
  const staff = { Authorization: `Bearer ${await keyFor('staff')}` }
  expect((await send('POST', '/api/settings/restart', {}, staff)).status).toBe(403)
  expect(restarts()).toBe(0)
  expect((await send('POST', '/api/settings/restart', {})).status).toBe(202)
  expect(restarts()).toBe(1)
  const inside = await testApp(await db.fresh())
  expect((await inside.send('POST', '/api/settings/restart', {})).status).toBe(409)
})

test('an address with a password in it is kept to itself', async () => {
  const { list, put, send } = await setUp({
    EARSHOT_OPENAI_BASE_URL: 'https://ann:hunter2@x.test/v1',
  })
  await put({ EARSHOT_GOOGLE_BASE_URL: 'https://bob:hunter3@x.test' })
  for (const name of ['EARSHOT_OPENAI_BASE_URL', 'EARSHOT_GOOGLE_BASE_URL']) {
    expect((await list()).get(name)).toMatchObject({ kind: { type: 'secret' }, value: null })
  }
  expect(JSON.stringify((await send('GET', '/api/settings')).body)).not.toMatch(/hunter/)
})
