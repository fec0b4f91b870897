import { afterEach, describe, expect, test } from 'vitest'
import {
  type DiscordTestWorld,
  type DiscordWorldOptions,
  startDiscordWorld,
} from '../../../test/discord-world.ts'
import { type Script, scriptedModel } from '../../../test/scripted-model.ts'
import { useDatabase } from '../../../test/with-db.ts'
import { readConfig } from '../../config/config.ts'
import { plain } from '../../text/markdown/rich.ts'
import type { Channel } from '../channel.ts'
import { discordChannel } from './discord-channel.ts'

const databases = useDatabase()
let world: DiscordTestWorld
afterEach(() => world.stop())

const SEND = 'POST /channels/:id/messages'

async function begin(options: DiscordWorldOptions = {}) {
  world = await startDiscordWorld(await databases.fresh(), options)
  return { ...world, people: world.discord.people }
}

/** A model that finds every piece relevant and gives this answer. */
const saying = (answer: Script['answer'] & {}): DiscordWorldOptions => ({
  engine: {
    model: scriptedModel({
      answer,
      grade: '{"relevant":[1,2,3]}',
      rewrite: '{"query":"other words"}',
    }),
  },
})

/** A channel of its own to the same Discord. */
function channel(): Channel {
  const { discord } = world
  const config = readConfig(
    { EARSHOT_DISCORD_TOKEN: discord.token, EARSHOT_DISCORD_API_ROOT: discord.apiRoot },
    null,
  )
  return discordChannel(config, discord.token)
}

const to = (chat: string, key = 'k') => ({ chat, topic: null, replyTo: null, key })
const hello = { text: plain('hello'), buttons: [] }

describe('an answer', () => {
  test('replies to its question, shows typing, links its sources and mentions nobody', async () => {
    const { people, room, guild, ann, bob, mention, discord } = await begin()
    const source = people.write(room, ann, 'The train leaves at nine, @everyone')
    const asked = people.write(room, bob, `${mention} when does the train leave?`)
    await world.replies(room)
    const [answer] = discord.sent()
    expect(answer?.message_reference?.message_id).toBe(asked.id)
    expect(answer?.content).toContain(
      `[\\[1\\] Ann](<https://discord.com/channels/${guild.id}/${room.id}/${source.id}>)`,
    )
    expect(answer?.content).not.toMatch(/(?<!\\)@everyone/)
    expect(discord.records.typing).toContain(room.id)
    expect(discord.violations).toEqual([])
  })

  test('is stored once, under the ids of Discord', async () => {
    const { people, room, ann, mention, discord } = await begin(saying('Nine **o’clock**.'))
    people.write(room, ann, `${mention} when?`)
    await world.replies(room)
    await world.delivered()
    await world.processed()
    const own = (await world.stored()).filter(({ isBot }) => isBot)
    expect(own).toMatchObject([{ id: discord.sent()[0]?.id, text: 'Nine o’clock.' }])
  })

  test('that is long is sent in parts that Discord accepts', async () => {
    const { people, room, ann, mention, discord } = await begin(saying('long_word '.repeat(500)))
    people.write(room, ann, `${mention} tell me`)
    await world.replies(room, 3)
    await world.delivered()
    const lengths = discord.sent().map(({ content }) => content.length)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(2_000)
    expect(discord.sent().filter(({ components }) => components.length > 0)).toHaveLength(1)
    expect(discord.violations).toEqual([])
  })

  test('is shown while it is written, as one message', async () => {
    const { people, room, ann, mention, discord } = await begin({
      ...saying('It leaves at nine o’clock from platform four, as Ann wrote this morning.'),
      settings: { isStreaming: true },
    })
    people.write(room, ann, `${mention} when?`)
    await world.replies(room)
    await world.delivered()
    expect(discord.sent()).toHaveLength(1)
    expect(discord.sent()[0]?.content).toContain('from platform four, as Ann wrote')
    expect(discord.violations).toEqual([])
  })

  test('waits for a rate limit, which holds for its channel', async () => {
    const { people, room, ann, mention, discord } = await begin()
    discord.fault({ method: SEND, kind: 'flood', retryAfter: 0.5 })
    people.write(room, ann, `${mention} hello?`)
    await world.replies(room)
    expect(discord.calls(SEND).map(({ status }) => status)).toEqual([429, 200])
    expect(discord.violations).toEqual([])
  })

  test('is not sent twice when it is not known whether it arrived', async () => {
    const { people, room, ann, mention, discord } = await begin()
    discord.fault({ method: SEND, kind: 'cut-after' })
    people.write(room, ann, `${mention} hello?`)
    await world.replies(room)
    await world.delivered()
    expect(discord.sent()).toHaveLength(1)
  })

  test('to a question that is deleted meanwhile is no reply to it', async () => {
    const { people, room, ann, discord } = await begin()
    const asked = people.write(room, ann, '/help')
    people.erase(asked.id)
    await world.replies(room)
    expect(discord.sent()[0]?.message_reference).toBeUndefined()
  })
})

describe('a call', () => {
  const cases: readonly [string, Parameters<DiscordTestWorld['discord']['fault']>[0], object][] = [
    ['refused by the server', { method: SEND, kind: 'status', status: 500 }, { kind: 'unknown' }],
    ['answered by a proxy', { method: SEND, kind: 'garbage' }, { kind: 'unknown' }],
    ['cut before it was done', { method: SEND, kind: 'cut-before' }, { kind: 'unknown' }],
    ['cut after it was done', { method: SEND, kind: 'cut-after' }, { kind: 'unknown' }],
    [
      'limited',
      { method: SEND, kind: 'flood', retryAfter: 2 },
      { kind: 'limited', seconds: expect.closeTo(2, 0) },
    ],
    [
      'refused',
      { method: SEND, kind: 'status', status: 400, description: 'Bad' },
      { kind: 'refused', status: 400, isGone: false },
    ],
  ]
  test.each(cases)('that is %s', async (_what, fault, expected) => {
    const { room, discord } = await begin()
    discord.fault(fault)
    expect(await channel().post(to(room.id), hello)).toMatchObject(expected)
  })

  test('with the same key is done once, and returns the same message', async () => {
    const { room, discord } = await begin()
    const bot = channel()
    discord.fault({ method: SEND, kind: 'cut-after' })
    expect(await bot.post(to(room.id, 'one'), hello)).toMatchObject({ kind: 'unknown' })
    const again = await bot.post(to(room.id, 'one'), hello)
    expect(again).toEqual({ kind: 'sent', messageId: discord.sent()[0]?.id })
    await bot.post(to(room.id, 'two'), hello)
    expect(discord.sent()).toHaveLength(2)
  })

  test('that would exceed a limit that Discord announced is not made', async () => {
    const { room, discord } = await begin({
      server: { limitOf: () => ({ limit: 3, windowMs: 3_000 }) },
    })
    const bot = channel()
    const posted = []
    for (const key of ['1', '2', '3', '4', '5'])
      posted.push(await bot.post(to(room.id, key), hello))
    expect(posted.map(({ kind }) => kind)).toEqual(['sent', 'sent', 'sent', 'limited', 'limited'])
    expect(discord.calls(SEND)).toHaveLength(3)
  })

  test('to where the bot may not write', async () => {
    const { room, guild, discord } = await begin()
    const bot = channel()
    const deny = { id: guild.id, type: 0 as const, allow: '0', deny: String(1 << 11) }
    const muted = discord.people.room(guild, 'muted', { overwrites: [deny] })
    expect(await bot.post(to(muted.id), hello)).toMatchObject({ kind: 'refused', isGone: true })
    expect(await bot.post(to('999999999999999999'), hello)).toMatchObject({
      ...{ kind: 'refused', status: 404, isGone: true },
    })
    const thread = { ...to(room.id), topic: '999999999999999999' }
    expect(await bot.post(thread, hello)).toMatchObject({ kind: 'refused', isGone: false })
  })

  test('that replies where the bot may not read the history replies to nothing', async () => {
    const { people, guild, ann, discord } = await begin()
    const deny = { id: guild.id, type: 0 as const, allow: '0', deny: String(1 << 16) }
    const shy = people.room(guild, 'shy', { overwrites: [deny] })
    const replyTo = people.write(shy, ann, 'hello?').id
    expect(await channel().post({ ...to(shy.id), replyTo }, hello)).toMatchObject({ kind: 'sent' })
    expect(discord.sent(shy.id)[0]?.message_reference).toBeUndefined()
  })

  test('that reads waits for a short limit', async () => {
    const { room, ann, discord } = await begin()
    const method = 'GET /guilds/:id/members/:person'
    const bot = channel()
    await bot.introduce()
    await bot.findMember(room.id, ann.id)
    discord.fault({ method, kind: 'flood', retryAfter: 0.2 })
    expect(await bot.findMember(room.id, ann.id)).toMatchObject({ isAdmin: false })
    expect(discord.violations).toEqual([])
  })

  test('to a Discord that is not there, with a token that is not valid', async () => {
    const { room, discord } = await begin()
    const away = discordChannel(
      readConfig(
        { EARSHOT_DISCORD_TOKEN: discord.token, EARSHOT_DISCORD_API_ROOT: 'http://127.0.0.1:1' },
        null,
      ),
      discord.token,
    )
    expect(await away.post(to(room.id), hello)).toMatchObject({ kind: 'later' })
    const bot = channel()
    const { token } = discord
    discord.token = `${token}X`
    expect(await bot.post(to(room.id), hello)).toMatchObject({ kind: 'refused', status: 401 })
    discord.token = token
    expect(await bot.post(to(room.id), hello)).toMatchObject({ kind: 'sent' })
  })

  test('that edits and reacts may be repeated; only the bot’s own messages are edited', async () => {
    const { people, room, ann, discord } = await begin()
    const bot = channel()
    const posted = await bot.post(to(room.id), hello)
    if (posted.kind !== 'sent') throw new Error(posted.kind)
    const own = { chat: room.id, topic: null, messageId: posted.messageId }
    for (const _ of [1, 2]) {
      expect(await bot.edit(own, { text: plain('bye'), buttons: [] })).toEqual(posted)
      expect(await bot.react?.(own, '👍')).toEqual(posted)
    }
    expect(discord.sent()[0]).toMatchObject({ content: 'bye', reactions: [{ count: 1 }] })
    const others = { ...own, messageId: people.write(room, ann, 'mine').id }
    expect(await bot.edit(others, hello)).toMatchObject({ kind: 'refused', status: 403 })
  })
})

describe('members and files', () => {
  test('an admin owns or manages the server; who may not see the channel is no member', async () => {
    const { people, guild, room, ann, bob, discord } = await begin()
    const manage = { id: '123456789012345678', name: 'Mods', permissions: '32', managed: false }
    guild.roles.set(manage.id, manage)
    guild.members.get(ann.id)?.roles.push(manage.id)
    const bot = channel()
    await bot.introduce()
    expect(await bot.findMember(room.id, ann.id)).toEqual({ isAdmin: true, names: ['ann'] })
    expect(await bot.findMember(room.id, bob.id)).toEqual({ isAdmin: false, names: ['bob'] })
    expect(await bot.findMember(room.id, people.person('Eve').id)).toBeNull()
    const deny = { id: guild.id, type: 0 as const, allow: '0', deny: String(1 << 10) }
    const allow = { id: manage.id, type: 0 as const, allow: String(1 << 10), deny: '0' }
    const mods = discord.people.room(guild, 'mods', { overwrites: [deny, allow] })
    const me = guild.members.get(discord.world.bot.id)
    me?.roles.push(manage.id)
    expect(await bot.findMember(mods.id, bob.id)).toBeNull()
    expect(await bot.findMember(mods.id, ann.id)).toMatchObject({ isAdmin: true })
  })

  test('a file is fetched by its message, of Discord’s hosts, without the token', async () => {
    const { people, room, ann, discord } = await begin()
    const bytes = new Uint8Array([1, 2, 3])
    const good = people.attach('a.png', 'image/png', bytes)
    const bad = { ...good, id: '77', url: 'http://127.0.0.1:9/evil.png' }
    const said = people.write(room, ann, 'see', { attachments: [good, bad] })
    const limits = { maxBytes: 10, signal: undefined }
    const fetch = (id: string, most = limits) =>
      channel().fetchFile({ kind: 'photo', fileId: `${room.id}/${said.id}/${id}` }, most)
    expect(await fetch(String(good.id))).toEqual(bytes)
    expect(await fetch(String(good.id), { ...limits, maxBytes: 2 })).toBeNull()
    expect(await fetch('77')).toBeNull()
    expect(await fetch('../../users')).toBeNull()
    people.erase(said.id)
    expect(await fetch(String(good.id))).toBeNull()
    expect(discord.violations).toEqual([])
  })
})
