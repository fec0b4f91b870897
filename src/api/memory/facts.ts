import { z } from '@hono/zod-openapi'
import { FACT_ATTRIBUTES, FACT_STATUSES, type FactStatus } from '../../domain/fact.ts'
import type { FactId } from '../../domain/ids.ts'
import type { Memory } from '../../memory/memory.ts'
import { cleanText } from '../../text/clean-text.ts'
import type { Api } from '../env.ts'
import { defineRoute } from '../route.ts'
import { toWireFact, WireFact } from '../wire/fact-wire.ts'
import { arrayOf, count } from '../wire/fields.ts'
import { shape } from '../wire/shape.ts'
import { jsonBody, jsonReply, pageSize, plainText, ThreadId } from '../wire/wire.ts'
import { WirePerson } from './summaries.ts'

/* Facts that people stated: to see, search, correct, confirm, reject, pin and delete them. */

const LONGEST_FACT = 500

const Facts = shape(
  'Facts',
  'A page of facts',
  z.object({
    facts: arrayOf(WireFact, 'Facts, pinned ones first, then the newest'),
    total: count('Number of all facts that match', 1),
  }),
)
export type FactList = z.infer<typeof Facts>

const params = z.object({
  id: z
    .string()
    .regex(/^\d{1,15}$/, 'must be the id of a fact')
    .openapi({ param: { name: 'id', in: 'path' }, description: 'Id of the fact', example: '12' }),
})

const list = defineRoute({
  method: 'get',
  path: '/api/facts',
  tag: 'Memory',
  summary: 'List and search facts',
  description:
    'Staff keys list the facts of the whole workspace, a member key those about its own person. By default those that hold now.',
  request: {
    query: z.object({
      person: WirePerson.optional().openapi({
        description: 'Only facts about this person; default: all that the key may see',
      }),
      thread_id: ThreadId.optional().openapi({
        description: 'Only facts stated in this chat; default: all chats',
      }),
      q: plainText(200).optional().openapi({
        description: 'Words that the fact must have; default: all facts',
        example: 'allergic',
      }),
      attribute: z.enum(FACT_ATTRIBUTES).optional().openapi({
        description: 'Only facts of this kind; default: all kinds',
        example: 'home',
      }),
      status: z.enum(FACT_STATUSES).optional().openapi({
        description:
          'Only facts with this status; default: `active`. `proposed` is the review queue (`EARSHOT_FACTS_REVIEW`)',
      }),
      at: z.iso.datetime({ offset: true }).optional().openapi({
        description:
          'The facts that held at this time; default: now, and with `status=proposed` at any time',
        example: '2026-03-10T12:00:00Z',
      }),
      history: z.enum(['true', 'false']).optional().openapi({
        description: '`true`: also facts that no longer hold, whatever `at` is; default: `false`',
      }),
      limit: pageSize(200, 50),
      offset: z.coerce.number().int().min(0).max(100_000).optional().openapi({
        description: 'How many to skip; default: 0',
        example: 0,
      }),
    }),
  },
  responses: { 200: jsonReply(Facts, 'A page of facts') },
  errors: ['person_not_found', 'chat_not_found'],
})
const history = defineRoute({
  method: 'get',
  path: '/api/facts/{id}/history',
  tag: 'Memory',
  summary: 'Get the history of a fact',
  description: 'What held before and after it: facts of the same subject and kind, oldest first.',
  request: { params },
  responses: { 200: jsonReply(Facts, 'The facts, oldest first') },
  errors: ['fact_not_found', 'person_not_found'],
})
const change = defineRoute({
  method: 'patch',
  path: '/api/facts/{id}',
  tag: 'Memory',
  summary: 'Correct, confirm, reject or pin a fact',
  description:
    'Omitted fields keep their values. A new text is a fact of its own, with a new id, which takes the place of the old one. What people changed stays when the messages are read again. A member key changes what is about its person or was said by them, and confirms what is about its person.',
  request: {
    params,
    body: jsonBody(
      shape(
        'FactChange',
        'What is changed',
        z
          .strictObject({
            text: z
              .string()
              .max(LONGEST_FACT)
              .transform((typed) => cleanText(typed).trim())
              // Invisible characters alone are nothing that anybody could read.
              .refine(
                (typed) => /[\p{L}\p{N}\p{S}]/u.test(typed),
                'must say something; DELETE takes a fact away',
              )
              .optional()
              .openapi({
                type: 'string',
                maxLength: LONGEST_FACT,
                example: 'Ann lives in Porto',
                description: 'The fact as it should be',
              }),
            status: z.enum(['active', 'rejected']).optional().openapi({
              description: '`active`: confirmed. `rejected`: wrong, and not used any more',
            }),
            pinned: z.boolean().optional().openapi({
              description: 'True: comes before other facts',
              example: true,
            }),
          })
          .refine(
            (body) => Object.values(body).some((value) => value !== undefined),
            'send text, status or pinned',
          ),
      ),
    ),
  },
  responses: { 200: jsonReply(WireFact, 'The fact after the change') },
  errors: ['fact_not_found', 'person_not_found'],
})
const remove = defineRoute({
  method: 'delete',
  path: '/api/facts/{id}',
  tag: 'Memory',
  summary: 'Delete a fact',
  description:
    'Its text is erased and does not come back when the messages are read again. The messages themselves stay.',
  request: { params },
  responses: { 204: { description: 'Deleted' } },
  errors: ['fact_not_found', 'person_not_found'],
})

type FactMoment = {
  readonly at?: string | undefined
  readonly history?: string | undefined
  readonly status?: FactStatus | undefined
}

/** When the facts must hold. One that waits for review is listed whenever it holds: the latest need not be right. */
function momentOf({ at, history: withPast, status }: FactMoment, now: Date): Date | null {
  if (withPast === 'true' || (status === 'proposed' && at === undefined)) return null
  return at === undefined ? now : new Date(at)
}

/** The facts that people stated. */
export function addFactRoutes(api: Api, memory: Memory, now: () => Date): void {
  api.openapi(list, async (c) => {
    const query = c.req.valid('query')
    const { facts, total } = await memory.facts.search(c.get('principal'), {
      person: query.person ?? null,
      threadId: query.thread_id ?? null,
      text: query.q ?? '',
      attribute: query.attribute ?? null,
      statuses: [query.status ?? 'active'],
      at: momentOf(query, now()),
      limit: query.limit,
      offset: query.offset ?? 0,
    })
    return c.json({ facts: facts.map(toWireFact), total }, 200)
  })
  api.openapi(history, async (c) => {
    const id = Number(c.req.valid('param').id) as FactId
    const facts = await memory.facts.history(c.get('principal'), id)
    return c.json({ facts: facts.map(toWireFact), total: facts.length }, 200)
  })
  api.openapi(change, async (c) => {
    const id = Number(c.req.valid('param').id) as FactId
    const { text: typed = null, status = null, pinned = null } = c.req.valid('json')
    const edit = { text: typed, status, isPinned: pinned }
    return c.json(toWireFact(await memory.facts.edit(c.get('principal'), id, edit)), 200)
  })
  api.openapi(remove, async (c) => {
    await memory.facts.drop(c.get('principal'), Number(c.req.valid('param').id) as FactId)
    return c.body(null, 204)
  })
}
