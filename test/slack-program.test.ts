import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ServerProcess, startListening } from './chaos/server-process.ts'
import { NODE_FLAGS } from './node-flags.ts'
import type { Platform } from './platform/platform.ts'
import { slackPlatform } from './platform/slack-platform.ts'
import { seedDirectory } from './seed-directory.ts'
import { type SlackServer, startSlackServer } from './slack-server/slack-server.ts'

/* The whole program as people run it, with a Slack on this machine. */

let home: string
let slack: SlackServer
let platform: Platform
let server: ServerProcess | null = null
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'earshot-slack-'))
  await seedDirectory(join(home, 'data'))
  slack = await startSlackServer()
  platform = slackPlatform(slack)
})
afterEach(async () => {
  await server?.end('SIGKILL')
  server = null
  await slack.stop()
  await rm(home, { recursive: true, force: true })
})

const start = async (env: Readonly<Record<string, string>> = {}) => {
  const started = await startListening(join(home, 'data'), { ...platform.env, ...env })
  server = started
  return started
}

async function earshot(...args: string[]): Promise<string> {
  const run = promisify(execFile)
  const command = [...NODE_FLAGS, resolve('bin/earshot.js'), ...args]
  const env = { ...process.env, ...platform.env }
  const { stdout } = await run(process.execPath, command, {
    cwd: home,
    env: { ...env, EARSHOT_DATA_DIR: join(home, 'data'), DATABASE_URL: '' },
  })
  return stdout
}

test('hears, answers, is killed while it answers, and goes on: nothing lost, nothing twice', async () => {
  const [ann, bob] = [platform.person('Ann'), platform.person('Bob')]
  const room = platform.room('general', [ann, bob])
  await start()
  await slack.until(() => slack.hub.connections() === 1, 'a connection')
  room.say(ann, 'The ferry leaves at nine')
  room.say(bob, `${platform.mention} when does the ferry leave?`)
  await platform.until(() => platform.sent(room.id).length === 1, 'an answer')
  expect(platform.sent(room.id)[0]?.text).toContain('nine')

  const held = platform.holdSend('after')
  room.say(bob, `${platform.mention} is that certain?`)
  await held.reached
  await server?.end('SIGKILL')
  held.release()
  room.say(ann, 'It was late yesterday')
  room.say(ann, `${platform.mention} when was it late?`)
  // Slack gave up on these: they are in the history only.
  slack.hub.drop()

  const second = await start()
  await platform.until(() => platform.sent(room.id).length === 3, 'an answer to what was missed')
  const response = await fetch(`${second.url}/api/channels/sends?state=uncertain`)
  const { sends } = (await response.json()) as { sends: object[] }
  expect(sends).toHaveLength(1)
  const answers = platform.sent(room.id)
  expect(new Set(answers.map(({ topic }) => topic)).size).toBe(3)
  expect(answers[2]?.text).toContain('yesterday')
  expect(await earshot('doctor')).toMatch(/slack.*earshot/i)
  expect(platform.violations()).toEqual([])
  expect((await second.end('SIGTERM')).code).toBe(0)
})

test('is posted to, with a signature, where there is a signing secret and no app token', async () => {
  const { url } = await start({
    EARSHOT_SLACK_APP_TOKEN: '',
    EARSHOT_SLACK_SIGNING_SECRET: slack.signingSecret,
  })
  const ann = slack.people.user('Ann')
  const chat = slack.people.chat('general', [ann])
  const post = (body: string, type: string, secret = slack.signingSecret) => {
    const at = Math.floor(Date.now() / 1_000)
    const hash = createHmac('sha256', secret).update(`v0:${at}:${body}`).digest('hex')
    return fetch(`${url}/webhooks/slack`, {
      method: 'POST',
      body,
      headers: {
        'content-type': type,
        'x-slack-request-timestamp': String(at),
        'x-slack-signature': `v0=${hash}`,
      },
    })
  }
  const check = JSON.stringify({ type: 'url_verification', challenge: '3eZbrw1aB' })
  const checked = await post(check, 'application/json')
  expect([checked.status, await checked.text()]).toEqual([200, '3eZbrw1aB'])
  expect((await post(check, 'application/json', 'somebody else’s')).status).toBe(403)

  const text = `<@${slack.state.me.id}> hello?`
  const message = slack.people.post(chat, ann, text)
  const event = { type: 'message', channel: chat.id, user: ann.id, text, ts: message.ts }
  const body = JSON.stringify({ type: 'event_callback', event_id: 'Ev1', event })
  // Slack repeats what was not acknowledged in time.
  for (const _ of [1, 2]) expect((await post(body, 'application/json')).status).toBe(200)
  await platform.until(() => platform.sent(chat.id).length === 1, 'an answer')

  const command = new URLSearchParams({
    ...{ command: '/earshot', text: 'why', trigger_id: '1.2.3' },
    ...{ channel_id: chat.id, user_id: ann.id },
  })
  const accepted = await post(String(command), 'application/x-www-form-urlencoded')
  expect([accepted.status, await accepted.text()]).toEqual([200, ''])
  await platform.until(() => platform.sent(chat.id).length === 2, 'a reply')
  expect(platform.sent(chat.id)[1]?.text).toContain('I retrieved')
  expect(slack.calls('apps.connections.open')).toEqual([])
})

test('says what is missing where nothing says how events are received', async () => {
  const refused = startListening(join(home, 'data'), {
    ...platform.env,
    EARSHOT_SLACK_APP_TOKEN: '',
  })
  await expect(refused).rejects.toThrow(/EARSHOT_SLACK_APP_TOKEN \(Socket Mode\)/)
})
