import { z } from '@hono/zod-openapi'
import type { CorrectionId } from '../../domain/ids.ts'
import type { Engine } from '../../engine/engine.ts'
import type { ThreadCorrection } from '../../engine/views/correct-links.ts'
import type { Api } from '../env.ts'
import { defineRoute } from '../route.ts'
import { arrayOf, flag } from '../wire/fields.ts'
import { shape } from '../wire/shape.ts'
import { Id, jsonBody, jsonReply, optionalId, RowId, ThreadId, WireAuthor } from '../wire/wire.ts'
import { WireCorrection, WireCorrectionKind } from './chat-shapes.ts'

/** The most messages that one request corrects. */
const MAX_MESSAGES = 50

const CorrectLinks = shape(
  'CorrectLinks',
  'A correction of which messages are one conversation',
  z
    .strictObject({
      thread_id: ThreadId,
      kind: WireCorrectionKind,
      message_ids: z
        .array(Id)
        .min(1)
        .max(MAX_MESSAGES)
        .openapi({
          description:
            'Ids of the corrected messages, each once: two or more for `together`, one for `start`',
          example: ['7', '8'],
        }),
      apart_from: optionalId(
        'For `apart`: a message of the conversation they do not belong to; default: the conversation they are in',
        '3',
      ),
      author: WireAuthor.nullable()
        .openapi({
          description: 'Author of the correction, for staff keys; default: the caller',
        })
        .optional(),
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
    }),
)

const Listed = shape(
  'ListedLinkCorrection',
  'A correction and whether it is in effect',
  WireCorrection.extend({ overruled: flag('True if a newer correction contradicts it') }),
)

const Stored = z.object({
  corrections: arrayOf(WireCorrection, 'The corrections, one for each corrected message'),
})

const add = defineRoute({
  method: 'post',
  path: '/api/conversations/corrections',
  tag: 'Chats',
  summary: 'Correct which messages of a thread are one conversation',
  description:
    'The correction applies to every later look back and to the console. Of contradicting corrections the newest applies; the others take effect again when it is undone. The opposite correction of the same two messages is replaced. Joined messages are each linked to the one before; a separated message leaves the conversation together with its replies.',
  request: {
    body: jsonBody(CorrectLinks, {
      thread_id: 'api:team',
      kind: 'together',
      message_ids: ['7', '8'],
    }),
  },
  responses: {
    201: jsonReply(Stored, 'The corrections'),
    200: jsonReply(Stored, 'All of these corrections existed already'),
  },
  errors: ['chat_not_found', 'message_not_found', 'person_not_found'],
})
const list = defineRoute({
  method: 'get',
  path: '/api/conversations/corrections',
  tag: 'Chats',
  summary: 'List the corrections of a thread',
  request: { query: z.object({ thread_id: ThreadId }) },
  responses: {
    200: jsonReply(
      z.object({ corrections: arrayOf(Listed, 'The newest 1,000, newest first') }),
      'The corrections',
    ),
  },
  errors: ['chat_not_found'],
})
const undo = defineRoute({
  method: 'delete',
  path: '/api/conversations/corrections/{id}',
  tag: 'Chats',
  summary: 'Undo a correction',
  description: 'Everyone who may read the chat may undo it.',
  request: { params: z.object({ id: RowId.openapi({ description: 'Id of the correction' }) }) },
  responses: { 204: { description: 'Undone' } },
  errors: ['correction_not_found'],
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
