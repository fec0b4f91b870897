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

const texts = async () => (await world.stored()).map(({ text }) => text)

describe('a message is stored', () => {
  test('with its author by the name on the server, and its place', async () => {
    const { people, room, guild } = await begin()
    const cat = people.person('Cat')
    people.join(guild, cat, 'Kitty')
    const said = people.write(room, cat, 'The train leaves at nine')
    await world.processed()
    const [row] = await world.stored()
    expect(row).toMatchObject({ id: said.id, chat: room.id, topic: null, author: 'Kitty' })
    expect(row).toMatchObject({ kind: 'message', isBot: false, text: 'The train leaves at nine' })
  })

  test('with names in place of ids, also of roles, channels, emoji and moments', async () => {
    const { people, room, ann, guild } = await begin()
    guild.roles.set('111111111111111111', {
      ...{ id: '111111111111111111', name: 'Helpers', permissions: '0', managed: false },
    })
    world.discord.gateway.dispatch(
      'GUILD_ROLE_CREATE',
      { guild_id: guild.id, role: guild.roles.get('111111111111111111') },
      guild.id,
    )
    people.write(
      room,
      ann,
      `<@${world.bob.id}> ask <@&111111111111111111> in <#${room.id}> <:tea:123> <t:1000000000:R> </why:5> <@999>`,
    )
    await world.processed()
    expect(await texts()).toEqual([
      '@Bob ask @Helpers in #general :tea: 2001-09-09T01:46:40.000Z /why <@999>',
    ])
  })

  test('with code as it was typed', async () => {
    const { people, room, ann } = await begin()
    const typed = `see \`<@${world.bob.id}>\` and \`\`\`\n<#${room.id}>\n\`\`\` and \\<@${world.bob.id}>`
    people.write(room, ann, typed)
    await world.processed()
    expect(await texts()).toEqual([typed])
  })

  test('in its thread, and a post of a forum with its first message', async () => {
    const { people, room, guild, ann } = await begin()
    const thread = people.thread(room, 'Trains')
    const forum = people.room(guild, 'help', { type: 15 })
    const post = people.thread(forum, 'My question')
    const first = people.write(post, ann, 'the first of the post')
    people.write(thread, ann, 'in the thread')
    await world.processed()
    expect(first.id).toBe(post.id)
    expect(await world.stored()).toMatchObject([
      { chat: forum.id, topic: post.id, text: 'the first of the post' },
      { chat: room.id, topic: thread.id, text: 'in the thread' },
    ])
  })

  test('with what else it holds: a poll, a sticker, a card, components', async () => {
    const { people, room, ann, bob } = await begin()
    const poll = {
      question: { text: 'Lunch?' },
      answers: [{ poll_media: { text: 'Yes' } }, { poll_media: { text: 'No' } }],
    }
    people.write(room, ann, '', { poll })
    people.write(room, ann, '', { sticker_items: [{ id: '1', name: 'wave' }] })
    people.write(room, bob, '', {
      embeds: [{ type: 'rich', title: 'Build', fields: [{ name: 'state', value: 'red' }] }],
    })
    people.write(room, bob, '', {
      components: [{ type: 17, components: [{ type: 10, content: 'shown as a component' }] }],
    })
    people.write(room, ann, 'https://example.org', {
      embeds: [{ type: 'link', title: 'A preview', description: 'not the author’s' }],
    })
    await world.processed()
    expect(await texts()).toEqual([
      '[poll] Lunch?: Yes / No',
      '[sticker wave]',
      'Build\nstate: red',
      'shown as a component',
      'https://example.org',
    ])
  })

  test('with its files, named by their message, since their addresses expire', async () => {
    const { people, room, ann } = await begin()
    const photo = people.attach('cat.png', 'image/png', new Uint8Array([1, 2, 3]))
    const cdn = { ...photo, id: '55', url: 'https://cdn.discordapp.com/attachments/1/2/a.pdf?ex=1' }
    const strange = { ...photo, id: '56', url: 'https://evil.example/a.pdf' }
    const said = people.write(room, ann, '', {
      attachments: [photo, { ...cdn, filename: 'a.pdf', content_type: 'application/pdf' }, strange],
    })
    await world.processed()
    const [row] = await world.stored()
    expect(row?.media).toMatchObject([
      { kind: 'photo', name: 'cat.png', fileId: `${room.id}/${said.id}/${photo.id}`, sizeBytes: 3 },
      { kind: 'document', url: cdn.url },
      { kind: 'photo' },
    ])
    expect(row?.media[2]?.url).toBeUndefined()
  })

  test('as a reply, with a copy of what it replies to', async () => {
    const { people, room, ann, bob } = await begin()
    const first = people.write(room, ann, 'Who has a tent?')
    people.write(room, bob, 'I have', { replyTo: first.id })
    await world.processed()
    const [, reply] = await world.stored()
    expect(reply).toMatchObject({ replyTo: first.id, text: 'I have' })
  })

  test('as a notice of Discord, where it is one', async () => {
    const { people, room, ann } = await begin()
    people.write(room, ann, '', { type: 7 })
    people.write(room, ann, 'Trains', { type: 18 })
    people.write(room, ann, '', { type: 21 })
    people.write(room, ann, '', { type: 999 })
    await world.processed()
    expect((await world.stored()).map(({ kind, text }) => [kind, text])).toEqual([
      ['system', 'Joined the server.'],
      ['system', 'Opened the thread “Trains”.'],
      ['system', 'Something changed in the chat.'],
    ])
  })

  test('of a webhook as one of a bot', async () => {
    const { people, room, ann } = await begin()
    people.write(room, ann, 'deployed', { webhook_id: '77' })
    await world.processed()
    expect((await world.stored())[0]).toMatchObject({ isBot: true, text: 'deployed' })
  })
})

describe('what changes later', () => {
  test('an edit replaces the text; a preview that is added is no edit', async () => {
    const { people, room, ann, discord } = await begin()
    const said = people.write(room, ann, 'at nine')
    people.edit(said.id, 'at ten')
    const preview = { id: said.id, channel_id: room.id, embeds: [{ type: 'link' }] }
    discord.gateway.dispatch('MESSAGE_UPDATE', preview, room.guild_id)
    await world.processed()
    expect(await texts()).toEqual(['at ten'])
  })

  test('an edit that holds only what changed, of a message never received, is requested', async () => {
    const { people, room, ann, discord, restart } = await begin()
    discord.gateway.forgetSessions()
    const said = people.write(room, ann, 'at nine', { at: new Date(Date.now() - 9 * 86_400_000) })
    discord.records.unread.clear()
    await restart()
    await discord.until(() => discord.gateway.identified.length === 2, 'a new session')
    said.edited_timestamp = new Date().toISOString()
    said.content = 'at ten'
    const { id, channel_id, content, edited_timestamp } = said
    const part = { id, channel_id, content, edited_timestamp }
    discord.gateway.dispatch('MESSAGE_UPDATE', part, room.guild_id)
    await world.untilStored((rows) => rows.some(({ text }) => text === 'at ten'))
  })

  test('an older edit that comes later does not win', async () => {
    const { people, room, ann, discord } = await begin()
    const said = people.write(room, ann, 'first')
    await world.processed()
    people.edit(said.id, 'third')
    await world.processed()
    const older = { ...said, content: 'second', edited_timestamp: said.timestamp }
    discord.gateway.dispatch('MESSAGE_UPDATE', older, room.guild_id)
    await world.processed()
    expect(await texts()).toEqual(['third'])
  })

  test('of two edits of one moment the later wins', async () => {
    const { people, room, ann, discord } = await begin()
    const said = people.write(room, ann, 'first')
    const edited_timestamp = new Date().toISOString()
    for (const content of ['second', 'third']) {
      const event = { ...said, content, edited_timestamp }
      discord.gateway.dispatch('MESSAGE_UPDATE', event, room.guild_id)
    }
    await world.processed()
    expect(await texts()).toEqual(['third'])
  })

  test('deleted messages are erased, one or many', async () => {
    const { people, room, ann } = await begin()
    const ids = ['a', 'b', 'c'].map((text) => people.write(room, ann, text).id)
    await world.processed()
    const [first = '', ...others] = ids
    people.erase(first)
    people.erase(...others)
    await world.processed()
    expect((await world.stored()).map(({ isDeleted }) => isDeleted)).toEqual([true, true, true])
  })

  test('reactions are stored as they are now, read once for changes that come together', async () => {
    const { people, room, ann, bob, discord } = await begin()
    const said = people.write(room, ann, 'Lunch?')
    await world.processed()
    people.react(said.id, '👍', bob)
    people.react(said.id, '🎉', bob)
    people.react(said.id, '👍', ann)
    people.unreact(said.id, '🎉', bob)
    await world.untilStored(([row]) => row?.reactions.length === 1)
    expect((await world.stored())[0]?.reactions).toEqual([{ emoji: '👍', count: 2 }])
    expect(discord.calls('GET /channels/:id/messages/:message')).toHaveLength(1)
  })

  test('the same event twice is one', async () => {
    const { people, room, ann, discord } = await begin()
    people.write(room, ann, 'once')
    people.write(room, ann, 'and once more')
    discord.gateway.repeat(2)
    await world.processed()
    expect(await texts()).toEqual(['once', 'and once more'])
  })
})
