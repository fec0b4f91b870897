import { z } from '@hono/zod-openapi'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '../../domain/errors.ts'
import { SEND_STATES, type Send } from '../../domain/send.ts'
import type { Engine } from '../../engine/engine.ts'
import { isSame } from '../auth.ts'
import type { Api } from '../env.ts'
import { DATABASE_ERRORS, defineRoute } from '../route.ts'
import { BotsReply, SendsReply, WireSend } from '../wire/telegram-wire.ts'
import { jsonReply } from '../wire/wire.ts'

/** Where Telegram posts updates; null while no bot uses a webhook. */
export type Webhook = {
  readonly secret: string
  /** Saves the update to the inbox; throws if the body is not one. */
  receive(body: string): Promise<void>
}

const MAX_BYTES = 1_048_576

const bots = defineRoute({
  method: 'get',
  path: '/api/telegram',
  tag: 'Channels',
  role: 'staff',
  summary: 'List the Telegram bots and which group messages they receive',
  responses: { 200: jsonReply(BotsReply, 'The bots') },
})

const list = defineRoute({
  method: 'get',
  path: '/api/telegram/sends',
  tag: 'Channels',
  role: 'staff',
  summary: 'List outgoing messages of the bot by state',
  request: {
    query: z.object({
      state: z
        .enum(SEND_STATES)
        .default('uncertain')
        .openapi({ description: 'State of the outgoing messages' }),
    }),
  },
  responses: { 200: jsonReply(SendsReply, 'The outgoing messages, newest first') },
})

const DECISIONS = ['again', 'dismiss'] as const
const decide = defineRoute({
  method: 'post',
  path: '/api/telegram/sends/{id}/{decision}',
  tag: 'Channels',
  role: 'staff',
  summary: 'Resend or dismiss an outgoing message',
  description: 'For an uncertain or failed message. Check the chat first.',
  request: {
    params: z.object({
      id: z.coerce
        .number()
        .int()
        .positive()
        .max(Number.MAX_SAFE_INTEGER)
        .openapi({ description: 'Id of the outgoing message', example: 31 }),
      decision: z.enum(DECISIONS).openapi({
        description: 'Send it again, or give up',
        example: 'again',
      }),
    }),
  },
  responses: { 200: jsonReply(WireSend, 'The outgoing message after the change') },
  errors: ['send_not_found'],
})

/** Documented by hand: the body is checked by the bot, and authenticated by our secret. */
const update = defineRoute({
  method: 'post',
  path: '/telegram/webhook',
  tag: 'Channels',
  summary: 'Receive an update of Telegram',
  description:
    'Called by Telegram if EARSHOT_TELEGRAM_WEBHOOK_URL is set. A 200 response means that the update is in the inbox.',
  parameters: [
    {
      in: 'header',
      name: 'X-Telegram-Bot-Api-Secret-Token',
      required: true,
      description: 'Secret that Earshot gave to Telegram',
      schema: { type: 'string', example: 'your-webhook-secret' },
    },
  ],
  request: {
    body: {
      content: {
        'application/json': {
          schema: z.record(z.string(), z.unknown()).openapi({
            description: 'An Update of the Telegram Bot API, at most a megabyte',
            example: { update_id: 1001 },
          }),
        },
      },
    },
  },
  responses: { 200: { description: 'Stored' } },
  errors: [
    'telegram_off',
    'forbidden',
    'body_too_large',
    'invalid_request',
    'internal',
    'write_not_made',
    ...DATABASE_ERRORS,
  ],
})

/** The routes of the bot, for operators. */
export function addTelegramRoutes(api: Api, engine: Engine): void {
  api.openapi(bots, async (c) => {
    const found = await engine.describeBots(c.get('principal'))
    return c.json(
      {
        bots: found.map(({ bot, username, readsAll, listenedAt, groups }) => ({
          id: bot,
          username,
          reads_all: readsAll,
          listened_at: listenedAt.toISOString(),
          groups: groups.map(({ chat, title, status, overheardAt }) => ({
            chat,
            title,
            status,
            overheard_at: overheardAt?.toISOString() ?? null,
          })),
        })),
      },
      200,
    )
  })
  api.openapi(list, async (c) => {
    const sends = await engine.describeSends(c.get('principal'), [c.req.valid('query').state])
    return c.json({ sends: sends.map(toWire) }, 200)
  })
  api.openapi(decide, async (c) => {
    const { id, decision } = c.req.valid('param')
    return c.json(toWire(await engine.decideSend(c.get('principal'), id, decision)), 200)
  })
}

/** Telegram's webhook: authenticated by our secret instead of a key. Responds once the update is in the inbox. */
export function addWebhookRoute(api: Api, webhook: () => Webhook | null): void {
  const limit = bodyLimit({
    maxSize: MAX_BYTES,
    onError: () => {
      throw new AppError(
        'body_too_large',
        'The body is larger than 1 MB. Updates of Telegram are smaller.',
      )
    },
  })
  api.openAPIRegistry.registerPath(update)
  api.post(update.path, limit, async (c) => {
    const open = webhook()
    if (open === null) {
      throw new AppError(
        'telegram_off',
        'No webhook is configured. Set EARSHOT_TELEGRAM_WEBHOOK_URL.',
      )
    }
    const given = c.req.header('x-telegram-bot-api-secret-token') ?? ''
    if (!isSame(given, open.secret)) {
      throw new AppError(
        'forbidden',
        'The webhook secret is missing or wrong. Only Telegram may call this.',
      )
    }
    await open.receive(await c.req.text())
    return c.body(null, 200)
  })
}

function toWire(send: Send): z.infer<typeof WireSend> {
  return {
    id: send.id,
    kind: send.kind,
    state: send.state,
    chat: send.chat,
    topic: send.topic,
    message_id: send.messageId,
    person: send.person,
    answer_id: send.answerId,
    sent_ids: [...send.sentIds],
    problem: send.problem,
    created_at: send.createdAt.toISOString(),
    changed_at: send.changedAt.toISOString(),
  }
}
