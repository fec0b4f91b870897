import { z } from '@hono/zod-openapi'
import { SEND_STATES } from '../../domain/channels/send.ts'
import { arrayOf, count, flag, text, textOrNull, texts, time, timeOrNull } from './fields.ts'
import { shape } from './shape.ts'

/* Bots and sends on the wire. */

export const WireSend = shape(
  'Send',
  'An outgoing message of the bot',
  z.object({
    id: count('Id of the outgoing message', 31),
    channel: text('Name of the channel', 'telegram'),
    kind: text(
      'What it is: `answer`, `command` (reply to one), `button`, `greeting` or `digest`',
      'answer',
    ),
    state: z.enum(SEND_STATES).openapi({
      description:
        '`due`: waits. `sending`: is being sent. `posted`: delivered, not yet stored as a message. `sent`: done. `uncertain`: it may or may not have been delivered, and is not retried automatically. `failed`: the platform rejected it, or all attempts failed. `dropped`: dismissed, or there was nothing to send',
      example: 'uncertain',
    }),
    chat: text('The channel’s id of the chat', '-1001234567890'),
    topic: textOrNull('The channel’s id of the thread; null outside of threads'),
    message_id: textOrNull('Message it replies to; null if there is none', '7'),
    person: textOrNull('The channel’s id of the person it answers; null if there is none', '1042'),
    answer_id: textOrNull(
      'Id of the answer it contains; null if there is none',
      'a3f9c1d27be40865',
    ),
    sent_ids: texts('The channel’s ids of the parts delivered so far'),
    problem: textOrNull('Error of the last attempt; null if there was none', 'timeout'),
    created_at: time('Time at which it was queued'),
    changed_at: time('Time of the last change of its state'),
  }),
)

const WireBot = shape(
  'Bot',
  'A bot and the groups it is in',
  z.object({
    channel: text('Name of the channel', 'telegram'),
    id: text('The channel’s id of the bot', '7001234567'),
    username: text('Username of the bot, without @', 'earshot_bot'),
    reads_all: flag(
      'True if it receives all messages of groups, as the platform reports it (Telegram: privacy mode is off)',
      true,
    ),
    listened_at: time('Time at which it last listened'),
    groups: z
      .array(
        z.object({
          chat: text('The channel’s id of the group', '-1001234567890'),
          title: textOrNull('Title of the group; null if it is not known', 'Team'),
          status: textOrNull(
            'Status of the bot in the group, as the platform reports it; null if it is not known',
            'administrator',
          ),
          overheard_at: timeOrNull(
            'Time of the last message received that did not mention the bot; null if there was none since its status changed',
            '2026-03-10T11:50:00.000Z',
          ),
        }),
      )
      .openapi({ description: 'The groups, by title' }),
  }),
)

export const SendsReply = z.object({ sends: arrayOf(WireSend, 'At most 1,000, newest first') })
export type SendList = z.infer<typeof SendsReply>
export const BotsReply = z.object({ bots: arrayOf(WireBot, 'The bots, last used first') })
export type BotList = z.infer<typeof BotsReply>
