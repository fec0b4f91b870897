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
const failures = () =>
  world.events.flatMap((event) => (event.name === 'channel.failed' ? [event.problem ?? ''] : []))
const answers = () => world.discord.sent().map(({ message_reference: to }) => to?.message_id)

describe('a session', () => {
  test('is resumed after a cut socket, without asking for history', async () => {
    const { people, room, ann, discord, gateway } = await begin()
    people.write(room, ann, 'before')
    await world.processed()
    const asked = discord.calls('GET /channels/:id/messages').length
    gateway.cut()
    people.write(room, ann, 'while it was cut')
    await discord.until(() => gateway.resumed.length === 1, 'the session to be resumed')
    await world.processed()
    expect(await texts()).toEqual(['before', 'while it was cut'])
    expect(gateway.identified).toHaveLength(1)
    expect(discord.calls('GET /channels/:id/messages')).toHaveLength(asked)
    expect(discord.violations).toEqual([])
  })

  test('is resumed after a restart, from what was saved', async () => {
    const { people, room, ann, mention, discord, gateway, restart } = await begin()
    people.write(room, ann, 'before')
    await world.processed()
    const restarting = restart()
    people.write(room, ann, 'while it was away')
    const asked = people.write(room, ann, `${mention} hello?`)
    await restarting
    await discord.until(() => answers().includes(asked.id), 'the answer')
    expect(gateway.resumed).toHaveLength(1)
    expect(gateway.identified).toHaveLength(1)
    expect((await texts()).slice(0, 2)).toEqual(['before', 'while it was away'])
  })

  test('goes on elsewhere when Discord asks for it', async () => {
    const { people, room, ann, discord, gateway } = await begin()
    gateway.askToReconnect()
    await discord.until(() => gateway.resumed.length === 1, 'the session to be resumed')
    people.write(room, ann, 'there')
    await world.processed()
    expect(await texts()).toEqual(['there'])
  })

  test('that may be resumed is, after a pause', async () => {
    const { people, room, ann, discord, gateway } = await begin()
    gateway.invalidate(true)
    people.write(room, ann, 'meanwhile')
    await discord.until(() => gateway.resumed.length === 1, 'the session to be resumed')
    await world.processed()
    expect(await texts()).toEqual(['meanwhile'])
    expect(failures()).toEqual([])
  })

  test('that is over is begun again, and the history read', async () => {
    const { people, room, ann, mention, discord, gateway } = await begin()
    people.write(room, ann, 'before')
    await world.processed()
    gateway.invalidate(false)
    people.write(room, ann, 'meanwhile')
    const asked = people.write(room, ann, `${mention} hello?`)
    await discord.until(() => answers().includes(asked.id), 'the answer')
    expect(gateway.identified).toHaveLength(2)
    expect((await texts()).slice(0, 3)).toEqual(['before', 'meanwhile', '@earshot_bot hello?'])
    expect(answers()).toEqual([asked.id])
  })

  test('of which Discord takes no sequence any more is begun again', async () => {
    const { people, room, ann, discord, gateway } = await begin()
    gateway.close(4007)
    people.write(room, ann, 'meanwhile')
    await discord.until(() => gateway.identified.length === 2, 'a new session')
    await world.untilStored((rows) => rows.length === 1)
  })

  test('beats when it is asked to, and a connection without a response is given up', async () => {
    const { people, room, ann, discord, gateway } = await begin()
    gateway.askForHeartbeat()
    gateway.ignoreHeartbeats()
    await discord.until(() => gateway.resumed.length > 0, 'the session to be resumed')
    people.write(room, ann, 'still there')
    await world.untilStored((rows) => rows.some(({ text }) => text === 'still there'))
  })

  test('of several shards each receive their servers', async () => {
    const { people, discord, gateway, ann } = await begin({ server: { shards: 2 } })
    await discord.until(() => gateway.identified.length >= 2, 'both shards')
    await discord.until(() => gateway.isReady(), 'both to be ready')
    const guilds = ['One', 'Two', 'Three'].map((name) => people.guild(name, [ann]))
    const rooms = guilds.map((guild) => people.room(guild, 'general'))
    for (const [n, room] of rooms.entries()) people.write(room, ann, `in ${n}`)
    await world.untilStored((rows) => rows.length === 3)
  }, 60_000)
})

describe('what the operator is told', () => {
  test('a token that is not valid any more, and the bot goes on with it when it is again', async () => {
    const { people, room, ann, discord, gateway } = await begin()
    const { token } = discord
    discord.token = `${token}X`
    gateway.cut()
    await discord.until(() => failures().some((one) => one.includes('401')), 'the refusal')
    discord.token = token
    people.write(room, ann, 'back again')
    await world.untilStored((rows) => rows.some(({ text }) => text === 'back again'))
  })

  test('the intent that was disabled: it goes on without', async () => {
    const { people, room, ann, mention, discord, gateway } = await begin()
    discord.mayReadContent = false
    gateway.forgetSessions()
    await discord.until(() => gateway.identified.length === 2, 'a new session')
    expect((gateway.identified[1]?.intents ?? 0) & (1 << 15)).toBe(0)
    const asked = people.write(room, ann, `${mention} hello?`)
    await discord.until(() => answers().includes(asked.id), 'the answer')
  })

  test('an intent that is refused while it connects, with what to do', async () => {
    const { discord, gateway } = await begin()
    gateway.close(4014)
    await discord.until(() => failures().length > 0, 'the refusal')
    expect(failures()[0]).toContain('Message Content Intent')
  })
})

describe('hostile frames', () => {
  const DEEP = 5_000
  const bad: readonly [string, string][] = [
    ['no JSON', 'nonsense'],
    ['another type', '[1,2,3]'],
    ['a null', 'null'],
    ['a number as its opcode', '{"op":"0","t":"MESSAGE_CREATE","s":9}'],
    ['an unknown opcode', '{"op":99,"d":{}}'],
    ['nested deeply', `{"op":0,"t":"X","s":null,"d":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`],
  ]
  test.each(bad)('%s: ignored', async (_what, frame) => {
    const { people, room, ann, gateway } = await begin()
    gateway.sendText(frame)
    people.write(room, ann, 'after it')
    await world.processed()
    expect(await texts()).toEqual(['after it'])
    expect(failures()).toEqual([])
  })

  test('events with missing fields, of wrong types, too large and too deep: skipped', async () => {
    const { people, room, ann, gateway, discord } = await begin()
    const base = { id: '5', channel_id: room.id, guild_id: room.guild_id, author: ann }
    const nested = Array.from({ length: 2_000 }).reduce<object>((inner) => ({ inner }), {})
    const events: readonly [string, unknown][] = [
      ['MESSAGE_CREATE', null],
      ['MESSAGE_CREATE', {}],
      ['MESSAGE_CREATE', { ...base, id: 5 }],
      ['MESSAGE_CREATE', { ...base, id: "1'; drop table messages" }],
      ['MESSAGE_CREATE', { ...base, timestamp: 'yesterday' }],
      ['MESSAGE_CREATE', { ...base, author: 'Ann', timestamp: new Date().toISOString() }],
      ['MESSAGE_UPDATE', { id: '5', channel_id: [], content: 'x', edited_timestamp: 7 }],
      ['MESSAGE_DELETE', { id: '../..', channel_id: room.id }],
      ['MESSAGE_DELETE_BULK', { ids: 'all', channel_id: room.id }],
      ['MESSAGE_REACTION_ADD', { message_id: null }],
      ['INTERACTION_CREATE', { id: '5', token: '', type: '2' }],
      ['GUILD_CREATE', { id: 'x', roles: 'none' }],
      ['GUILD_DELETE', []],
      ['CHANNEL_UPDATE', { id: room.id, type: 'text' }],
      ['THREAD_LIST_SYNC', { guild_id: room.guild_id, threads: [null, 5, {}] }],
      ['__proto__', {}],
      ['constructor', {}],
      ['SOMETHING_NEW', { a: 1 }],
    ]
    for (const [name, data] of events) gateway.dispatch(name, data, room.guild_id)
    // What only an optional part spoils is read without that part.
    const odd = people.write(room, ann, 'odd but well')
    const spoiled = { embeds: 'none', attachments: [7], poll: 5, reactions: {}, components: nested }
    gateway.dispatch('MESSAGE_UPDATE', { ...odd, ...spoiled, content: 'odd' }, room.guild_id)
    people.write(room, ann, `long ${'x'.repeat(200_000)}`)
    await world.processed()
    expect((await texts()).map((text) => text.slice(0, 12))).toEqual([
      'odd but well',
      'long xxxxxxx',
    ])
    expect(failures()).toEqual([])
    expect(discord.violations).toEqual([])
  })

  test('no text, name or token in what is recorded', async () => {
    const { people, room, ann, mention, discord, gateway } = await begin()
    discord.fault({ method: 'POST /channels/:id/messages', kind: 'status', status: 500 })
    people.write(room, ann, `${mention} CANARY-7`)
    await world.delivered()
    gateway.cut()
    await discord.until(() => gateway.resumed.length === 1, 'the session to be resumed')
    const recorded = JSON.stringify(world.events)
    expect(recorded).toContain('channel.failed')
    expect(recorded).not.toMatch(/CANARY|Ann|MTAwMDAw/)
  })
})
