import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ServerProcess, startListening } from './chaos/server-process.ts'
import { NODE_FLAGS } from './node-flags.ts'
import { seedDirectory } from './seed-directory.ts'
import { startTelegramServer, type TelegramServer } from './telegram-server/telegram-server.ts'

/* The whole program as people run it, with a Telegram on this machine. */

let home: string
let telegram: TelegramServer
let server: ServerProcess | null = null
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'earshot-telegram-'))
  await seedDirectory(join(home, 'data'))
  telegram = await startTelegramServer({ privacy: 'on' })
})
afterEach(async () => {
  await server?.end('SIGKILL')
  server = null
  await telegram.stop()
  await rm(home, { recursive: true, force: true })
})

const env = () => ({
  EARSHOT_TELEGRAM_TOKEN: telegram.token,
  EARSHOT_TELEGRAM_API_ROOT: telegram.url,
})

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function earshot(...args: string[]): Promise<string> {
  const run = promisify(execFile)
  const command = [...NODE_FLAGS, resolve('bin/earshot.js'), ...args]
  const { stdout } = await run(process.execPath, command, {
    cwd: home,
    env: { ...process.env, ...env(), EARSHOT_DATA_DIR: join(home, 'data'), DATABASE_URL: '' },
  })
  return stdout
}

test('asks for updates, answers, and tells the operator what it hears', async () => {
  const ann = telegram.person('Ann')
  const group = telegram.group('Friends', [ann], { bot: 'left' })
  server = await startListening(join(home, 'data'), env())
  group.addBot(ann)
  await telegram.until(() => telegram.sent(group.id).length === 1, 'a greeting')
  group.say(ann, `@${telegram.me.username} hello?`)
  await telegram.until(() => telegram.sent(group.id).length === 2, 'an answer')
  expect(await earshot('telegram')).toContain('Friends')
  expect(await earshot('telegram')).toContain('has received only mentions, replies and commands')
  expect(await earshot('telegram', 'sends')).toContain('No send is uncertain')
  const doctor = await earshot('doctor')
  expect(doctor).toMatch(/telegram.*@\w+, in 1 group\..*Friends.*Privacy mode is on/s)
  const { code } = await server.end('SIGTERM')
  expect(code).toBe(0)
})

test('is posted to, with the secret, where a webhook is set', async () => {
  const port = await freePort()
  server = await startListening(join(home, 'data'), {
    ...env(),
    EARSHOT_PORT: String(port),
    EARSHOT_TELEGRAM_WEBHOOK_URL: `http://127.0.0.1:${port}/telegram/webhook`,
  })
  await telegram.until(() => telegram.webhook.url !== '', 'the webhook')
  const ann = telegram.person('Ann')
  ann.private.say('hello there')
  await telegram.until(() => telegram.sent(ann.id).length === 1, 'an answer')
  expect(telegram.calls('getUpdates')).toEqual([])
  await server.end('SIGTERM')
  server = await startListening(join(home, 'data'), env())
  await telegram.until(() => telegram.webhook.url === '', 'the webhook to be cleared')
  ann.private.say('and without')
  await telegram.until(() => telegram.sent(ann.id).length === 2, 'an answer without it')
})
