import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ServerProcess, startListening } from './chaos/server-process.ts'
import { NODE_FLAGS } from './node-flags.ts'
import { type MatrixPlatform, startMatrixPlatform } from './platform/matrix-platform.ts'
import { seedDirectory } from './seed-directory.ts'

/* The whole program as people run it, with a Matrix homeserver on this machine. */

let home: string
let matrix: MatrixPlatform
let program: ServerProcess | null = null
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'earshot-matrix-'))
  await seedDirectory(join(home, 'data'))
  matrix = await startMatrixPlatform()
})
afterEach(async () => {
  await program?.end('SIGKILL')
  program = null
  await matrix.stop()
  await rm(home, { recursive: true, force: true })
})

async function start() {
  const running = await startListening(join(home, 'data'), matrix.env)
  program = running
  return running
}

async function earshot(...args: string[]): Promise<string> {
  const command = [...NODE_FLAGS, resolve('bin/earshot.js'), ...args]
  const env = { ...process.env, ...matrix.env, DATABASE_URL: '' }
  const { stdout } = await promisify(execFile)(process.execPath, command, {
    cwd: home,
    env: { ...env, EARSHOT_DATA_DIR: join(home, 'data') },
  })
  return stdout
}

test('it joins, answers, and names the rooms that it cannot read', async () => {
  const ann = matrix.person('Ann')
  const running = await start()
  const friends = matrix.people.createRoom([ann], { title: 'Friends', bot: 'invited' })
  const secret = { title: 'Secrets', bot: 'invited', isEncrypted: true } as const
  const encrypted = matrix.people.createRoom([ann], secret)
  await matrix.until(() => matrix.sent(friends.id).length === 1, 'a greeting')
  await matrix.until(() => matrix.sent(encrypted.id).length === 1, 'a notice')
  matrix.people.say(friends, ann, 'hello all')
  matrix.people.say(friends, ann, `${matrix.mention} hello?`)
  await matrix.until(() => matrix.sent(friends.id).length === 2, 'an answer')
  const doctor = await earshot('doctor')
  expect(doctor).toMatch(/matrix.*@earshot, in 2 groups\..*in: Secrets\..*end-to-end encrypted/s)
  expect(doctor).not.toContain(matrix.server.token())
  const { code } = await running.end('SIGTERM')
  expect(code).toBe(0)
  expect(matrix.violations()).toEqual([])
})

test('killed in the middle of a message and of a sync, it loses nothing and answers nothing twice', async () => {
  const ann = matrix.person('Ann')
  const room = matrix.room('Friends', [ann])
  const first = await start()
  room.say(ann, 'The ferry to Crete takes nine hours')
  const held = matrix.holdSend('after')
  const asked = room.say(ann, `${matrix.mention} how long does the ferry take?`)
  await held.reached
  await first.end('SIGKILL')
  held.release()
  // More than one sync brings, while it is away.
  const numbers = Array.from({ length: 130 }, (_, n) => `message ${n + 1}`)
  for (const text of numbers) room.say(ann, text)
  const second = room.say(ann, `${matrix.mention} and what was message 130?`)
  matrix.server.fault({ endpoint: 'sync', kind: 'cut', when: 'after' })
  const again = await start()
  const answersTo = (id: string) => matrix.sent(room.id).filter(({ replyTo }) => replyTo === id)
  await matrix.until(() => answersTo(second.id).length === 1, 'the second answer')
  await matrix.until(() => matrix.pending() === 0, 'all events to be fetched')
  // It had arrived; the next process repeated it under its transaction, which the homeserver knew.
  expect(answersTo(asked.id)).toHaveLength(1)
  const thread = encodeURIComponent(`matrix:${room.id.replaceAll(':', '%3A')}`)
  const response = await fetch(`${again.url}/api/chats/${thread}/messages?limit=200`)
  const { messages } = (await response.json()) as { messages: { text: string }[] }
  const texts = messages.map(({ text }) => text).filter((text) => text.startsWith('message '))
  expect(texts.toSorted()).toEqual(numbers.toSorted())
  expect(answersTo(second.id)).toHaveLength(1)
  expect(matrix.violations()).toEqual([])
})

test('a wrong token is refused with advice', async () => {
  matrix.server.expireToken()
  await start()
  await expect(earshot('doctor')).rejects.toMatchObject({
    stdout: expect.stringMatching(
      /Matrix refused the bot \(401: M_UNKNOWN_TOKEN\).*EARSHOT_MATRIX_TOKEN/s,
    ),
  })
})
