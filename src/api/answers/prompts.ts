import { createRoute, z } from '@hono/zod-openapi'
import type { Personas } from '../../engine/answer/personas.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Api } from '../env.ts'
import { jsonBody, jsonReply, problems, ThreadId } from '../wire/wire.ts'

const MAX_CHARACTERS = 4_000

const Prompts = z
  .object({
    thread_id: z.string().nullable().openapi({ description: 'Null: the default for all chats' }),
    persona: z.string().nullable().openapi({
      description: 'Null if none is set: the persona of all chats applies, then `default_persona`',
    }),
    default_persona: z.string(),
    time_zone: z.string().nullable().openapi({ description: 'Null: the default time zone' }),
    versions: z.array(
      z.object({ version: z.number(), persona: z.string().nullable(), created_at: z.string() }),
    ),
  })
  .openapi('Prompts')
export type PromptState = z.infer<typeof Prompts>

const Change = z
  .object({
    thread_id: ThreadId.nullish(),
    persona: z.string().trim().min(1).max(MAX_CHARACTERS).nullable().optional().openapi({
      description: 'How the assistant writes; null removes the override',
    }),
    time_zone: z.string().max(64).nullable().optional().openapi({
      description:
        'Time zone of the chat for times in the prompt, such as Europe/Kyiv; null: the default',
    }),
  })
  .openapi('PromptChange')

const read = createRoute({
  method: 'get',
  path: '/api/prompts',
  summary: 'Get the persona of a chat, or of all chats, with its versions',
  request: { query: z.object({ thread_id: ThreadId.optional() }) },
  responses: { 200: jsonReply(Prompts, 'The current persona and its versions'), ...problems },
})
const change = createRoute({
  method: 'put',
  path: '/api/prompts',
  summary: 'Set the persona of a chat, or of all chats',
  description:
    'Every change is stored as a new version. The rules for citations follow the persona in the prompt and cannot be changed.',
  request: { body: jsonBody(Change) },
  responses: { 200: jsonReply(Prompts, 'The persona after the change'), ...problems },
})

/** The routes of the assistant's prompts. */
export function addPromptRoutes(api: Api, engine: Engine): void {
  api.openapi(read, async (c) => {
    const threadId = c.req.valid('query').thread_id ?? null
    return c.json(toWire(threadId, await engine.readPersonas(c.get('principal'), threadId)), 200)
  })
  api.openapi(change, async (c) => {
    const { thread_id, persona, time_zone } = c.req.valid('json')
    const threadId = thread_id ?? null
    const wanted = { persona, timeZone: time_zone }
    const changed = await engine.changePersona(c.get('principal'), threadId, wanted)
    return c.json(toWire(threadId, changed), 200)
  })
}

function toWire(threadId: string | null, personas: Personas): z.infer<typeof Prompts> {
  return {
    thread_id: threadId,
    persona: personas.persona,
    default_persona: personas.defaultPersona,
    time_zone: personas.timeZone,
    versions: personas.versions.map(({ version, persona, createdAt }) => ({
      version,
      persona,
      created_at: createdAt.toISOString(),
    })),
  }
}
