import type { Message } from 'grammy/types'
import { expect, test } from 'vitest'
import type { IncomingMessage } from '../../../domain/message.ts'
import { readMessage } from './read-message.ts'

const ANN = { id: 1, is_bot: false, first_name: 'Ann', last_name: 'Lee', username: 'ann' } as const
const GROUP = { id: -1005, type: 'supergroup', title: 'Team', username: 'team' } as const
/** The sender that Telegram names for a message on behalf of a chat. */
const GROUP_BOT = { id: 1_087_968_824, is_bot: true, first_name: 'Group' } as const

function said(fields: Partial<Message>): Message {
  return { message_id: 10, date: 1_704_067_200, chat: GROUP, from: ANN, ...fields }
}

function read(fields: Partial<Message>): IncomingMessage {
  const [message] = readMessage(said(fields)).messages
  if (message === undefined) throw new Error('no message')
  return message
}

const FILE = { file_unique_id: 'u', duration: 1, width: 1, height: 1 }
const CHANNEL = { id: -1009, type: 'channel', title: 'News', username: 'news' } as const
const PRIVATE = { id: 1, type: 'private', first_name: 'Ann', last_name: 'Lee' } as const

test('a plain message', () => {
  const message = said({ text: 'Lunch at one?' })
  expect(readMessage(message)).toEqual({
    chat: {
      channel: 'telegram',
      externalId: '-1005',
      kind: 'group',
      title: 'Team',
      links: {
        message: 'https://t.me/c/5/{digits}',
        threadMessage: 'https://t.me/c/5/{thread}/{digits}',
      },
    },
    messages: [
      {
        externalId: '10',
        kind: 'message',
        author: { externalId: '1', name: 'Ann Lee', username: 'ann', isBot: false },
        sentAt: new Date('2024-01-01T00:00:00Z'),
        text: 'Lunch at one?',
        replyTo: null,
        quote: null,
        topic: null,
        media: [],
        reactions: [],
        contextSnapshot: null,
        editedAt: null,
        raw: JSON.stringify(message),
      },
    ],
  })
})

test.each([
  { chat: PRIVATE, kind: 'private', title: null },
  { chat: { id: 2, type: 'group', title: 'Old' }, kind: 'group', title: 'Old' },
  { chat: GROUP, kind: 'group', title: 'Team' },
  { chat: CHANNEL, kind: 'group', title: 'News' },
] as const)('a chat of type $chat.type', ({ chat, kind, title }) => {
  expect(readMessage(said({ chat, text: 'x' })).chat).toMatchObject({ kind, title })
})

test.each([
  { who: 'a person', fields: {}, author: { externalId: '1', name: 'Ann Lee', isBot: false } },
  {
    who: 'one name',
    fields: { from: { id: 2, is_bot: false, first_name: 'Bo' } },
    author: { name: 'Bo', username: null },
  },
  {
    who: 'a bot',
    fields: { from: { id: 3, is_bot: true, first_name: 'B' } },
    author: { externalId: '3', isBot: true },
  },
  {
    who: 'an anonymous administrator',
    fields: { from: GROUP_BOT, sender_chat: GROUP },
    author: { externalId: '-1005', name: 'Team', username: 'team', isBot: false },
  },
  {
    who: 'one with a title',
    fields: { from: GROUP_BOT, sender_chat: GROUP, author_signature: 'boss' },
    author: { name: 'Team (boss)' },
  },
  {
    who: 'a channel in its group',
    fields: { from: GROUP_BOT, sender_chat: CHANNEL, is_automatic_forward: true },
    author: { externalId: '-1009', name: 'News', isBot: false },
  },
  {
    who: 'a channel',
    fields: { chat: CHANNEL, sender_chat: CHANNEL, author_signature: 'Ann' },
    author: { externalId: '-1009', name: 'News (Ann)', username: 'news' },
  },
] as const)('the author: $who', ({ fields, author }) => {
  expect(read({ text: 'x', ...fields }).author).toMatchObject(author)
})

test.each([
  { fields: { caption: 'below', photo: [{ file_id: 'p', ...FILE }] }, text: 'below' },
  { fields: { photo: [{ file_id: 'p', ...FILE }] }, text: '' },
  { fields: { sticker: sticker({ emoji: '😀' }) }, text: '[sticker 😀]' },
  { fields: { sticker: sticker({}) }, text: '[sticker]' },
  { fields: { poll: poll('When?', 'one', 'two') }, text: '[poll] When?: one / two' },
  {
    fields: {
      checklist: {
        title: 'Buy',
        tasks: [
          { id: 1, text: 'milk' },
          { id: 2, text: 'tea' },
        ],
      },
    },
    text: '[checklist] Buy: milk / tea',
  },
  { fields: { contact: { phone_number: '+1', first_name: 'Bo' } }, text: '[contact] Bo, +1' },
  { fields: { location: { latitude: 52.5, longitude: 13.4 } }, text: '[location] 52.5, 13.4' },
  {
    fields: { location: { latitude: 1, longitude: 2, live_period: 60 } },
    text: '[live location] 1, 2',
  },
  {
    fields: {
      venue: { location: { latitude: 1, longitude: 2 }, title: 'Bar', address: 'Elm 1' },
      location: { latitude: 1, longitude: 2 },
    },
    text: '[venue] Bar, Elm 1',
  },
  { fields: { dice: { emoji: '🎲', value: 5 } }, text: '[dice 🎲 5]' },
  { fields: { game: { title: 'Chess', description: 'of kings' } }, text: '[game] Chess: of kings' },
  { fields: { story: { chat: CHANNEL, id: 1 } }, text: '[story of News]' },
  {
    fields: {
      giveaway: {
        chats: [],
        winners_selection_date: 1,
        winner_count: 3,
        prize_description: 'mugs',
      },
    },
    text: '[giveaway] 3 to win mugs',
  },
  { fields: { giveaway_winners: { winners: [ANN] } }, text: '[giveaway winners] Ann Lee' },
  { fields: { invoice: { title: 'Tea', description: 'green' } }, text: '[invoice] Tea: green' },
  {
    fields: { paid_media: { star_count: 5, paid_media: [{ type: 'preview' }] } },
    text: '[media for 5 stars]',
  },
])('what was said without words: $text', ({ fields, text }) => {
  expect(read(fields as Partial<Message>)).toMatchObject({ kind: 'message', text })
})

function sticker(fields: object) {
  return { file_id: 's', type: 'regular', is_animated: false, is_video: false, ...FILE, ...fields }
}

function poll(question: string, ...options: string[]) {
  return { question, options: options.map((text) => ({ text, voter_count: 0 })) }
}

test.each([
  {
    fields: {
      photo: [
        { ...FILE, file_id: 's' },
        { ...FILE, file_id: 'l', width: 9, file_size: 5 },
        { ...FILE, file_id: 'm', width: 3 },
      ],
    },
    media: { kind: 'photo', fileId: 'l', mimeType: 'image/jpeg', sizeBytes: 5 },
  },
  {
    fields: { video: { ...FILE, file_id: 'v', file_name: 'v.mp4', mime_type: 'video/mp4' } },
    media: { kind: 'video', fileId: 'v', name: 'v.mp4', mimeType: 'video/mp4' },
  },
  {
    fields: { audio: { ...FILE, file_id: 'a', mime_type: 'audio/mpeg' } },
    media: { kind: 'audio', fileId: 'a', mimeType: 'audio/mpeg' },
  },
  {
    fields: { voice: { ...FILE, file_id: 'v', mime_type: 'audio/ogg' } },
    media: { kind: 'voice', fileId: 'v', mimeType: 'audio/ogg' },
  },
  {
    fields: { video_note: { ...FILE, file_id: 'n', length: 1 } },
    media: { kind: 'video_note', fileId: 'n', mimeType: 'video/mp4' },
  },
  {
    fields: { document: { ...FILE, file_id: 'd', file_name: 'a.pdf' } },
    media: { kind: 'document', fileId: 'd', name: 'a.pdf' },
  },
  {
    fields: { animation: { ...FILE, file_id: 'a' }, document: { ...FILE, file_id: 'a' } },
    media: { kind: 'animation', fileId: 'a' },
  },
  {
    fields: { sticker: sticker({}) },
    media: { kind: 'sticker', fileId: 's', mimeType: 'image/webp' },
  },
  {
    fields: { sticker: sticker({ is_animated: true }) },
    media: { kind: 'sticker', fileId: 's', mimeType: 'application/x-tgsticker' },
  },
  {
    fields: { sticker: sticker({ is_video: true }) },
    media: { kind: 'sticker', fileId: 's', mimeType: 'video/webm' },
  },
  {
    fields: { live_photo: { ...FILE, file_id: 'x', photo: [{ ...FILE, file_id: 'p' }] } },
    media: { kind: 'photo', fileId: 'p', mimeType: 'image/jpeg' },
  },
  {
    fields: {
      paid_media: {
        star_count: 1,
        paid_media: [{ type: 'video', video: { ...FILE, file_id: 'v' } }],
      },
    },
    media: { kind: 'video', fileId: 'v' },
  },
])('media: $media.kind $media.fileId', ({ fields, media }) => {
  expect(read(fields as Partial<Message>).media).toEqual([media])
})

test.each([
  {
    fields: { new_chat_members: [ANN, { id: 2, is_bot: false, first_name: 'Bo' }] },
    text: 'Ann Lee, Bo joined.',
  },
  { fields: { left_chat_member: ANN }, text: 'Ann Lee left.' },
  { fields: { new_chat_title: 'New' }, text: 'Named the chat “New”.' },
  { fields: { new_chat_photo: [] }, text: 'Changed the picture of the chat.' },
  { fields: { pinned_message: said({ text: 'x' }) }, text: 'Pinned a message.' },
  {
    fields: { forum_topic_created: { name: 'Food', icon_color: 1 } },
    text: 'Created the topic “Food”.',
  },
  { fields: { forum_topic_edited: { name: 'Meals' } }, text: 'Named the topic “Meals”.' },
  { fields: { forum_topic_edited: {} }, text: 'Changed the topic.' },
  { fields: { forum_topic_closed: {} }, text: 'Closed the topic.' },
  { fields: { migrate_to_chat_id: -1001 }, text: 'The group became a supergroup.' },
  { fields: { video_chat_started: {} }, text: 'Started a video chat.' },
  {
    fields: { message_auto_delete_timer_changed: { message_auto_delete_time: 0 } },
    text: 'Changed when messages are deleted by themselves.',
  },
  { fields: { boost_added: { boost_count: 1 } }, text: 'Boosted the chat.' },
  { fields: { write_access_allowed: {} }, text: 'Allowed the bot to write.' },
  { fields: {}, text: 'Something changed in the chat.' },
  { fields: { something_of_tomorrow: {} }, text: 'Something changed in the chat.' },
])('what the platform notes: $text', ({ fields, text }) => {
  expect(read(fields as Partial<Message>)).toMatchObject({ kind: 'system', text, media: [] })
})

const COMMAND = { type: 'bot_command', offset: 0, length: 4 } as const

test.each([
  { why: 'at the beginning', fields: { text: '/why me', entities: [COMMAND] }, kind: 'system' },
  {
    why: 'of another bot',
    fields: { text: '/why@other', entities: [{ ...COMMAND, length: 10 }] },
    kind: 'system',
  },
  {
    why: 'inside a sentence',
    fields: { text: 'try /why', entities: [{ ...COMMAND, offset: 4 }] },
    kind: 'message',
  },
  {
    why: 'that was passed on',
    fields: {
      text: '/why',
      entities: [COMMAND],
      forward_origin: { type: 'hidden_user', date: 1, sender_user_name: 'x' },
    },
    kind: 'message',
  },
] as const)('a command $why is of kind $kind', ({ fields, kind }) => {
  expect(read(fields as unknown as Partial<Message>).kind).toBe(kind)
})

test.each([
  { why: 'of a forum', fields: { message_thread_id: 7, is_topic_message: true }, topic: '7' },
  { why: 'that are comments', fields: { message_thread_id: 7 }, topic: null },
])('threads $why', ({ fields, topic }) => {
  expect(read({ text: 'x', ...fields }).topic).toBe(topic)
})

test('an edit has its moment', () => {
  expect(read({ text: 'x', edit_date: 1_704_067_260 }).editedAt).toEqual(
    new Date('2024-01-01T00:01:00Z'),
  )
})

test('an album is one message', () => {
  const picture = (id: number, more: Partial<Message> = {}) =>
    said({ message_id: id, media_group_id: 'g', photo: [{ ...FILE, file_id: `f${id}` }], ...more })
  const album = [
    picture(12, { caption: 'us' }),
    picture(11, { edit_date: 1_704_067_260 }),
    picture(13),
  ]
  const [message] = readMessage(picture(13), { album }).messages
  expect(message).toMatchObject({
    externalId: '11',
    text: 'us',
    editedAt: new Date('2024-01-01T00:01:00Z'),
    media: ['f11', 'f12', 'f13'].map((fileId) => ({ kind: 'photo', fileId, album: 'g' })),
  })
  expect(JSON.parse(message?.raw ?? '')).toHaveLength(3)
})

test('one picture of an album, and one that is in none', () => {
  const photo = [{ ...FILE, file_id: 'f' }]
  expect(read({ photo, media_group_id: 'g' }).media).toMatchObject([{ album: 'g' }])
  expect(read({ photo }).media[0]).not.toHaveProperty('album')
})

test('what is too long or too deep is kept without the payload', () => {
  const deep: { inner?: object } = {}
  let node = deep
  for (let i = 0; i < 100_000; i += 1) {
    node.inner = {}
    node = node.inner
  }
  expect(read({ text: 'я'.repeat(40_000) })).toMatchObject({ raw: null })
  expect(read({ text: 'x'.repeat(60_000) }).raw).toHaveLength(
    JSON.stringify(said({ text: '' })).length + 60_000,
  )
  expect(read({ text: 'x', ...deep })).toMatchObject({ text: 'x', raw: null })
})

test('a message of blocks has its words', () => {
  const blocks = [
    { type: 'heading', size: 1, text: 'Plan' },
    {
      type: 'paragraph',
      text: [
        'ask ',
        { type: 'bold', text: { type: 'mention', text: '@ann', username: 'ann' } },
        '!',
      ],
    },
    {
      type: 'list',
      items: [
        { label: '•', blocks: [{ type: 'paragraph', text: 'tea' }] },
        { label: '•', blocks: [{ type: 'unknown', text: 'milk' }] },
      ],
    },
    { type: 'divider' },
    { type: 'table', cells: [[{ text: 'a' }, { text: 'b' }]] },
  ]
  const message = read({ rich_message: { blocks } } as unknown as Partial<Message>)
  expect(message).toMatchObject({ kind: 'message', text: 'Plan\nask @ann!\n• tea\n• milk\na\nb' })
})

test('blocks in blocks without end are read', () => {
  let block: object = { type: 'paragraph', text: 'deep' }
  for (let i = 0; i < 100_000; i += 1) block = { type: 'blockquote', blocks: [block] }
  expect(read({ rich_message: { blocks: [block] } } as unknown as Partial<Message>).text).toBe(
    'deep',
  )
})
