import { z } from '@hono/zod-openapi'
import type { Personas } from '../../engine/answer/personas.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Api } from '../env.ts'
import { defineRoute } from '../route.ts'
import { count, text, textOrNull, time } from '../wire/fields.ts'
import { shape } from '../wire/shape.ts'
import { jsonBody, jsonReply, ThreadId } from '../wire/wire.ts'

const MAX_CHARACTERS = 4_000
const PERSONA = 'Answer in one sentence, in a friendly tone.'

const Prompts = shape(
  'Prompts',
  'The persona of a chat, or of all chats',
  z.object({
    thread_id: textOrNull('The chat; null: the default for all chats', 'api:team'),
    persona: textOrNull(
      'How the assistant writes; null if none is set: the persona of all chats applies, then `default_persona`',
      PERSONA,
    ),
    default_persona: text(
      'The built-in persona',
      'You are Earshot, an assistant that lives in a chat …',
    ),
    time_zone: textOrNull(
      'Time zone of the chat; null: the default time zone (EARSHOT_TIME_ZONE)',
      'Europe/Kyiv',
    ),
    versions: z
      .array(
        z.object({
          version: count('Number of the version, from 1', 1),
          persona: textOrNull('The persona; null where it was removed', PERSONA),
          created_at: time('Time of the change'),
        }),
      )
      .openapi({ description: 'The newest 50 versions, newest first' }),
  }),
)
export type PromptState = z.infer<typeof Prompts>

const Change = shape(
  'PromptChange',
  'Changes of persona and time zone; omitted fields keep their values',
  z.object({
    thread_id: ThreadId.nullish().openapi({ description: 'The chat; default: all chats' }),
    persona: z.string().trim().min(1).max(MAX_CHARACTERS).nullable().optional().openapi({
      description: 'How the assistant writes; null removes the override',
    }),
    time_zone: z.string().max(64).nullable().optional().openapi({
      description:
        'Time zone of the chat for times in the prompt, such as Europe/Kyiv; null: the default; needs a `thread_id`',
    }),
  }),
)

const read = defineRoute({
  method: 'get',
  path: '/api/prompts',
  tag: 'Settings',
  role: 'staff',
  summary: 'Get the persona of a chat, or of all chats, with its versions',
  request: {
    query: z.object({
      thread_id: ThreadId.optional().openapi({ description: 'The chat; default: all chats' }),
    }),
  },
  responses: { 200: jsonReply(Prompts, 'The current persona and its versions') },
  errors: ['chat_not_found'],
})
const change = defineRoute({
  method: 'put',
  path: '/api/prompts',
  tag: 'Settings',
  role: 'staff',
  summary: 'Set the persona of a chat, or of all chats',
  description:
    'Every change is stored as a new version. The rules for citations follow the persona in the prompt and cannot be changed.',
  request: { body: jsonBody(Change, { thread_id: 'api:team', persona: PERSONA }) },
  responses: { 200: jsonReply(Prompts, 'The persona after the change') },
  errors: ['chat_not_found'],
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
