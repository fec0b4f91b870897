import { createRoute, z } from '@hono/zod-openapi'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '../../domain/errors.ts'
import { SEND_STATES, type Send } from '../../domain/send.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Api } from '../app.ts'
import { isSame } from '../auth.ts'
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
      'Something the bot owes a chat. `uncertain`: it may have arrived or not, and is not sent again by itself',
  })

const WireBot = z
  .object({
    id: z.string(),
    username: z.string(),
    reads_all: z.boolean().openapi({ description: 'Telegram’s word that privacy mode is off' }),
    listened_at: z.string(),
    groups: z.array(
      z.object({
        chat: z.string(),
        title: z.string().nullable(),
        status: z.string().nullable(),
        overheard_at: z.string().nullable().openapi({
          description: 'When it last heard a message that was not meant for it',
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
  summary: 'The Telegram bot, and what it hears in its groups',
  responses: { 200: jsonReply(BotsReply, 'The bots'), ...problems },
})

const list = createRoute({
  method: 'get',
  path: '/api/telegram/sends',
  summary: 'What the bot owes, and what became of it',
  request: { query: z.object({ state: z.enum(SEND_STATES).default('uncertain') }) },
  responses: {
    200: jsonReply(SendsReply, 'Newest first'),
    ...problems,
  },
})

const DECISIONS = ['again', 'dismiss'] as const
const decide = createRoute({
  method: 'post',
  path: '/api/telegram/sends/{id}/{decision}',
  summary: 'Send something again, or leave it',
  description: 'For a send that is uncertain or failed: look into the chat first.',
  request: {
    params: z.object({
      id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
      decision: z.enum(DECISIONS),
    }),
  },
  responses: { 200: jsonReply(WireSend, 'As it is now'), ...problems },
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
