import { afterEach, describe, expect, test } from 'vitest'
import {
  type DiscordTestWorld,
  type DiscordWorldOptions,
  startDiscordWorld,
} from '../../../../test/discord-world.ts'
import { useDatabase } from '../../../../test/with-db.ts'

const databases = useDatabase()
let world: DiscordTestWorld
afterEach(() => world.stop())

async function begin(options: DiscordWorldOptions = {}) {
  world = await startDiscordWorld(await databases.fresh(), options)
  return { ...world, people: world.discord.people, gateway: world.discord.gateway }
}

const texts = async () => (await world.stored()).map(({ text }) => text)
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** The bot loses its session, and begins another after what happens meanwhile. */
async function absent(happens: () => void): Promise<void> {
  const { discord, restart } = world
  const before = discord.gateway.identified.length
  discord.gateway.forgetSessions()
  happens()
  await restart()
  await discord.until(() => discord.gateway.identified.length > before, 'a new session')
  await discord.until(() => discord.gateway.isReady(), 'the session to be ready')
}

describe('after an absence', () => {
  test('what was missed is read in order, without doubles, in channels, threads and private', async () => {
    const { people, room, ann, bob, guild } = await begin()
    const thread = people.thread(room, 'Trains')
    const direct = people.direct(bob)
    people.write(room, ann, 'first')
    people.write(thread, ann, 'in the thread')
    people.write(direct, bob, 'hello')
    await world.processed()
    await world.delivered()
    await absent(() => {
      people.write(room, bob, 'second')
      people.write(people.room(guild, 'new'), ann, 'in a new channel')
      people.write(people.thread(room, 'Later'), ann, 'in a new thread')
      people.write(thread, bob, 'later in the thread')
      people.write(direct, bob, 'are you there?')
    })
    await world.untilStored((rows) => rows.filter(({ isBot }) => !isBot).length === 8)
    const said = (await world.stored()).filter(({ isBot }) => !isBot).map(({ text }) => text)
    expect(said).toEqual([
      ...['first', 'in the thread', 'hello', 'second', 'in a new channel', 'in a new thread'],
      ...['later in the thread', 'are you there?'],
    ])
    await world.delivered()
    expect(world.discord.sent(direct.id)).toHaveLength(2)
  }, 60_000)

  test('threads that were archived meanwhile are read too', async () => {
    const { people, room, ann } = await begin()
    await absent(() => {
      const thread = people.thread(room, 'Trains')
      people.write(thread, ann, 'before it was archived')
      const archive_timestamp = new Date().toISOString()
      thread.thread_metadata = { archived: true, archive_timestamp, locked: false }
    })
    await world.untilStored((rows) => rows.some(({ text }) => text === 'before it was archived'))
  }, 60_000)

  test('a mention is answered if it is not older than an hour, else only stored', async () => {
    const { people, room, ann, bob, mention, discord } = await begin()
    let asked = { id: '' }
    await absent(() => {
      people.write(room, ann, `${mention} what of yesterday?`, { at: ago(120) })
      asked = people.write(room, bob, `${mention} what of now?`, { at: ago(20) })
    })
    await discord.until(() => discord.sent().length > 0, 'an answer')
    await world.delivered()
    const answered = discord.sent().map(({ message_reference: to }) => to?.message_id)
    expect(answered).toEqual([asked.id])
    expect(await texts()).toContain('@earshot_bot what of yesterday?')
  }, 60_000)

  test('edits of what stands on the same pages are found', async () => {
    const { people, room, ann } = await begin()
    const said = people.write(room, ann, 'at nine', { at: ago(30) })
    await world.processed()
    await absent(() => void people.edit(said.id, 'at ten'))
    await world.untilStored((rows) => rows.some(({ text }) => text === 'at ten'))
    expect(await texts()).toEqual(['at ten'])
  }, 60_000)

  test('pages are read back until where it was; what is older than a week stays', async () => {
    const { people, room, ann } = await begin({
      before: ({ discord, room: general, ann: by }) => {
        discord.people.write(general, by, 'nine days ago', { at: ago(9 * 1_440) })
        for (let n = 0; n < 230; n += 1) {
          discord.people.write(general, by, `number ${n}`, { at: ago(2_000 - n) })
        }
      },
    })
    people.write(room, ann, 'now')
    await world.untilStored((rows) => rows.some(({ text }) => text === 'now') && rows.length >= 231)
    const all = await texts()
    expect(all.slice(0, 230)).toEqual(Array.from({ length: 230 }, (_, n) => `number ${n}`))
    expect(all).not.toContain('nine days ago')
    expect(world.discord.calls('GET /channels/:id/messages')).toHaveLength(3)
  }, 120_000)

  test('channels that the bot may not read are not asked for', async () => {
    const { discord } = await begin({
      before: ({ discord: server, guild, ann }) => {
        const deny = { id: guild.id, type: 0 as const, allow: '0', deny: String(1 << 10) }
        const secret = server.people.room(guild, 'secret', { overwrites: [deny] })
        server.people.write(secret, ann, 'not for the bot')
        server.records.unread.clear()
      },
    })
    const refused = discord.calls().filter(({ status }) => status === 403)
    expect(refused).toEqual([])
    expect(await texts()).toEqual([])
  })

  test('a limit is waited out, a failure is retried', async () => {
    const { discord } = await begin({
      before: ({ discord: server, room, ann }) => {
        server.people.write(room, ann, 'before it came')
        const method = 'GET /channels/:id/messages'
        server.fault({ method, kind: 'flood', retryAfter: 0.3 })
        server.fault({ method, kind: 'status', status: 503 })
        server.fault({ method, kind: 'cut-before' })
      },
    })
    await world.untilStored((rows) => rows.length === 1)
    expect(discord.violations).toEqual([])
  }, 60_000)

  test('what is deleted while the history is read is not stored', async () => {
    const { people, room, ann, discord } = await begin()
    let said = { id: '' }
    const reading = discord.fault({
      method: 'GET /channels/:id/messages',
      kind: 'hang',
      when: 'after',
    })
    const back = absent(() => {
      said = people.write(room, ann, 'a slip')
    })
    await reading.reached
    people.erase(said.id)
    await back
    reading.release()
    await world.processed()
    people.write(room, ann, 'after it')
    await world.untilStored((rows) => rows.some(({ text }) => text === 'after it'))
    expect((await world.stored()).filter(({ isDeleted }) => !isDeleted)).toHaveLength(1)
  }, 60_000)
})

describe('servers', () => {
  test('are greeted once when the bot is added, and may be left', async () => {
    const { people, ann, discord, db } = await begin()
    const guild = people.guild('Coffee', [ann])
    const room = people.room(guild, 'lobby')
    await world.processed()
    people.removeBot(guild)
    await world.processed()
    people.addBot(guild)
    await discord.until(() => discord.sent(room.id).length > 0, 'a greeting')
    await world.delivered()
    expect(discord.sent(room.id)).toHaveLength(1)
    const rows = await db.database.asOwner((tx) =>
      tx.query('select status from bot_chats where workspace_id = $1 and chat = $2', [
        db.workspaceId,
        room.id,
      ]),
    )
    expect(rows).toEqual([{ status: 'member' }])
  })
})
