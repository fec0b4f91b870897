import { z } from '@hono/zod-openapi'
import { SEND_STATES, type Send } from '../../domain/channels/send.ts'
import type { BotStatus } from '../../engine/answer/sends.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Api } from '../env.ts'
import { defineRoute } from '../route.ts'
import { type BotList, BotsReply, SendsReply, WireSend } from '../wire/channels-wire.ts'
import { jsonReply } from '../wire/wire.ts'

/** Paths of earlier versions, for Telegram alone. */
const FORMER = 'The former path of the same under `/api/channels`.'

const botsRoute = <P extends string>(path: P, isOld = false) =>
  defineRoute({
    method: 'get',
    path,
    tag: 'Channels',
    role: 'staff',
    summary: 'List the bots and which group messages they receive',
    deprecated: isOld,
    ...(isOld ? { description: FORMER } : {}),
    responses: { 200: jsonReply(BotsReply, 'The bots') },
  })

const sendsRoute = <P extends string>(path: P, isOld = false) =>
  defineRoute({
    method: 'get',
    path,
    tag: 'Channels',
    role: 'staff',
    summary: 'List outgoing messages of the bots by state',
    deprecated: isOld,
    ...(isOld ? { description: FORMER } : {}),
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
const decideRoute = <P extends string>(path: P, isOld = false) =>
  defineRoute({
    method: 'post',
    path,
    tag: 'Channels',
    role: 'staff',
    summary: 'Resend or dismiss an outgoing message',
    deprecated: isOld,
    description: isOld ? FORMER : 'For an uncertain or failed message. Check the chat first.',
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

/** The routes of the bots, for operators. */
export function addChannelRoutes(api: Api, engine: Engine): void {
  for (const [path, isOld] of [
    ['/api/channels', false],
    ['/api/telegram', true],
  ] as const) {
    api.openapi(botsRoute(path, isOld), async (c) => {
      const found = await engine.describeBots(c.get('principal'))
      const shown = found.filter(({ channel }) => !isOld || channel === 'telegram')
      return c.json({ bots: shown.map(toWireBot) }, 200)
    })
    api.openapi(sendsRoute(`${path}/sends`, isOld), async (c) => {
      const sends = await engine.describeSends(c.get('principal'), [c.req.valid('query').state])
      return c.json({ sends: sends.map(toWire) }, 200)
    })
    api.openapi(decideRoute(`${path}/sends/{id}/{decision}`, isOld), async (c) => {
      const { id, decision } = c.req.valid('param')
      return c.json(toWire(await engine.decideSend(c.get('principal'), id, decision)), 200)
    })
  }
}

function toWireBot(bot: BotStatus): BotList['bots'][number] {
  return {
    channel: bot.channel,
    id: bot.bot,
    username: bot.username,
    reads_all: bot.readsAll,
    listened_at: bot.listenedAt.toISOString(),
    groups: bot.groups.map(({ chat, title, status, overheardAt }) => ({
      chat,
      title,
      status,
      overheard_at: overheardAt?.toISOString() ?? null,
    })),
  }
}

function toWire(send: Send): z.infer<typeof WireSend> {
  return {
    id: send.id,
    channel: send.channel,
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
