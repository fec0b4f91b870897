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
  return { ...world, people: world.discord.people }
}

/** What was answered, once everything that was said is processed and a last mention is answered. */
async function answered(): Promise<string[]> {
  const { discord, room, bob, mention } = world
  const last = discord.people.write(room, bob, `${mention} are you there?`)
  const isAnswered = (id: string) =>
    discord.sent().some(({ message_reference: to }) => to?.message_id === id)
  await discord.until(() => isAnswered(last.id), 'the last answer')
  await world.delivered()
  return discord
    .sent()
    .map(({ message_reference: to }) => to?.message_id ?? '')
    .filter((id) => id !== last.id)
}

describe('the bot answers', () => {
  test('a mention, in both ways of writing it', async () => {
    const { people, room, ann, mention } = await begin()
    const id = world.discord.world.bot.id
    const both = [`${mention} hello?`, `hello <@!${id}>?`].map(
      (text) => people.write(room, ann, text).id,
    )
    expect(await answered()).toEqual(both)
    expect((await world.stored())[0]?.text).toBe('@earshot_bot hello?')
  })

  test('a mention of its role', async () => {
    const { people, room, ann, guild } = await begin()
    const role = guild.members.get(world.discord.world.bot.id)?.roles[0]
    const asked = people.write(room, ann, `<@&${role}> hello?`)
    expect(await answered()).toEqual([asked.id])
  })

  test('a reply to its message', async () => {
    const { people, room, ann, mention, discord } = await begin()
    people.write(room, ann, `${mention} hello?`)
    await world.replies(room)
    const reply = people.write(room, ann, 'and why?', { replyTo: discord.sent()[0]?.id ?? '' })
    expect(await answered()).toContain(reply.id)
  })

  test('its name at the start', async () => {
    const { people, room, ann } = await begin({ settings: { names: ['gryag'] } })
    const asked = people.write(room, ann, 'Gryag, hello?')
    people.write(room, ann, '`gryag` is a bot')
    people.write(room, ann, 'we have a gryag')
    expect(await answered()).toEqual([asked.id])
  })

  test('everything in private', async () => {
    const { people, ann, discord } = await begin()
    const direct = people.direct(ann)
    const asked = people.write(direct, ann, 'hello there')
    expect(await answered()).toEqual([asked.id])
    const [row] = await world.stored()
    expect(row).toMatchObject({ chat: direct.id })
    expect(discord.violations).toEqual([])
  })

  test('in the thread where it was asked', async () => {
    const { people, room, ann, mention } = await begin()
    const thread = people.thread(room, 'Trains')
    const asked = people.write(thread, ann, `${mention} hello?`)
    expect(await answered()).toEqual([asked.id])
    expect(world.discord.sent(thread.id)).toHaveLength(1)
  })
})

describe('the bot does not answer', () => {
  test('a mention in code, of everyone, or behind a backslash', async () => {
    const { people, room, ann, mention } = await begin()
    people.write(room, ann, `\`${mention}\` is how you call it`)
    people.write(room, ann, `\`\`\`\n${mention}\n\`\`\``)
    people.write(room, ann, '@everyone hello')
    people.write(room, ann, `\\${mention}`)
    expect(await answered()).toEqual([])
  })

  test('bots, webhooks, and what was forwarded', async () => {
    const { people, room, ann, mention } = await begin()
    people.write(room, people.person('Robo', { isBot: true }), `${mention} hello?`)
    people.write(room, ann, `${mention} hello?`, { webhook_id: '77' })
    people.write(room, ann, '', {
      message_reference: { type: 1, message_id: '5', channel_id: '6' },
      message_snapshots: [{ message: { content: `${mention} hello?`, type: 0 } }],
    })
    expect(await answered()).toEqual([])
    expect((await world.stored())[2]?.text).toBe('@earshot_bot hello?')
  })

  test('where it may not, and people it may not', async () => {
    const { people, room, ann, mention } = await begin({
      settings: { mayAnswer: new Set(['bob']) },
    })
    people.write(room, ann, `${mention} hello?`)
    expect(await answered()).toEqual([])
  })
})

describe('commands', () => {
  test('are registered, each with its text where it takes some', async () => {
    const { discord } = await begin()
    await discord.until(() => discord.records.commands.length > 0, 'the commands')
    const names = discord.records.commands.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['help', 'why', 'forget_me', 'context']))
    const context = discord.records.commands.find(({ name }) => name === 'context')
    expect(context).toMatchObject({ options: [{ type: 3, name: 'text' }] })
  })

  test('of the menu are acknowledged at once, and answered in the channel', async () => {
    const { people, room, ann, discord } = await begin()
    const id = people.command(room, ann, 'context', 'the train')
    const [reply] = await world.replies(room)
    expect(reply).toContain('Context:')
    await discord.until(() => discord.records.responses.has(id), 'the acknowledgement')
    expect(discord.records.responses.get(id)).toMatchObject({ type: 4, data: { flags: 64 } })
    await world.untilStored(([row]) => row?.text === '/context the train')
    expect((await world.stored())[0]).toMatchObject({ id, kind: 'system' })
    expect(discord.violations).toEqual([])
  })

  test('may be typed, and other texts with a slash are messages', async () => {
    const { people, room, ann } = await begin()
    people.write(room, ann, '/etc/hosts is broken')
    people.write(room, ann, '/help')
    const [reply] = await world.replies(room)
    expect(reply).toContain('/why')
    expect((await world.stored()).map(({ kind }) => kind)).toEqual(['message', 'system'])
  })

  test('for admins are for those who manage the server', async () => {
    const { people, room, ann, bob, guild } = await begin()
    guild.ownerId = bob.id
    world.discord.gateway.dispatch(
      'GUILD_UPDATE',
      { id: guild.id, name: guild.name, owner_id: bob.id, roles: [...guild.roles.values()] },
      guild.id,
    )
    people.command(room, ann, 'settings')
    const [refused] = await world.replies(room)
    expect(refused).toContain('is for admins')
    people.command(room, bob, 'settings')
    const [, shown] = await world.replies(room, 2)
    expect(shown).not.toContain('is for admins')
  })

  test('a button is acknowledged without a message, and answered once', async () => {
    const { people, room, ann, bob, mention, discord } = await begin()
    people.write(room, bob, 'The train leaves at nine')
    people.write(room, ann, `${mention} when does the train leave?`)
    await world.replies(room)
    const [answer] = discord.sent()
    if (answer === undefined) throw new Error('no answer')
    const [row] = answer.components as { components: { custom_id: string }[] }[]
    const action = row?.components[0]?.custom_id ?? ''
    const presses = [people.press(answer, ann, action), people.press(answer, bob, action)]
    const [, why] = await world.replies(room, 2)
    expect(why).toContain('I retrieved')
    await discord.until(() => presses.every((id) => discord.records.responses.has(id)), 'both')
    expect(discord.records.responses.get(presses[0] ?? '')).toEqual({ type: 6 })
    await world.processed()
    expect(discord.sent()).toHaveLength(2)
  })
})

test('without the permission to read messages it answers mentions, and stores nothing else', async () => {
  const { people, room, ann, mention, discord } = await begin({ server: { mayReadContent: false } })
  people.write(room, ann, 'a secret of the channel')
  const asked = people.write(room, ann, `${mention} hello?`)
  expect(await answered()).toEqual([asked.id])
  expect((await world.stored()).map(({ text }) => text)).not.toContain('a secret of the channel')
  expect(discord.gateway.identified[0]?.intents).toBe(13_825)
})
