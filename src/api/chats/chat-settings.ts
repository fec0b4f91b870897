import { z } from '@hono/zod-openapi'
import { ANSWERS, HEARING, UNANSWERED_MINUTES } from '../../domain/chat-settings.ts'
import {
  DIGEST_TARGETS,
  type DigestSchedule,
  WEEKDAYS,
} from '../../domain/digest/digest-schedule.ts'
import type { ChatPreferences } from '../../engine/access/chat-settings.ts'
import type { Engine } from '../../engine/engine.ts'
import { requireRole } from '../auth.ts'
import type { Api } from '../env.ts'
import { defineRoute } from '../route.ts'
import { flag, text, textOrNull } from '../wire/fields.ts'
import { shape } from '../wire/shape.ts'
import { jsonBody, jsonReply, ThreadId } from '../wire/wire.ts'

const WireDigest = shape(
  'DigestSchedule',
  'When a group gets a digest of what happened since the last one, and where',
  z.strictObject({
    every: z.enum(['off', 'day', 'week']).openapi({
      description: '`off`: no digest',
      example: 'week',
    }),
    hour: z.int().min(0).max(23).default(9).openapi({
      description: 'Hour of the day, 0 to 23, in the time zone of the chat; default: 9',
      example: 9,
    }),
    weekday: z.enum(WEEKDAYS).default('mon').openapi({
      description: 'Day of the week, for `week`; default: mon',
      example: 'mon',
    }),
    to: z.enum(DIGEST_TARGETS).default('chat').openapi({
      description:
        '`chat`: to the group. `private`: to each member who wrote `/digest on` to the bot in a private chat; default: chat',
      example: 'chat',
    }),
  }),
)

const Wishes = shape(
  'ChatSettings',
  'The settings of a chat',
  z.object({
    thread_id: text('The chat, as it was requested', 'telegram:-1001234567890'),
    hearing: text('`on` or `off`; `off`: messages of the chat are not stored', 'on'),
    answers: text(
      '`everyone` or `admins`; `admins`: only admins of the chat are answered',
      'everyone',
    ),
    time_zone: textOrNull(
      'Time zone of the chat; null: the default (EARSHOT_TIME_ZONE)',
      'Europe/Kyiv',
    ),
    digest: WireDigest.nullable().openapi({
      description:
        'When the group gets a digest of what happened; null: the default (EARSHOT_BOT_DIGEST)',
    }),
    quiet_hours: textOrNull(
      'Hours in which no digest is sent, or `off`; null: the default (EARSHOT_BOT_QUIET_HOURS)',
      '22-7',
    ),
    unanswered_minutes: z.int().nullable().openapi({
      description:
        'Minutes of silence after which the bot answers an open question of the group unasked; null: never',
      example: 30,
    }),
    has_bot: flag(
      'True if a bot is connected to the channel; without a bot only the time zone can be set',
      true,
    ),
  }),
)
export type ChatSettingsOf = z.infer<typeof Wishes>

const Change = shape(
  'ChatSettingsChange',
  'Changed settings, at least one; omitted settings keep their values',
  z
    .strictObject({
      hearing: z.enum(HEARING).optional().openapi({
        description: '`off`: messages of the chat are not stored; needs a bot',
      }),
      answers: z.enum(ANSWERS).optional().openapi({
        description: '`admins`: only admins of the chat are answered; needs a bot',
      }),
      time_zone: z.string().max(64).nullable().optional().openapi({
        description: 'Such as Europe/Kyiv; null resets it to the default',
      }),
      digest: WireDigest.nullable()
        .openapi({
          description:
            'When the group gets a digest; null resets it to the default. Groups with a bot only',
        })
        .optional(),
      quiet_hours: z.string().max(12).nullable().optional().openapi({
        description:
          '`22-7`: no digest is sent from 22:00 until 7:00, it waits. `off`: none; null resets it to the default',
        example: '22-7',
      }),
      unanswered_minutes: z
        .int()
        .min(UNANSWERED_MINUTES.min)
        .max(UNANSWERED_MINUTES.max)
        .nullable()
        .optional()
        .openapi({
          description:
            'Minutes of silence after which the bot answers an open question of the group unasked; null: never (the default)',
          example: 30,
        }),
    })
    .refine((change) => Object.keys(change).length > 0, 'must name a setting'),
)

const params = z.object({
  thread_id: ThreadId.openapi({
    description: 'Chat: channel:chat',
    example: 'telegram:-1001234567890',
  }),
})
const read = defineRoute({
  method: 'get',
  path: '/api/chats/{thread_id}/settings',
  tag: 'Chats',
  role: 'admin',
  summary: 'Get the settings of a chat',
  middleware: [requireRole('admin')] as const,
  request: { params },
  responses: { 200: jsonReply(Wishes, 'The settings') },
  errors: ['chat_not_found'],
})
const change = defineRoute({
  method: 'put',
  path: '/api/chats/{thread_id}/settings',
  tag: 'Chats',
  role: 'admin',
  summary: 'Change the settings of a chat',
  description: 'Same as `/settings` and `/digest` in the chat. Omitted settings keep their values.',
  middleware: [requireRole('admin')] as const,
  request: { params, body: jsonBody(Change, { answers: 'admins', time_zone: 'Europe/Kyiv' }) },
  responses: { 200: jsonReply(Wishes, 'The settings after the change') },
  errors: ['chat_not_found'],
})

/** The settings of one chat. */
export function addChatSettingsRoutes(api: Api, engine: Engine): void {
  api.openapi(read, async (c) => {
    const threadId = c.req.valid('param').thread_id
    const wishes = await engine.readChatPreferences(c.get('principal'), threadId)
    return c.json(toWire(threadId, wishes), 200)
  })
  api.openapi(change, async (c) => {
    const threadId = c.req.valid('param').thread_id
    const { time_zone, quiet_hours, unanswered_minutes, ...others } = c.req.valid('json')
    const wanted = {
      ...others,
      timeZone: time_zone,
      quietHours: quiet_hours,
      unansweredMinutes: unanswered_minutes,
    }
    const wishes = await engine.changeChatPreferences(c.get('principal'), threadId, wanted)
    return c.json(toWire(threadId, wishes), 200)
  })
}

function toWire(threadId: string, wishes: ChatPreferences): ChatSettingsOf {
  const { hearing, answers, timeZone, digest, quietHours, unansweredMinutes, hasBot } = wishes
  return {
    thread_id: threadId,
    hearing,
    answers,
    time_zone: timeZone,
    digest: digest === null ? null : toWireDigest(digest),
    quiet_hours: quietHours,
    unanswered_minutes: unansweredMinutes,
    has_bot: hasBot,
  }
}

const DEFAULTS = { hour: 9, weekday: 'mon', to: 'chat' } as const

function toWireDigest(digest: DigestSchedule | 'off'): z.infer<typeof WireDigest> {
  if (digest === 'off') return { every: 'off', ...DEFAULTS }
  const { weekday, hour, to } = digest
  if (weekday === null) return { every: 'day', hour, weekday: DEFAULTS.weekday, to }
  return { every: 'week', hour, weekday, to }
}
