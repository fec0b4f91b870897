import { z } from '@hono/zod-openapi'
import { CHAT_KINDS } from '../../domain/chat.ts'
import { CORRECTION_KINDS } from '../../domain/link.ts'
import {
  arrayOf,
  count,
  decimal,
  flag,
  text,
  textOrNull,
  time,
  timeOrNull,
} from '../wire/fields.ts'
import { WireReaction } from '../wire/message-wire.ts'
import { shape } from '../wire/shape.ts'
import { WireRange } from '../wire/shared-shapes.ts'

/* The shapes of chats, of their messages and of corrections. */

const WireThread = shape(
  'ChatThread',
  'A chat without its threads, or one of its threads',
  z.object({
    thread_id: text('Chat or thread: channel:chat or channel:chat:topic', 'api:team'),
    channel: text('Name of the channel', 'api'),
    kind: z.enum(CHAT_KINDS).openapi({ description: 'Kind of the chat', example: 'group' }),
    title: textOrNull('Title of the chat; null if it has none', 'Team'),
    topic: textOrNull('Id of the thread inside the chat; null outside of threads'),
    messages: count('Number of messages, counted up to 1,000', 42),
    last_at: time('Time of the newest message'),
    last_text: text(
      'Beginning of the newest message, at most 160 characters; a placeholder if its author opted out of memory in a group',
      'The launch is on Thursday.',
    ),
    last_author: text('Name of its author, or a placeholder', 'Ann'),
  }),
)

export const WireChatList = shape(
  'ChatList',
  'A page of chats',
  z.object({
    chats: arrayOf(WireThread, 'The entries, newest message first'),
    next: textOrNull('`after` of the next page; null on the last'),
  }),
)

export const WireCorrectionKind = z.enum(CORRECTION_KINDS).openapi({
  description:
    '`together`: these messages are one conversation. `apart`: they do not belong to the conversation they are in. `start`: a new conversation starts with this message',
})

export const WireCorrection = shape(
  'LinkCorrection',
  'What a person said about the conversation of a message',
  z.object({
    id: text('Id of the correction', '12'),
    kind: WireCorrectionKind,
    message_id: text('Id of the corrected message', '8'),
    other_id: textOrNull(
      'Id of the message it was joined with or separated from; null for `start`',
      '7',
    ),
    author: textOrNull('Name of its author; null if an operator made the correction', 'Ann'),
    created_at: time('Time of the correction'),
  }),
)
export type WireCorrection = z.infer<typeof WireCorrection>

export const TimelineMessage = shape(
  'TimelineMessage',
  'A message of a thread with its links. If its author opted out of memory, text and name are placeholders in a group',
  z.object({
    id: text('Id in the channel', '7'),
    author: z
      .object({
        id: textOrNull('Id in the channel; null if the author opted out of memory', 'u1'),
        name: text('Name to display, or a placeholder', 'Ann'),
        is_bot: flag('True if a program wrote it'),
      })
      .openapi({ description: 'Author of the message' }),
    sent_at: time('Time at which it was sent'),
    edited_at: timeOrNull('Time of the last edit; null if it was never edited'),
    text: text('Its text; in lists the first 4,000 characters', 'The launch is on Thursday.'),
    left_out: count('Number of characters that were cut from the text', 0),
    reply_to: textOrNull('Id of the message it replies to; null if it is no reply', '6'),
    quote: textOrNull('Quoted part of that message; null if there is none'),
    media: z
      .array(
        z.object({
          kind: text('What it is: photo, voice, document …', 'photo'),
          name: textOrNull('File name; null if it has none'),
        }),
      )
      .openapi({ description: 'Attachments', example: [] }),
    reactions: arrayOf(WireReaction, 'Reactions, one entry per emoji'),
    conversation_id: textOrNull(
      'Conversation that the message is part of; null while messages of an earlier version are being grouped',
      '12',
    ),
    session_id: textOrNull('Session that the message is part of; null if it has none'),
    links: z
      .array(
        z.object({
          to: text('Id of the message it continues', '6'),
          probability: decimal('Probability of the link, 0 to 1', 0.93),
          reason: text('Reason in words', 'a reply'),
        }),
      )
      .openapi({ description: 'Which messages it continues, most probable first' }),
    corrections: arrayOf(WireCorrection, 'Corrections in effect').openapi({ example: [] }),
  }),
)

export const Timeline = shape(
  'Timeline',
  'A part of a thread',
  z.object({
    total: count('Number of messages in the thread', 42),
    version: text(
      'Changes with every change to the chat; until then cached pages are valid',
      '118.0',
    ),
    index: count('Index of the first returned message, from 0', 0),
    messages: arrayOf(TimelineMessage, 'The messages, oldest first'),
  }),
)

export const WireHits = shape(
  'TimelineHits',
  'Messages found in a thread',
  z.object({
    hits: z
      .array(
        z.object({
          index: count('Index of the message in its thread, from 0', 6),
          id: text('Id in the channel', '7'),
          author: text('Name of the author, or a placeholder', 'Ann'),
          sent_at: time('Time at which it was sent'),
          excerpt: text('Part of the text around the matches', 'The launch is on Thursday.'),
          ranges: arrayOf(WireRange, 'Matches to highlight in the excerpt'),
        }),
      )
      .openapi({ description: 'The messages, best match first' }),
  }),
)

export type ChatList = z.infer<typeof WireChatList>
export type ChatThread = z.infer<typeof WireThread>
export type Timeline = z.infer<typeof Timeline>
export type TimelineMessage = z.infer<typeof TimelineMessage>
export type TimelineHits = z.infer<typeof WireHits>
