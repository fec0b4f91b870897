import { createRoute, z } from '@hono/zod-openapi'
import type { CorrectionId } from '../../domain/ids.ts'
import { CORRECTION_KINDS } from '../../domain/link-correction.ts'
import type { Engine } from '../../engine/engine.ts'
import type { ThreadCorrection } from '../../engine/views/correct-links.ts'
import type { Api } from '../env.ts'
import { Id, jsonBody, jsonReply, problems, ThreadId, WireAuthor } from '../wire/wire.ts'

/** The most messages that one request corrects. */
const MAX_MESSAGES = 50

const Kind = z.enum(CORRECTION_KINDS).openapi({
  description:
    '`together`: these messages are one conversation. `apart`: they do not belong to the conversation they are in. `start`: a new conversation starts with this message',
})

const CorrectLinks = z
  .strictObject({
    thread_id: ThreadId,
    kind: Kind,
    message_ids: z.array(Id).min(1).max(MAX_MESSAGES).openapi({
      description: 'Ids of the corrected messages, 1 to 50',
    }),
    apart_from: Id.nullish().openapi({
      description:
        'For `apart`: a message of the conversation they do not belong to; default: the conversation they are in',
    }),
    author: WireAuthor.nullish().openapi({
      description: 'Author of the correction, for staff keys; default: the caller',
    }),
  })
  .superRefine(({ kind, message_ids, apart_from }, context) => {
    const fail = (message: string, field: string) =>
      context.addIssue({ code: 'custom', message, path: [field] })
    const ids = new Set(message_ids)
    if (ids.size < message_ids.length) fail('names a message twice', 'message_ids')
    if (kind === 'together' && ids.size < 2) fail('needs two messages or more', 'message_ids')
    if (kind === 'start' && ids.size !== 1) fail('needs exactly one message', 'message_ids')
    if (apart_from == null) return
    if (kind !== 'apart') fail('is for apart only', 'apart_from')
    if (ids.has(apart_from)) fail('is one of message_ids', 'apart_from')
  })
  .openapi('CorrectLinks')

export const WireCorrection = z
  .object({
    id: z.string(),
    kind: Kind,
    message_id: z.string().openapi({ description: 'The corrected message' }),
    other_id: z.string().nullable().openapi({
      description: 'The message it was joined with or separated from; null for `start`',
    }),
    author: z
      .string()
      .nullable()
      .openapi({ description: 'Null if an operator made the correction' }),
    created_at: z.string(),
  })
  .openapi('LinkCorrection')
export type WireCorrection = z.infer<typeof WireCorrection>

const Listed = WireCorrection.extend({
  overruled: z.boolean().openapi({ description: 'True if a newer correction contradicts it' }),
}).openapi('ListedLinkCorrection')

const Stored = z.object({ corrections: z.array(WireCorrection) })
const RowId = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).openapi({
  type: 'string',
  example: '12',
  description: 'Correction id',
})

const add = createRoute({
  method: 'post',
  path: '/api/conversations/corrections',
  summary: 'Correct which messages of a thread are one conversation',
  description:
    'The correction applies to every later look back and to the console. Of contradicting corrections the newest applies; the others take effect again when it is undone. The opposite correction of the same two messages is replaced. Joined messages are each linked to the one before; a separated message leaves the conversation together with its replies.',
  request: { body: jsonBody(CorrectLinks) },
  responses: {
    201: jsonReply(Stored, 'The corrections, one for each corrected message'),
    200: jsonReply(Stored, 'All of these corrections existed already'),
    ...problems,
  },
})
const list = createRoute({
  method: 'get',
  path: '/api/conversations/corrections',
  summary: 'List the corrections of a thread',
  request: { query: z.object({ thread_id: ThreadId }) },
  responses: {
    200: jsonReply(z.object({ corrections: z.array(Listed) }), 'The newest 1,000, newest first'),
    ...problems,
  },
})
const undo = createRoute({
  method: 'delete',
  path: '/api/conversations/corrections/{id}',
  summary: 'Undo a correction',
  request: { params: z.object({ id: RowId }) },
  responses: { 204: { description: 'Undone' }, ...problems },
})

/** Corrections of conversations. Added before the routes of sessions, whose ids are in the same place. */
export function addLinkCorrectionRoutes(api: Api, { corrections }: Engine): void {
  api.openapi(add, async (c) => {
    const { thread_id, kind, message_ids, apart_from, author } = c.req.valid('json')
    const request = {
      kind,
      messageIds: message_ids,
      apartFrom: apart_from ?? null,
      author: author ?? null,
    }
    const stored = await corrections.correct(c.get('principal'), thread_id, request)
    const body = { corrections: stored.corrections.map(toWireCorrection) }
    return stored.isNew ? c.json(body, 201) : c.json(body, 200)
  })
  api.openapi(list, async (c) => {
    const { thread_id } = c.req.valid('query')
    const listed = await corrections.list(c.get('principal'), thread_id)
    const body = listed.map((one) => ({ ...toWireCorrection(one), overruled: one.isOverruled }))
    return c.json({ corrections: body }, 200)
  })
  api.openapi(undo, async (c) => {
    await corrections.undo(c.get('principal'), c.req.valid('param').id as CorrectionId)
    return c.body(null, 204)
  })
}

/** A correction on the wire. */
export function toWireCorrection(
  correction: Omit<ThreadCorrection, 'isOverruled'>,
): WireCorrection {
  return {
    id: String(correction.id),
    kind: correction.kind,
    message_id: correction.externalId,
    other_id: correction.otherExternalId,
    author: correction.author,
    created_at: correction.createdAt.toISOString(),
  }
}
