import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ServerProcess, startListening } from './chaos/server-process.ts'
import { type DiscordServer, startDiscordServer } from './discord-server/discord-server.ts'
import { NODE_FLAGS } from './node-flags.ts'
import { seedDirectory } from './seed-directory.ts'

/* The whole program as people run it, with a Discord on this machine. */

let home: string
let discord: DiscordServer
let server: ServerProcess | null = null
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'earshot-discord-'))
  await seedDirectory(join(home, 'data'))
  discord = await startDiscordServer()
})
afterEach(async () => {
  await server?.end('SIGKILL')
  server = null
  await discord.stop()
  await rm(home, { recursive: true, force: true })
})

const env = () => ({
  EARSHOT_DISCORD_TOKEN: discord.token,
  EARSHOT_DISCORD_API_ROOT: discord.apiRoot,
})
const start = () => startListening(join(home, 'data'), env())
const answered = () => discord.sent().map(({ message_reference: to }) => to?.message_id)

async function earshot(...args: string[]): Promise<string> {
  const run = promisify(execFile)
  const command = [...NODE_FLAGS, resolve('bin/earshot.js'), ...args]
  const { stdout } = await run(process.execPath, command, {
    cwd: home,
    env: { ...process.env, ...env(), EARSHOT_DATA_DIR: join(home, 'data'), DATABASE_URL: '' },
  })
  return stdout
}

function people() {
  const [ann, bob] = [discord.people.person('Ann'), discord.people.person('Bob')]
  const guild = discord.people.guild('Tea', [ann, bob])
  const room = discord.people.room(guild, 'general')
  return { ann, bob, room, mention: `<@${discord.world.bot.id}>` }
}

test('receives, answers, and shows the operator what it receives', async () => {
  const { ann, room, mention } = people()
  server = await start()
  await discord.until(() => discord.gateway.isReady(), 'the bot to connect')
  discord.mayReadContent = false
  expect(await earshot('doctor')).toContain('The Message Content Intent is off')
  discord.mayReadContent = true
  discord.people.write(room, ann, 'The train leaves at nine')
  const asked = discord.people.write(room, ann, `${mention} when does the train leave?`)
  await discord.until(() => answered().includes(asked.id), 'an answer')
  expect(await earshot('channels')).toContain('#general (Tea)')
  expect(await earshot('channels', 'sends')).toContain('No send is uncertain')
  expect(await earshot('doctor')).toMatch(/discord.*@earshot_bot, in 1 group/s)
  const { code } = await server.end('SIGTERM')
  expect(code).toBe(0)
  expect(discord.violations).toEqual([])
})

test('killed in the middle of an answer it loses nothing and answers nothing twice', async () => {
  const { ann, bob, room, mention } = people()
  server = await start()
  await discord.until(() => discord.gateway.isReady(), 'the bot to connect')
  const sending = discord.fault({
    method: 'POST /channels/:id/messages',
    kind: 'hang',
    when: 'after',
  })
  const asked = discord.people.write(room, ann, `${mention} hello?`)
  await sending.reached
  await server.end('SIGKILL')
  sending.release()
  const later = discord.people.write(room, bob, `${mention} and while you were away?`)
  discord.people.write(room, ann, 'something else')
  server = await start()
  await discord.until(() => answered().includes(later.id), 'an answer')
  await discord.until(() => discord.gateway.isReady(), 'everything to be received')
  expect(answered().toSorted()).toEqual([asked.id, later.id].toSorted())
  expect(discord.gateway.identified).toHaveLength(1)
  // Discord recognises the nonce, so the send is repeated, and not listed.
  expect(await earshot('channels', 'sends')).toContain('No send is uncertain')
  expect(discord.violations).toEqual([])
})
