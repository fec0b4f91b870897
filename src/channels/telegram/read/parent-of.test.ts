import type { Message } from 'grammy/types'
import { expect, test } from 'vitest'
import { parentOf } from './parent-of.ts'

const ANN = { id: 1, is_bot: false, first_name: 'Ann', last_name: 'Lee' } as const
const GROUP = { id: -1005, type: 'supergroup', title: 'Team' } as const
const CHANNEL = { id: -1009, type: 'channel', title: 'News' } as const
const SENT = { date: 1_704_067_200, sentAt: new Date('2024-01-01T00:00:00Z') }
const FILE = { file_id: 'f', file_unique_id: 'u', width: 1, height: 1, duration: 1 }
const TOPIC = { is_topic_message: true, message_thread_id: 7 }
const NOTHING = { replyTo: null, quote: null, contextSnapshot: null }

function said(fields: Partial<Message>): Message {
  return { message_id: 10, date: 1_704_067_260, chat: GROUP, from: ANN, text: 'yes', ...fields }
}

function parent(fields: Partial<Message> = {}) {
  const { text: _, ...message } = said({ message_id: 7, date: SENT.date })
  return { ...message, ...fields, reply_to_message: undefined } as const
}

const shown = (text: string, author = 'Ann Lee', authorId: string | null = String(ANN.id)) => ({
  text,
  author,
  authorId,
  sentAt: SENT.sentAt,
})
const opened = { forum_topic_created: { name: 'x', icon_color: 1 } } as const
const origin = { type: 'user', date: SENT.date, sender_user: ANN } as const
const channel = {
  type: 'channel',
  date: SENT.date,
  chat: CHANNEL,
  message_id: 3,
  author_signature: 'Bo',
} as const
const hidden = { type: 'hidden_user', date: SENT.date, sender_user_name: 'Cy' } as const

test.each([
  { why: 'nothing', fields: {}, expected: NOTHING },
  {
    why: 'a text',
    fields: { reply_to_message: parent({ text: 'ok?' }) },
    expected: { ...NOTHING, replyTo: '7', contextSnapshot: shown('ok?') },
  },
  {
    why: 'words below a picture',
    fields: { reply_to_message: parent({ caption: 'us', photo: [FILE] }) },
    expected: { ...NOTHING, replyTo: '7', contextSnapshot: shown('us') },
  },
  {
    why: 'a picture',
    fields: { reply_to_message: parent({ photo: [FILE] }) },
    expected: { ...NOTHING, replyTo: '7', contextSnapshot: shown('[photo]') },
  },
  {
    why: 'a file',
    fields: { reply_to_message: parent({ document: { ...FILE, file_name: 'a.pdf' } }) },
    expected: { ...NOTHING, replyTo: '7', contextSnapshot: shown('[document a.pdf]') },
  },
  {
    why: 'a round video',
    fields: { reply_to_message: parent({ video_note: { ...FILE, length: 1 } }) },
    expected: { ...NOTHING, replyTo: '7', contextSnapshot: shown('[video note]') },
  },
  {
    why: 'a note',
    fields: { reply_to_message: parent({ left_chat_member: ANN }) },
    expected: { ...NOTHING, replyTo: '7', contextSnapshot: shown('Ann Lee left.') },
  },
  {
    why: 'a channel’s post',
    fields: {
      reply_to_message: parent({ text: 'ok?', sender_chat: CHANNEL }),
      message_thread_id: 7,
    },
    expected: {
      ...NOTHING,
      replyTo: '7',
      contextSnapshot: shown('ok?', 'News', String(CHANNEL.id)),
    },
  },
  {
    why: 'a part of a text',
    fields: {
      reply_to_message: parent({ text: 'ok? or not?' }),
      quote: { text: 'or not?', position: 4 },
    },
    expected: { replyTo: '7', quote: 'or not?', contextSnapshot: shown('ok? or not?') },
  },
  {
    why: 'nothing, in a topic',
    fields: { ...TOPIC, reply_to_message: parent(opened) },
    expected: NOTHING,
  },
  {
    why: 'the opening of a topic',
    fields: { reply_to_message: parent(opened) },
    expected: NOTHING,
  },
  {
    why: 'nothing, in a topic that began with a text',
    fields: { ...TOPIC, reply_to_message: parent({ text: 'x' }) },
    expected: NOTHING,
  },
  {
    why: 'a text in a topic',
    fields: { ...TOPIC, reply_to_message: parent({ message_id: 8, text: 'ok?' }) },
    expected: { ...NOTHING, replyTo: '8', contextSnapshot: shown('ok?') },
  },
  {
    why: 'another chat by its message',
    fields: { reply_to_message: parent({ text: 'ok?', chat: CHANNEL }) },
    expected: NOTHING,
  },
  {
    why: 'another chat',
    fields: {
      external_reply: { origin: channel, chat: CHANNEL, message_id: 3 },
      quote: { text: 'ok?', position: 0 },
    },
    expected: { replyTo: null, quote: 'ok?', contextSnapshot: shown('ok?', 'News (Bo)', null) },
  },
  {
    why: 'a picture in another chat',
    fields: { external_reply: { origin: hidden, photo: [FILE] } },
    expected: { ...NOTHING, contextSnapshot: shown('[photo]', 'Cy', null) },
  },
  { why: 'what is not told', fields: { external_reply: { origin } }, expected: NOTHING },
  {
    why: 'another topic of this chat',
    fields: {
      external_reply: { origin, chat: GROUP, message_id: 5 },
      quote: { text: 'ok?', position: 0 },
    },
    expected: { replyTo: '5', quote: 'ok?', contextSnapshot: shown('ok?') },
  },
  {
    why: 'a story',
    fields: { reply_to_story: { chat: CHANNEL, id: 1 } },
    expected: {
      ...NOTHING,
      contextSnapshot: { text: '[story of News]', author: 'News', authorId: null, sentAt: null },
    },
  },
] as const)('a reply to $why', ({ fields, expected }) => {
  expect(parentOf(said(fields as Partial<Message>))).toEqual(expected)
})
