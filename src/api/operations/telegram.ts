import { createRoute, z } from '@hono/zod-openapi'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '../../domain/errors.ts'
import { SEND_STATES, type Send } from '../../domain/send.ts'
import type { Engine } from '../../engine/engine.ts'
import { isSame } from '../auth.ts'
import type { Api } from '../env.ts'
import { jsonReply, problems } from '../wire/wire.ts'

/** Where Telegram posts updates; null while no bot uses a webhook. */
export type Webhook = {
  readonly secret: string
  /** Saves the update to the inbox; throws if the body is not one. */
  receive(body: string): Promise<void>
}

const MAX_BYTES = 1_048_576

const WireSend = z
  .object({
    id: z.number(),
    kind: z.string(),
    state: z.enum(SEND_STATES),
    chat: z.string(),
    topic: z.string().nullable(),
    message_id: z.string().nullable(),
    person: z.string().nullable(),
    answer_id: z.string().nullable(),
    sent_ids: z.array(z.string()),
    problem: z.string().nullable(),
    created_at: z.string(),
    changed_at: z.string(),
  })
  .openapi('Send', {
    description:
      'A message of the outbox. `uncertain`: it may or may not have been delivered, and is not retried automatically',
  })

const WireBot = z
  .object({
    id: z.string(),
    username: z.string(),
    reads_all: z
      .boolean()
      .openapi({ description: 'True if privacy mode is off, as Telegram reports it' }),
    listened_at: z.string(),
    groups: z.array(
      z.object({
        chat: z.string(),
        title: z.string().nullable(),
        status: z.string().nullable(),
        overheard_at: z.string().nullable().openapi({
          description: 'Time of the last message received that did not mention the bot',
        }),
      }),
    ),
  })
  .openapi('TelegramBot')

const SendsReply = z.object({ sends: z.array(WireSend) })
export type SendList = z.infer<typeof SendsReply>
const BotsReply = z.object({ bots: z.array(WireBot) })
export type BotList = z.infer<typeof BotsReply>

const bots = createRoute({
  method: 'get',
  path: '/api/telegram',
  summary: 'List the Telegram bots and which group messages they receive',
  responses: { 200: jsonReply(BotsReply, 'The bots'), ...problems },
})

const list = createRoute({
  method: 'get',
  path: '/api/telegram/sends',
  summary: 'List outgoing messages of the bot by state',
  request: {
    query: z.object({
      state: z
        .enum(SEND_STATES)
        .default('uncertain')
        .openapi({ description: 'State of the outgoing messages' }),
    }),
  },
  responses: {
    200: jsonReply(SendsReply, 'The outgoing messages, newest first'),
    ...problems,
  },
})

const DECISIONS = ['again', 'dismiss'] as const
const decide = createRoute({
  method: 'post',
  path: '/api/telegram/sends/{id}/{decision}',
  summary: 'Resend or dismiss an outgoing message',
  description: 'For an uncertain or failed message. Check the chat first.',
  request: {
    params: z.object({
      id: z.coerce
        .number()
        .int()
        .positive()
        .max(Number.MAX_SAFE_INTEGER)
        .openapi({ description: 'Id of the outgoing message' }),
      decision: z.enum(DECISIONS).openapi({ description: 'Send it again, or give up' }),
    }),
  },
  responses: { 200: jsonReply(WireSend, 'The outgoing message after the change'), ...problems },
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
      throw new AppError('body_too_large', 'No update of Telegram’s is larger than a megabyte.')
    },
  })
  api.post('/telegram/webhook', limit, async (c) => {
    const open = webhook()
    if (open === null) {
      throw new AppError(
        'telegram_off',
        'No bot waits here: EARSHOT_TELEGRAM_WEBHOOK_URL is not set.',
      )
    }
    const given = c.req.header('x-telegram-bot-api-secret-token') ?? ''
    if (!isSame(given, open.secret)) {
      throw new AppError('forbidden', 'This is not from Telegram: the secret is missing or wrong.')
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
