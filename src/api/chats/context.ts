import { createRoute, z } from '@hono/zod-openapi'
import type { AnswerId } from '../../domain/ids.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Api } from '../env.ts'
import { toWireContext, WireContext } from '../wire/context-wire.ts'
import {
  Id,
  jsonBody,
  jsonReply,
  Moment,
  plainText,
  problems,
  ThreadId,
  WireAuthor,
} from '../wire/wire.ts'

const Build = z
  .object({
    thread_id: ThreadId,
    message: z.string().openapi({ description: 'Text of the mention' }),
    author: WireAuthor.nullish(),
    message_id: Id.nullish().openapi({
      description: 'Id of the mention, if it was sent as a message',
    }),
    reply_to: Id.nullish().openapi({ description: 'Id of the message the mention replies to' }),
    quote: z.string().nullish().openapi({
      description:
        'Quoted part of the replied-to message; it takes precedence over the whole message',
    }),
    sent_at: Moment.nullish().openapi({ description: 'Time of the mention; default: now' }),
    budget_tokens: z.int().min(0).max(1_000_000).nullish().openapi({
      description:
        'Maximum tokens of the context; default: EARSHOT_CONTEXT_TOKENS - EARSHOT_SYSTEM_TOKENS',
    }),
  })
  .openapi('BuildContext')

const Judged = z
  .object({
    context_item_id: plainText(200).openapi({ description: '`id` of the context item' }),
    answer_id: plainText(200).nullish().openapi({
      description:
        'meta.answer_id of the context that contained the item: the feedback then applies to that chat or person only',
    }),
    useful: z.boolean(),
  })
  .openapi('Feedback')

const feedback = createRoute({
  method: 'post',
  path: '/api/context/feedback',
  summary: 'Rate an item of a context as useful or not',
  description:
    'The rating changes scores in later contexts of the same chat, or of the same person if there is no chat.',
  request: { body: jsonBody(Judged) },
  responses: { 200: jsonReply(z.object({ success: z.literal(true) }), 'Stored'), ...problems },
})

const build = createRoute({
  method: 'post',
  path: '/api/context/build',
  summary: 'Build the context of a mention, without a model call',
  description:
    'Returns the items a model would get and those left out, each with its score and reason. Items are in prompt order: memory and files, the conversation, then nearby messages. The mention need not be sent as a message before; only the trace is stored.',
  request: { body: jsonBody(Build) },
  responses: { 200: jsonReply(WireContext, 'The context'), ...problems },
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
