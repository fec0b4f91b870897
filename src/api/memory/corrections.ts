import { z } from '@hono/zod-openapi'
import type { SessionId } from '../../domain/ids.ts'
import { slugOf } from '../../domain/memory.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Corrected, Whose } from '../../memory/correct.ts'
import type { Memory } from '../../memory/memory.ts'
import { cleanText } from '../../text/clean-text.ts'
import { requireRole } from '../auth.ts'
import type { Api } from '../env.ts'
import { defineRoute } from '../route.ts'
import { flag } from '../wire/fields.ts'
import { RememberedSession, toRememberedSession } from '../wire/memory-wire.ts'
import { shape } from '../wire/shape.ts'
import { jsonBody, jsonReply, plainText, SessionKey, ThreadId } from '../wire/wire.ts'
import { WirePerson } from './summaries.ts'

const LONGEST = 4_000
const MAX_TAGS = 10

const Correction = shape(
  'Correction',
  'A new summary, new tags, or both; omitted fields keep their values',
  z
    .strictObject({
      summary_text: z
        .string()
        .max(LONGEST)
        .transform((text) => cleanText(text).trim())
        .refine((text) => text !== '', 'must say something; DELETE takes a summary away')
        .optional()
        .openapi({
          type: 'string',
          maxLength: LONGEST,
          example: '- Wants invoices as PDF, net 30',
          description: 'New summary; at most 300 tokens, not empty',
        }),
      tags: z
        .array(plainText(60).refine((tag) => slugOf(tag) !== '', 'must hold letters or digits'))
        .max(MAX_TAGS)
        .optional()
        .openapi({
          example: ['invoices', 'acme'],
          description: 'New tags; stored in lower case, words joined by hyphens',
        }),
    })
    .refine(
      ({ summary_text, tags }) => summary_text !== undefined || tags !== undefined,
      'send summary_text, tags, or both',
    ),
)

const CorrectedSession = shape(
  'CorrectedTalk',
  'A corrected session',
  z.object({
    session: RememberedSession.openapi({
      description: 'The session after the change; `folded` is null until the summaries are rebuilt',
    }),
    redacted: flag('True if personal data was removed from the text or the tags'),
  }),
)
export type CorrectedSession = z.infer<typeof CorrectedSession>

const ofPerson = z.object({ id: WirePerson, session_id: SessionKey })
const ofGroup = z.object({ thread_id: ThreadId, session_id: SessionKey })

const CORRECT =
  'Omitted fields keep their values. Email addresses, numbers and keys are removed, as in every summary. The recent summary, the history and the topic summaries derived from the old text are rebuilt; existing answers stay.'
const REMOVE =
  'The session itself stays; it is not summarized again. The recent summary, the history and the topic summaries derived from it are rebuilt, and the text of answers derived from it is erased.'

const correctOwn = defineRoute({
  method: 'patch',
  path: '/api/people/{id}/memory/sessions/{session_id}',
  tag: 'Memory',
  summary: 'Correct the summary of a person’s session',
  description: CORRECT,
  request: { params: ofPerson, body: jsonBody(Correction) },
  responses: { 200: jsonReply(CorrectedSession, 'The summary after the change') },
  errors: ['person_not_found', 'session_not_found', 'text_too_long'],
})
const removeOwn = defineRoute({
  method: 'delete',
  path: '/api/people/{id}/memory/sessions/{session_id}',
  tag: 'Memory',
  summary: 'Delete the summary of a person’s session',
  description: REMOVE,
  request: { params: ofPerson },
  responses: { 204: { description: 'Deleted' } },
  errors: ['person_not_found', 'session_not_found'],
})
const correctGroup = defineRoute({
  method: 'patch',
  path: '/api/chats/{thread_id}/memory/sessions/{session_id}',
  tag: 'Memory',
  role: 'staff',
  summary: 'Correct the summary of a group’s session',
  description: CORRECT,
  middleware: [requireRole('staff')] as const,
  request: { params: ofGroup, body: jsonBody(Correction) },
  responses: { 200: jsonReply(CorrectedSession, 'The summary after the change') },
  errors: ['chat_not_found', 'session_not_found', 'text_too_long'],
})
const removeGroup = defineRoute({
  method: 'delete',
  path: '/api/chats/{thread_id}/memory/sessions/{session_id}',
  tag: 'Memory',
  role: 'staff',
  summary: 'Delete the summary of a group’s session',
  description: REMOVE,
  middleware: [requireRole('staff')] as const,
  request: { params: ofGroup },
  responses: { 204: { description: 'Deleted' } },
  errors: ['chat_not_found', 'session_not_found'],
})

/** The routes that correct or delete the memory of single sessions. */
export function addCorrectionRoutes(api: Api, engine: Engine, memory: Memory): void {
  api.openapi(correctOwn, async (c) => {
    const { id, session_id } = c.req.valid('param')
    const correction = toCorrection(c.req.valid('json'))
    const whose: Whose = { person: id }
    const corrected = await memory.correct(
      c.get('principal'),
      whose,
      session_id as SessionId,
      correction,
    )
    return c.json(toWire(corrected), 200)
  })
  api.openapi(removeOwn, async (c) => {
    const { id, session_id } = c.req.valid('param')
    await memory.unremember(c.get('principal'), { person: id }, session_id as SessionId)
    return c.body(null, 204)
  })
  api.openapi(correctGroup, async (c) => {
    const { thread_id, session_id } = c.req.valid('param')
    const correction = toCorrection(c.req.valid('json'))
    const principal = c.get('principal')
    const owner = await engine.findMemory(principal, thread_id)
    const corrected = await memory.correct(
      principal,
      { owner },
      session_id as SessionId,
      correction,
    )
    return c.json(toWire(corrected), 200)
  })
  api.openapi(removeGroup, async (c) => {
    const { thread_id, session_id } = c.req.valid('param')
    const principal = c.get('principal')
    const owner = await engine.findMemory(principal, thread_id)
    await memory.unremember(principal, { owner }, session_id as SessionId)
    return c.body(null, 204)
  })
}

function toCorrection({ summary_text, tags }: z.infer<typeof Correction>) {
  return { text: summary_text ?? null, tags: tags ?? null }
}

/** Recent summaries do not include it yet: they are being rebuilt. */
function toWire({ talk, isRedacted }: Corrected): CorrectedSession {
  return { session: toRememberedSession(talk, null), redacted: isRedacted }
}
