import type { Message, MessageEntity } from 'grammy/types'
import { expect, test } from 'vitest'
import { addressedBy } from './addressed-by.ts'
import { readCommand } from './read-command.ts'

const ME = { id: 99, username: 'Our_Bot' }
const US = { id: 99, is_bot: true, first_name: 'Gryag', username: 'Our_Bot' } as const
const ANN = { id: 1, is_bot: false, first_name: 'Ann' } as const
const BOT = { id: 2, is_bot: true, first_name: 'B' } as const
const GROUP = { id: -1005, type: 'supergroup', title: 'Team' } as const
const CHANNEL = { id: -1009, type: 'channel', title: 'News' } as const
const PRIVATE = { id: 1, type: 'private', first_name: 'Ann' } as const
const FORWARD = { type: 'hidden_user', date: 1, sender_user_name: 'x' } as const
const NAMES = { names: ['gryag', 'Гряг', 'gryag bot', ''] }

/** A message in which everything that looks like a mention, a command or `code` is marked as Telegram marks it. */
function said(text: string, fields: Partial<Message> = {}): Message {
  const entities = [...text.matchAll(/@\w+|`[^`]*`|(?<![\w@/])\/\w+(?:@\w+)?/g)].map(
    ({ 0: found, index }): MessageEntity => {
      const type = { '@': 'mention', '/': 'bot_command' }[found.charAt(0)] ?? 'code'
      return { type: type as 'mention', offset: index, length: found.length }
    },
  )
  return { message_id: 10, date: 1, chat: GROUP, from: ANN, text, entities, ...fields }
}

function below(text: string): Message {
  const { entities, text: caption, ...rest } = said(text)
  return { ...rest, caption: caption ?? '', caption_entities: entities ?? [], photo: [] }
}

function reply(fields: Partial<Message> = {}) {
  const { reply_to_message: _, ...message } = said('earlier', {
    from: US,
    message_id: 7,
    ...fields,
  })
  // Telegram's type of it cannot be written with our compiler's settings.
  return message as NonNullable<Message['reply_to_message']>
}

const mentionOf = (id: number) => ({
  entities: [{ type: 'text_mention', offset: 0, length: 5, user: { ...US, id } } as const],
})
const TOPIC = { is_topic_message: true, message_thread_id: 7 }

test.each([
  { why: 'our name', message: said('hey @our_bot, look'), by: 'mention' },
  { why: 'our name as we write it', message: said('@Our_Bot'), by: 'mention' },
  { why: 'our name below a picture', message: below('look @our_bot'), by: 'mention' },
  { why: 'a longer name', message: said('@our_bot_2 look'), by: null },
  { why: 'another name', message: said('@other look'), by: null },
  { why: 'our name as text only', message: said('@our_bot', { entities: [] }), by: null },
  {
    why: 'our name in code',
    message: said('type `@our_bot hi`', {
      entities: [
        { type: 'code', offset: 5, length: 13 },
        { type: 'mention', offset: 6, length: 8 },
      ],
    }),
    by: null,
  },
  { why: 'our profile', message: said('Gryag?', mentionOf(99)), by: 'text_mention' },
  { why: 'another profile', message: said('Somebody?', mentionOf(98)), by: null },
  { why: 'a reply to us', message: said('and now?', { reply_to_message: reply() }), by: 'reply' },
  {
    why: 'a reply to somebody',
    message: said('and now?', { reply_to_message: reply({ from: ANN }) }),
    by: null,
  },
  {
    why: 'a reply to us in another chat',
    message: said('?', { reply_to_message: reply({ chat: CHANNEL }) }),
    by: null,
  },
  {
    why: 'a picture in reply to us',
    message: { ...below(''), reply_to_message: reply() },
    by: 'reply',
  },
  {
    why: 'nothing, in a topic we opened',
    message: said('hi', {
      ...TOPIC,
      reply_to_message: reply({ forum_topic_created: { name: 'x', icon_color: 1 } }),
    }),
    by: null,
  },
  {
    why: 'a reply to us in a topic',
    message: said('hi', { ...TOPIC, reply_to_message: reply({ message_id: 8 }) }),
    by: 'reply',
  },
  {
    why: 'a note in reply to us',
    message: { ...said(''), pinned_message: said('x'), reply_to_message: reply() },
    by: null,
  },
  {
    why: 'a reply to a note of ours',
    message: said('hm', { reply_to_message: reply({ text: '', pinned_message: said('x') }) }),
    by: null,
  },
  { why: 'a name at the start', message: said('Gryag, look'), by: 'name' },
  { why: 'a name alone', message: said('gryag'), by: 'name' },
  { why: 'a name in another script', message: said('  ГРЯГ глянь'), by: 'name' },
  { why: 'a name and a question mark', message: said('gryag?'), by: 'name' },
  { why: 'the name of somebody else', message: said('gryagov, look'), by: null },
  { why: 'what belongs to the name', message: said('gryag’s idea'), by: null },
  { why: 'an address', message: said('gryag.example is down'), by: null },
  { why: 'a name later on', message: said('look, gryag'), by: null },
  {
    why: 'a name in code',
    message: said('gryag crashed', { entities: [{ type: 'code', offset: 0, length: 5 }] }),
    by: null,
  },
  { why: 'nobody', message: said('lunch?'), by: null },
  { why: 'us in private', message: said('hi', { chat: PRIVATE }), by: 'private' },
  { why: 'us in private by a picture', message: { ...below(''), chat: PRIVATE }, by: 'private' },
  { why: 'another bot in private', message: said('/why@other', { chat: PRIVATE }), by: null },
  {
    why: 'nobody: a note in private',
    message: { ...said('', { chat: PRIVATE }), pinned_message: said('x') },
    by: null,
  },
  {
    why: 'others: it was passed on',
    message: said('@our_bot hi', { forward_origin: FORWARD }),
    by: null,
  },
  {
    why: 'others: it was passed on in private',
    message: said('hi', { chat: PRIVATE, forward_origin: FORWARD }),
    by: null,
  },
  {
    why: 'others: a post in its group',
    message: said('@our_bot hi', { sender_chat: CHANNEL, is_automatic_forward: true }),
    by: null,
  },
  { why: 'another bot, by its command', message: said('/ask@other @our_bot'), by: null },
  { why: 'us, by a bot', message: said('@our_bot hi', { from: BOT }), by: null },
  { why: 'us, by way of a bot', message: said('@our_bot hi', { via_bot: BOT }), by: null },
  {
    why: 'us, by an anonymous administrator',
    message: said('@our_bot hi', { from: BOT, sender_chat: GROUP }),
    by: 'mention',
  },
  {
    why: 'us, by a channel',
    message: said('@our_bot hi', { chat: CHANNEL, sender_chat: CHANNEL }),
    by: 'mention',
  },
])('a message to $why', ({ message, by }) => {
  expect(addressedBy(message, ME, NAMES)).toBe(by)
})

test('a mention in a message of blocks', () => {
  const text = ['hey ', { type: 'mention', text: '@our_bot', username: 'our_bot' }]
  const blocks = (type: string) => ({
    rich_message: { blocks: [{ type: 'paragraph', text: { type, text } }] },
  })
  const message = (type: string) => {
    const { text: _, entities: __, ...rest } = said('')
    return { ...rest, ...blocks(type) } as unknown as Message
  }
  expect(addressedBy(message('bold'), ME, NAMES)).toBe('mention')
  expect(addressedBy(message('code'), ME, NAMES)).toBe(null)
})

test.each([
  { why: 'alone', message: said('/why'), command: { name: 'why', args: '' } },
  {
    why: 'with our name',
    message: said('/Why@our_bot  the second '),
    command: { name: 'why', args: 'the second' },
  },
  {
    why: 'with lines behind it',
    message: said('/note a\nb'),
    command: { name: 'note', args: 'a\nb' },
  },
  { why: 'of another bot', message: said('/why@other'), command: null },
  { why: 'later on', message: said('try /why'), command: null },
  { why: 'below a picture', message: below('/why'), command: null },
  { why: 'that was passed on', message: said('/why', { forward_origin: FORWARD }), command: null },
  { why: 'of a bot', message: said('/why', { from: BOT }), command: null },
  {
    why: 'of an anonymous administrator',
    message: said('/why', { from: BOT, sender_chat: GROUP }),
    command: { name: 'why', args: '' },
  },
  { why: 'that Telegram did not find', message: said('/why', { entities: [] }), command: null },
  { why: 'that is none', message: said('why'), command: null },
])('a command $why', ({ message, command }) => {
  expect(readCommand(message, ME)).toEqual(command)
})
