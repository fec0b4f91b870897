import { expect, test } from 'vitest'
import { startTelegramServer } from './telegram-server.ts'
import { useTelegramServer } from './use-telegram-server.ts'

const { telegram, api } = useTelegramServer()

function friends() {
  const ann = telegram().person('Ann')
  const group = telegram().group('Friends', [ann])
  return { ann, group, send: (text = 'x') => api().sendMessage(group.id, text) }
}

test.each([
  [
    { kind: 'status', status: 500 },
    { error_code: 500, description: 'Internal Server Error' },
  ],
  [{ kind: 'garbage' }, { name: 'HttpError' }],
  [{ kind: 'cut-before' }, { name: 'HttpError' }],
] as const)('%j happens once, and nothing is sent', async (kind, expected) => {
  const { send } = friends()
  const fault = telegram().fault({ method: 'sendMessage', ...kind })
  const error = await send().catch((error) => error)
  for (const [field, value] of Object.entries(expected)) {
    expect(field === 'name' ? error.constructor.name : error[field]).toBe(value)
  }
  await fault.reached
  expect(telegram().sent()).toEqual([])
  await send()
  expect(telegram().sent()).toHaveLength(1)
  expect(fault.hits()).toBe(1)
})

test('markup can be found wrong where there is some', async () => {
  const { group, send } = friends()
  telegram().fault({ method: 'sendMessage', kind: 'parse-error' })
  await send('plain')
  await expect(api().sendMessage(group.id, 'x', { parse_mode: 'HTML' })).rejects.toMatchObject({
    error_code: 400,
    description: expect.stringMatching(/^Bad Request: can't parse entities: /),
  })
})

test('a connection can be cut after the message was sent', async () => {
  const { send } = friends()
  telegram().fault({ method: 'sendMessage', kind: 'cut-after' })
  await expect(send()).rejects.toThrow('Network request')
  expect(telegram().sent()).toHaveLength(1)
  expect(telegram().calls('sendMessage')).toMatchObject([{ status: 'cut' }])
})

test('a call hangs until it is let go, done before or after', async () => {
  const { send } = friends()
  const before = telegram().fault({ method: 'sendMessage', kind: 'hang', when: 'before' })
  const first = send('first')
  await before.reached
  expect(telegram().sent()).toEqual([])
  before.release()
  await first
  const after = telegram().fault({ method: 'sendMessage', kind: 'hang', when: 'after' })
  const second = send('second')
  await telegram().until(() => telegram().sent().length === 2)
  expect(telegram().calls('sendMessage').at(-1)?.status).toBeNull()
  after.release()
  await second
})

test('a fault can wait for one chat, and hit it several times', async () => {
  const { ann, group, send } = friends()
  ann.private.say('hi')
  telegram().fault({ method: 'sendMessage', chat: group.id, times: 2, kind: 'status', status: 502 })
  await api().sendMessage(ann.id, 'x')
  for (const _ of [1, 2]) await expect(send()).rejects.toMatchObject({ error_code: 502 })
  await send()
})

test('who writes before the wait is over is refused again, and that is noted', async () => {
  let now = new Date('2026-03-01T12:00:00Z')
  const server = await startTelegramServer({ now: () => now })
  const ann = server.person('Ann')
  const [one, two] = [server.group('One', [ann]), server.group('Two', [ann])]
  server.fault({ method: 'sendMessage', kind: 'flood', retryAfter: 30 })
  const send = async (chat: number, method = 'sendMessage') => {
    const query = `chat_id=${chat}&text=x&message_id=1`
    const response = await fetch(`${server.url}/bot${server.token}/${method}?${query}`)
    return response.json() as Promise<{ ok: boolean; parameters?: { retry_after: number } }>
  }
  expect(await send(one.id)).toEqual({
    ok: false,
    error_code: 429,
    description: 'Too Many Requests: retry after 30',
    parameters: { retry_after: 30 },
  })
  expect(await send(two.id)).toMatchObject({ ok: true })
  // It may have been on its way already.
  now = new Date('2026-03-01T12:00:00.300Z')
  expect(await send(one.id)).toMatchObject({ parameters: { retry_after: 30 } })
  expect(server.violations()).toEqual([])
  now = new Date('2026-03-01T12:00:29Z')
  expect(await send(one.id, 'editMessageText')).toMatchObject({ parameters: { retry_after: 1 } })
  expect(server.violations()).toEqual([`editmessagetext to chat ${one.id}, 1000 ms too early`])
  now = new Date('2026-03-01T12:00:30Z')
  expect(await send(one.id)).toMatchObject({ ok: true })
  await server.stop()
})

test('the limits of the FAQ hold once they are switched on', async () => {
  let now = new Date('2026-03-01T12:00:00Z')
  const server = await startTelegramServer({ now: () => now })
  const group = server.group('One', [server.person('Ann')])
  server.enforceLimits()
  const send = async () => {
    const query = `chat_id=${group.id}&text=x`
    return (await fetch(`${server.url}/bot${server.token}/sendMessage?${query}`)).status
  }
  const burst = []
  for (let n = 0; n < 6; n += 1) burst.push(await send())
  expect(burst).toEqual([200, 200, 200, 200, 200, 429])
  for (let n = 5; n < 20; n += 1) {
    now = new Date(now.getTime() + (n === 5 ? 5_000 : 1_000))
    expect(await send()).toBe(200)
  }
  now = new Date(now.getTime() + 10_000)
  expect(await send()).toBe(429)
  now = new Date(now.getTime() + 60_000)
  expect(await send()).toBe(200)
  await server.stop()
})

test('a revoked token is good for nothing', async () => {
  telegram().revokeToken()
  await expect(api().getMe()).rejects.toMatchObject({
    error_code: 401,
    description: 'Unauthorized',
  })
  telegram().restoreToken()
  await api().getMe()
  const status = async (path: string) => (await fetch(`${telegram().url}${path}`)).status
  expect(await status('/bot1:x/getMe')).toBe(401)
  expect(await status('/botx/getMe')).toBe(404)
  expect(await status(`/bot${telegram().token}/sendLove`)).toBe(404)
})
