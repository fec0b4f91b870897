import { createRoute, z } from '@hono/zod-openapi'
import { ANSWERS, HEARING } from '../../domain/chat-settings.ts'
import type { ChatPreferences } from '../../engine/access/chat-settings.ts'
import type { Engine } from '../../engine/engine.ts'
import { requireRole } from '../auth.ts'
import type { Api } from '../env.ts'
import { jsonBody, jsonReply, problems, ThreadId } from '../wire/wire.ts'

const Wishes = z
  .object({
    thread_id: z.string(),
    hearing: z.string().openapi({ description: '`off`: messages of the chat are not stored' }),
    answers: z.string().openapi({ description: '`admins`: only admins of the chat are answered' }),
    time_zone: z.string().nullable().openapi({ description: 'Null: the default time zone' }),
    has_bot: z
      .boolean()
      .openapi({ description: 'False: without a bot only the time zone can be set' }),
  })
  .openapi('ChatSettings')
export type ChatSettingsOf = z.infer<typeof Wishes>

const Change = z
  .strictObject({
    hearing: z.enum(HEARING).optional(),
    answers: z.enum(ANSWERS).optional(),
    time_zone: z.string().max(64).nullable().optional().openapi({
      description: 'Such as Europe/Kyiv; null resets it to the default',
    }),
  })
  .refine((change) => Object.keys(change).length > 0, 'must name a setting')
  .openapi('ChatSettingsChange')

const params = z.object({ thread_id: ThreadId })
const read = createRoute({
  method: 'get',
  path: '/api/chats/{thread_id}/settings',
  summary: 'Get the settings of a chat',
  middleware: [requireRole('admin')] as const,
  request: { params },
  responses: { 200: jsonReply(Wishes, 'The settings'), ...problems },
})
const change = createRoute({
  method: 'put',
  path: '/api/chats/{thread_id}/settings',
  summary: 'Change the settings of a chat',
  description: 'Same as `/settings` in Telegram. Omitted settings keep their values.',
  middleware: [requireRole('admin')] as const,
  request: { params, body: jsonBody(Change) },
  responses: { 200: jsonReply(Wishes, 'The settings after the change'), ...problems },
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
    const { hearing, answers, time_zone: timeZone } = c.req.valid('json')
    const wanted = { hearing, answers, timeZone }
    const wishes = await engine.changeChatPreferences(c.get('principal'), threadId, wanted)
    return c.json(toWire(threadId, wishes), 200)
  })
}

function toWire(threadId: string, wishes: ChatPreferences): ChatSettingsOf {
  const { hearing, answers, timeZone, hasBot } = wishes
  return { thread_id: threadId, hearing, answers, time_zone: timeZone, has_bot: hasBot }
}
