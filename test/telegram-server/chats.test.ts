import type { Message, Update } from 'grammy/types'
import { expect, test } from 'vitest'
import { startTelegramServer, type TelegramServer } from './telegram-server.ts'
import { useTelegramServer } from './use-telegram-server.ts'

const { telegram, api } = useTelegramServer()

const messagesOf = (updates: readonly Update[]) =>
  updates.flatMap(
    ({ message, edited_message, channel_post }) => message ?? edited_message ?? channel_post ?? [],
  )
const heard = (server: TelegramServer) => messagesOf(server.pending()).map(({ text }) => text)

test('with privacy on the bot hears what is said to it', async () => {
  const server = await startTelegramServer({ privacy: 'on' })
  const ann = server.person('Ann')
  const group = server.group('Friends', [ann])
  const bot = server.me
  const tag = group.say(ann, 'hi @Earshot_Bot')
  group.say(ann, 'chatter')
  group.say(ann, '/why@earshot_bot')
  group.say(ann, '/start')
  group.say(ann, '/start@other_bot')
  group.say(ann, 'so, Earshot', { mentions: [bot] })
  group.say(ann, 'about that', { replyTo: tag })
  group.say(ann, 'found it', { viaBot: bot })
  group.join(server.person('Bob'))
  ann.private.say('in private')
  expect(heard(server)).toEqual([
    'hi @Earshot_Bot',
    '/why@earshot_bot',
    'so, Earshot',
    'about that',
    'found it',
    undefined,
    'in private',
  ])
  await server.stop()
})

test('with privacy on a command without a name is for the bot that spoke last', async () => {
  const server = await startTelegramServer({ privacy: 'on' })
  const ann = server.person('Ann')
  const other = server.person('Other', { is_bot: true, username: 'other_bot' })
  const group = server.group('Friends', [ann])
  const send = (text: string) =>
    fetch(`${server.url}/bot${server.token}/sendMessage?chat_id=${group.id}&text=${text}`)
  await send('hello')
  const own = server.sent()[0]?.message
  group.say(ann, '/one')
  group.say(other, 'me too')
  group.say(ann, '/two')
  if (own) group.say(ann, 'thanks', { replyTo: own })
  expect(heard(server)).toEqual(['/one', 'thanks'])
  await server.stop()
})

test('administrators hear everything but other bots', async () => {
  const server = await startTelegramServer({ privacy: 'on' })
  const ann = server.person('Ann')
  const other = server.person('Other', { is_bot: true })
  const group = server.group('Friends', [ann], { bot: 'administrator' })
  group.say(ann, 'chatter')
  group.say(other, 'beep')
  group.say(ann, 'in the name of all', { as: group.chat })
  expect(heard(server)).toEqual(['chatter', 'in the name of all'])
  await server.stop()
})

test('who speaks is told as Telegram tells it', async () => {
  const ann = telegram().person('Ann', { username: 'ann' })
  const group = telegram().group('Friends', [ann])
  const channel = telegram().group('News', [ann], { kind: 'channel' })
  group.say(ann, 'me')
  group.say(ann, 'nobody', { as: group.chat })
  group.say(ann, 'the paper', { as: channel.chat })
  group.say(ann, 'not mine', { forwardedFrom: telegram().person('Bob') })
  channel.say(ann, 'post')
  const updates = await api().getUpdates()
  expect(updates.at(-1)).toHaveProperty('channel_post')
  expect(messagesOf(updates)).toMatchObject([
    { from: { username: 'ann', is_bot: false } },
    { from: { username: 'GroupAnonymousBot' }, sender_chat: { id: group.id } },
    { from: { username: 'Channel_Bot' }, sender_chat: { id: channel.id } },
    { forward_origin: { type: 'user', sender_user: { first_name: 'Bob' } } },
    { sender_chat: { id: channel.id }, author_signature: 'Ann' },
  ])
  expect(JSON.stringify(updates)).not.toContain('"private":{')
})

test('replies, quotes, albums and edits carry their fields', () => {
  const ann = telegram().person('Ann')
  const group = telegram().group('Friends', [ann])
  const first = group.say(ann, 'thai or pizza?')
  const second = group.say(ann, 'pizza', { replyTo: first, quote: 'or pizza' })
  const third = group.say(ann, 'yes', { replyTo: second })
  expect(second.reply_to_message).toMatchObject({ text: 'thai or pizza?' })
  expect(second.quote).toEqual({ text: 'or pizza', position: 5, is_manual: true })
  expect(third.reply_to_message).not.toHaveProperty('reply_to_message')
  // A chain in a supergroup carries a thread that is no topic.
  expect(third).toMatchObject({ message_thread_id: first.message_id })
  expect(third.is_topic_message).toBeUndefined()
  const album = group.sayAlbum(ann, [{ kind: 'photo' }, { kind: 'video' }], 'holidays')
  expect(new Set(album.map(({ media_group_id }) => media_group_id)).size).toBe(1)
  expect(album.map(({ caption }) => caption)).toEqual(['holidays', undefined])
  expect(album[0]?.photo).toHaveLength(2)
  group.edit(first, 'thai?')
  expect(telegram().pending().at(-1)).toMatchObject({
    edited_message: { message_id: first.message_id, text: 'thai?', edit_date: expect.any(Number) },
  })
})

test('a forum has topics, and General is none', async () => {
  const ann = telegram().person('Ann')
  const forum = telegram().group('Forum', [ann], { isForum: true })
  const topic = forum.createTopic(ann, 'Food')
  const said = forum.say(ann, 'hungry', { topic })
  expect(said).toMatchObject({
    message_thread_id: topic,
    is_topic_message: true,
    reply_to_message: { forum_topic_created: { name: 'Food' } },
  })
  expect(forum.say(ann, 'general')).not.toHaveProperty('message_thread_id')
  await api().sendMessage(forum.id, 'a', { message_thread_id: topic })
  await api().sendMessage(forum.id, 'b', { reply_parameters: { message_id: said.message_id } })
  await api().sendMessage(forum.id, 'c')
  expect(telegram().sent(forum.id)).toMatchObject([
    { topic, replyTo: null },
    { topic, replyTo: said.message_id },
    { topic: null, replyTo: null },
  ])
  const into = (message_thread_id: number) =>
    api().sendMessage(forum.id, 'x', { message_thread_id })
  const notFound = { description: 'Bad Request: message thread not found' }
  await expect(into(1)).rejects.toMatchObject(notFound)
  forum.closeTopic(ann, topic)
  await expect(into(topic)).rejects.toMatchObject({ description: 'Bad Request: TOPIC_CLOSED' })
  forum.deleteTopic(topic)
  await expect(into(topic)).rejects.toMatchObject(notFound)
})

test.each(['to-first', 'from-first'] as const)(
  'a group becomes a supergroup, %s',
  async (order) => {
    const ann = telegram().person('Ann')
    const group = telegram().group('Friends', [ann], { kind: 'group' })
    group.say(ann, 'before')
    const next = group.migrate(ann, order)
    expect(String(next.id)).toMatch(/^-100\d{10}$/)
    const moved = messagesOf(await api().getUpdates()).slice(1)
    const to = { chat: { id: group.id }, migrate_to_chat_id: next.id }
    const from = { chat: { id: next.id }, migrate_from_chat_id: group.id, message_id: 1 }
    expect(moved).toMatchObject(order === 'to-first' ? [to, from] : [from, to])
    await expect(api().sendMessage(group.id, 'x')).rejects.toMatchObject({
      error_code: 400,
      description: 'Bad Request: group chat was upgraded to a supergroup chat',
      parameters: { migrate_to_chat_id: next.id },
    })
    await api().sendMessage(next.id, 'x')
  },
)

test('a bot that was thrown out is told, and refused', async () => {
  const ann = telegram().person('Ann')
  const group = telegram().group('Friends', [ann], { bot: 'left' })
  const send = (chat: number) => api().sendMessage(chat, 'x')
  group.say(ann, 'unheard')
  await expect(send(group.id)).rejects.toMatchObject({
    error_code: 403,
    description: 'Forbidden: bot is not a member of the supergroup chat',
  })
  group.addBot(ann)
  group.kickBot(ann)
  await expect(send(group.id)).rejects.toMatchObject({
    description: 'Forbidden: bot was kicked from the supergroup chat',
  })
  const bob = telegram().person('Bob')
  await expect(send(bob.id)).rejects.toMatchObject({ description: 'Bad Request: chat not found' })
  bob.private.say('hi')
  bob.private.block()
  await expect(send(bob.id)).rejects.toMatchObject({
    error_code: 403,
    description: 'Forbidden: bot was blocked by the user',
  })
  const told = (await api().getUpdates()).map((update) =>
    update.my_chat_member
      ? `${update.my_chat_member.old_chat_member.status} → ${update.my_chat_member.new_chat_member.status}`
      : Object.keys(update.message ?? {})
          .filter((key) => /member|text/.test(key))
          .join(),
  )
  expect(told).toEqual([
    'left → member',
    'new_chat_members',
    'left_chat_member',
    'member → kicked',
    'text',
    'member → kicked',
  ])
})

test('a chat and those in it can be asked for', async () => {
  const ann = telegram().person('Ann')
  const bob = telegram().person('Bob')
  const stranger = telegram().person('Cat')
  const group = telegram().group('Friends', [ann, bob], { bot: 'administrator' })
  const status = async (id: number) => (await api().getChatMember(group.id, id)).status
  expect(await api().getMe()).toMatchObject({ can_read_all_group_messages: true })
  expect(await api().getChat(group.id)).toMatchObject({ title: 'Friends', type: 'supergroup' })
  expect(await api().getChatMemberCount(group.id)).toBe(3)
  expect(await status(ann.id)).toBe('creator')
  expect(await status(bob.id)).toBe('member')
  expect(await status(stranger.id)).toBe('left')
  expect(await status(telegram().me.id)).toBe('administrator')
  const admins = await api().getChatAdministrators(group.id)
  expect(admins.map(({ user }) => user.first_name)).toEqual(['Ann', 'Earshot'])
})

test('administrators are told who comes, if they ask', async () => {
  const ann = telegram().person('Ann')
  const group = telegram().group('Friends', [ann], { bot: 'administrator' })
  await api().getUpdates({ allowed_updates: ['chat_member'] })
  group.join(telegram().person('Bob'))
  expect(await api().getUpdates()).toMatchObject([
    { chat_member: { old_chat_member: { status: 'left' }, new_chat_member: { status: 'member' } } },
  ])
})

test('private chats and plain groups count their messages together, supergroups each alone', () => {
  const ann = telegram().person('Ann')
  const plain = telegram().group('Plain', [ann], { kind: 'group' })
  const big = telegram().group('Big', [ann])
  const ids = (...messages: Message[]) => messages.map(({ message_id }) => message_id)
  expect(ids(ann.private.say('a'), plain.say(ann, 'b'), ann.private.say('c'))).toEqual([1, 2, 3])
  expect(ids(big.say(ann, 'd'), big.say(ann, 'e'))).toEqual([2, 3])
})
