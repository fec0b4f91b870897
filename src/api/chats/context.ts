import { createRoute, z } from '@hono/zod-openapi'
import type { AnswerId } from '../../domain/ids.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Api } from '../app.ts'
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
    message: z.string(),
    author: WireAuthor.nullish(),
    message_id: Id.nullish().openapi({
      description: 'The tag itself, if it was sent as a message',
    }),
    reply_to: Id.nullish(),
    quote: z.string().nullish().openapi({
      description: 'The part of that message that was quoted; it goes before the whole of it',
    }),
    sent_at: Moment.nullish(),
    budget_tokens: z.int().min(0).max(1_000_000).nullish(),
  })
  .openapi('BuildContext')

const Judged = z
  .object({
    context_item_id: plainText(200),
    answer_id: plainText(200).nullish().openapi({
      description: 'meta.answer_id of the context it was in: its word counts there only',
    }),
    useful: z.boolean(),
  })
  .openapi('Feedback')

const feedback = createRoute({
  method: 'post',
  path: '/api/context/feedback',
  summary: 'Say whether a piece of a context was of use',
  description:
    'It weighs in the next contexts of the same chat, or of the same person where there is no chat.',
  request: { body: jsonBody(Judged) },
  responses: { 200: jsonReply(z.object({ success: z.literal(true) }), 'Noted'), ...problems },
})

const build = createRoute({
  method: 'post',
  path: '/api/context/build',
  summary: 'Build the context of a tag, without asking a model',
  description:
    'What a model would be shown, and what not, each with its weight and reason. Items come in the order of a prompt: memory and files, the conversation, then what is nearby. The tag need not have been sent before; nothing is written but the trace.',
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
