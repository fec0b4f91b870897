import { z } from '@hono/zod-openapi'
import { CHAT_KINDS } from '../../domain/chat.ts'
import { MESSAGE_KINDS } from '../../domain/message.ts'
import { shape } from './shape.ts'
import {
  FreeText,
  Id,
  Moment,
  optionalId,
  optionalMoment,
  optionalText,
  WireAuthor,
} from './wire.ts'

/* Messages as they are sent. */

const MAX_MESSAGES = 1_000

const WireMedia = shape(
  'Media',
  'A picture, file, voice note or other attachment of a message; its content is not stored',
  z.object({
    kind: FreeText.openapi({
      description: 'What it is: photo, voice, document …',
      example: 'photo',
    }),
    file_id: optionalText('Id by which the channel provides the content', 'AgACAgIAAx'),
    name: optionalText('File name', 'plan.png'),
    mime_type: optionalText('MIME type', 'image/png'),
    size_bytes: z
      .int()
      .nonnegative()
      .nullish()
      .openapi({ description: 'Size in bytes', example: 48_213 }),
    url: z
      .url({ protocol: /^https?$/ })
      .max(2_000)
      .nullish()
      .openapi({
        description:
          'HTTP(S) URL of the content; downloaded only when a question is about the message',
        example: 'https://example.org/plan.png',
      }),
    album: optionalText('Id of the album; equal for media that were sent as one', '1357'),
  }),
)

export const WireReaction = shape(
  'Reaction',
  'A reaction to a message',
  z.object({
    emoji: FreeText.openapi({ description: 'The emoji', example: '👍' }),
    count: z.int().positive().openapi({
      description: 'Number of people who reacted with it',
      example: 2,
    }),
  }),
)

const WireSnapshot = shape(
  'Snapshot',
  'Content of a replied-to message that Earshot never received, as the channel provides it',
  z.object({
    text: z.string().openapi({
      description: 'Text of that message; cut at 100,000 characters',
      example: 'Shall we move the launch?',
    }),
    author: optionalText('Name of its author', 'Ben'),
    author_id: optionalId(
      'Id of its author on the channel; forgetting that person erases the copy',
      'ben',
    ),
    sent_at: optionalMoment('Time at which it was sent'),
  }),
)

const WireMessage = shape(
  'Message',
  'A message, as its author sent it',
  z.object({
    id: Id.openapi({ description: 'Id in the channel, unique in its chat' }),
    kind: z.enum(MESSAGE_KINDS).default('message').openapi({
      description:
        '`system`: a notice of the platform (joined, pinned); never part of a conversation',
    }),
    author: WireAuthor.openapi({ description: 'Author of the message; stored if not known yet' }),
    sent_at: Moment.openapi({ description: 'Time at which it was sent' }),
    text: z.string().openapi({
      description: 'Text, at most 100,000 characters; may be empty',
      example: 'The launch is on Thursday.',
    }),
    reply_to: optionalId('Id of the message it replies to', '6'),
    quote: z.string().nullish().openapi({
      description: 'Quoted part of the replied-to message; cut at 100,000 characters',
    }),
    thread_id: optionalId('Id of the thread (forum topic) inside the chat; default: none', '3'),
    media: z.array(WireMedia).max(50).nullish().openapi({ description: 'Attachments' }),
    reactions: z.array(WireReaction).max(100).nullish().openapi({
      description: 'Reactions, one entry per emoji',
    }),
    context_snapshot: WireSnapshot.nullable()
      .openapi({
        description: 'Content of the replied-to message, if Earshot never received it',
      })
      .optional(),
    edited_at: optionalMoment('Time of the last edit; default: never edited'),
  }),
)

const template = (description: string, example: string) =>
  z
    .string()
    .max(500)
    .regex(
      /^https:\/\/[^\s<>"{}]+\/[^\s<>"]*\{(message|digits)\}/,
      'must be an https address with {message} or {digits}',
    )
    .openapi({ description, example })

const WireLinks = shape(
  'MessageLinks',
  'Web addresses of the messages of a chat: `{message}` stands for the id of the message, `{digits}` for an id of digits without its dots, `{thread}` for the thread',
  z.object({
    message: template(
      'Address of a message outside of threads',
      'https://chat.example/team/{message}',
    ),
    thread_message: template(
      'Address of a message in a thread',
      'https://chat.example/team/{thread}/{message}',
    ),
  }),
)

const WireChat = shape(
  'Chat',
  'The chat that messages belong to. It is stored with its first messages',
  z.object({
    channel: z
      .string()
      .regex(/^[a-z][a-z0-9_-]{0,31}$/, 'must be a short lower-case name')
      .openapi({
        description: 'Name of the channel; your own programs choose one, such as `api`',
        example: 'api',
      }),
    id: Id.openapi({ description: 'Id of the chat in the channel', example: 'team' }),
    kind: z.enum(CHAT_KINDS).default('group').openapi({
      description:
        'Kind of the chat. Memory of a `group` belongs to the group, of other kinds to the person. The first delivery fixes it',
    }),
    title: optionalText('Title; default: the stored one', 'Team'),
    links: WireLinks.nullable()
      .openapi({
        description:
          'Web addresses of its messages, for citations; staff only. Default: the stored ones',
      })
      .optional(),
  }),
)

/** Messages of one chat. */
export const Messages = shape(
  'Messages',
  'Messages of one chat, delivered together',
  z.object({
    chat: WireChat.openapi({ description: 'Chat that the messages belong to' }),
    messages: z.array(WireMessage).min(1).max(MAX_MESSAGES).openapi({
      description: 'The messages, in any order',
    }),
    ids: z.literal('foreign').nullish().openapi({
      description:
        '`foreign`: the ids come from an export and differ from the channel’s ids; messages are identified by author, time and text',
    }),
    import_id: optionalText(
      'Import that these messages belong to (POST /api/imports); staff only',
      '5f1c2f6e-3f5a-4a53-9f3c-1f0c8e5a7d21',
    ),
  }),
)
