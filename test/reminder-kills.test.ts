import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { drain } from './channel-kills/drain.ts'
import { envOf, type Scene } from './channel-kills/lives.ts'
import { seededRandom } from './chaos/seeded-random.ts'
import { startServer } from './chaos/server-process.ts'
import { repeats } from './depth.ts'
import type { Platform } from './platform/platform.ts'
import { startTelegramPlatform } from './platform/telegram-platform.ts'
import { seedDirectory } from './seed-directory.ts'

/* Reminders of the real program, which is killed while they come due. It runs the built program: `npm test` builds it. */

let dataDir: string
let platform: Platform
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'earshot-reminders-'))
  await seedDirectory(dataDir)
  platform = await startTelegramPlatform()
})
afterEach(async () => {
  await platform.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const LIFE_MS = 3_000

const itemOf = (text: string) => Number(/item (\d+) end/.exec(text)?.[1])

test('killed while they come due, each is sent once or listed as uncertain', async () => {
  const [count, kills] = [repeats(30, 500), repeats(2, 15)]
  const random = seededRandom(7)
  const ann = platform.person('Ann')
  const rooms = Array.from({ length: 10 }, (_, i) => platform.room(`Room ${i}`, [ann]))
  for (let i = 0; i < count; i += 1) {
    const seconds = random.between(2, kills * 4)
    rooms[i % rooms.length]?.say(ann, `/remind in ${seconds} seconds item ${i} end`)
  }
  const scene: Scene = {
    ...{ platform, random, dataDir, env: {}, maxPending: 0, troubles: [], troubleCount: 0 },
    chatter: { step: () => {}, mentions: [], events: () => 0 },
  }
  for (let life = 0; life < kills; life += 1) {
    const server = startServer(dataDir, envOf(scene))
    await server.listening
    const held = life % 3 === 0 ? platform.holdSend('after') : null
    await pause(random.between(0, LIFE_MS))
    await server.end('SIGKILL')
    held?.release()
  }
  const uncertain = await drain(scene)
  const listed = uncertain.filter(({ kind }) => kind === 'reminder')
  const reminded = platform
    .sent()
    .filter(({ text }) => text.startsWith('Reminder'))
    .map(({ text }) => itemOf(text))
  expect(reminded.filter((item, at) => reminded.indexOf(item) !== at)).toEqual([])
  const listedAt = new Set(listed.map(({ chat, message_id }) => `${chat}/${message_id}`))
  const missing = platform
    .messages()
    .filter(({ chat, id, text }) => {
      return !reminded.includes(itemOf(text)) && !listedAt.has(`${chat}/${id}`)
    })
    .map(({ text }) => text)
  expect(missing).toEqual([])
  expect(reminded.length + listed.length).toBeGreaterThanOrEqual(count)
  expect(platform.violations()).toEqual([])
}, 600_000)
