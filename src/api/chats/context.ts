import { z } from '@hono/zod-openapi'
import type { AnswerId } from '../../domain/ids.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Api } from '../env.ts'
import { defineRoute } from '../route.ts'
import { WireContext } from '../wire/context-shapes.ts'
import { toWireContext } from '../wire/context-wire.ts'
import { shape } from '../wire/shape.ts'
import {
  jsonBody,
  jsonReply,
  optionalId,
  optionalMoment,
  plainText,
  ThreadId,
  WireAuthor,
} from '../wire/wire.ts'

const Build = shape(
  'BuildContext',
  'A mention, whose context is built',
  z.object({
    thread_id: ThreadId,
    message: z.string().openapi({
      description: 'Text of the mention, at most 100,000 characters; may be empty',
      example: 'When is the launch?',
    }),
    author: WireAuthor.nullable()
      .openapi({
        description: 'Author of the mention; default: the person of the key, if it has one',
      })
      .optional(),
    message_id: optionalId('Id of the mention, if it was sent as a message', '9'),
    reply_to: optionalId('Id of the message the mention replies to'),
    quote: z.string().nullish().openapi({
      description:
        'Quoted part of the replied-to message; it takes precedence over the whole message',
    }),
    sent_at: optionalMoment('Time of the mention; default: now'),
    budget_tokens: z.int().min(0).max(1_000_000).nullish().openapi({
      description:
        'Maximum tokens of the context; default: EARSHOT_CONTEXT_TOKENS - EARSHOT_SYSTEM_TOKENS',
    }),
  }),
)

const Judged = shape(
  'Feedback',
  'A rating of one item',
  z.object({
    context_item_id: plainText(200).openapi({
      description: '`id` of a context item or citation: `message:…` or `chunk:…`',
      example: 'message:7',
    }),
    answer_id: plainText(200).nullish().openapi({
      description:
        '`meta.answer_id` of the context, or `answer_id` of the answer, that contained the item: the rating then applies to that chat or person only; default: to everyone who may see the item',
      example: 'a3f9c1d27be40865',
    }),
    useful: z.boolean().openapi({ description: 'True: useful; false: not useful', example: true }),
  }),
)

const feedback = defineRoute({
  method: 'post',
  path: '/api/context/feedback',
  tag: 'Context and answers',
  summary: 'Rate an item of a context as useful or not',
  description:
    'The rating changes scores in later contexts of the same chat, or of the same person if there is no chat.',
  request: { body: jsonBody(Judged) },
  responses: {
    200: jsonReply(
      z.object({ success: z.literal(true).openapi({ description: 'Always true' }) }),
      'Stored',
    ),
  },
  errors: ['item_not_found', 'answer_not_found'],
})

const build = defineRoute({
  method: 'post',
  path: '/api/context/build',
  tag: 'Context and answers',
  summary: 'Build the context of a mention, without a model call',
  description:
    'Returns the items a model would get and those left out, each with its score and reason. Items are in prompt order: memory and files, the conversation, then nearby messages. The mention need not be sent as a message before; only the trace is stored.',
  request: {
    body: jsonBody(Build, {
      thread_id: 'api:team',
      message: 'When is the launch?',
      author: { id: 'u2', name: 'Ben' },
      budget_tokens: 2_000,
    }),
  },
  responses: { 200: jsonReply(WireContext, 'The context') },
  errors: ['chat_not_found', 'invalid_timestamp', 'text_too_long'],
})

/** The context of a question, for callers with a model of their own. */
export function addContextRoutes(api: Api, engine: Engine, defaultBudget: number): void {
  api.openapi(build, async (c) => {
    const asked = c.req.valid('json')
    const budgetTokens = asked.budget_tokens ?? defaultBudget
    const built = await engine.buildContext(c.get('principal'), {
      threadId: asked.thread_id,
      text: asked.message,
      author: asked.author ?? null,
      messageId: asked.message_id ?? null,
      replyTo: asked.reply_to ?? null,
      quote: asked.quote || null,
      askedAt: asked.sent_at ?? null,
      budgetTokens,
    })
    const request = { threadId: asked.thread_id, budget: budgetTokens }
    return c.json(toWireContext(request, built), 200)
  })
  api.openapi(feedback, async (c) => {
    const { context_item_id, answer_id, useful } = c.req.valid('json')
    const said = {
      itemId: context_item_id,
      answerId: (answer_id ?? null) as AnswerId | null,
      useful,
    }
    await engine.feedback(c.get('principal'), said)
    return c.json({ success: true } as const, 200)
  })
}
