import { z } from '@hono/zod-openapi'
import type { Memory } from '../../memory/memory.ts'
import type { SeenPerson } from '../../memory/read-memory.ts'
import { requireRole } from '../auth.ts'
import type { Api } from '../env.ts'
import { defineRoute } from '../route.ts'
import { count, flag, text, textOrNull, texts, time } from '../wire/fields.ts'
import { remembered, toWireRemembered } from '../wire/memory-wire.ts'
import { shape } from '../wire/shape.ts'
import { jsonBody, jsonReply, plainText } from '../wire/wire.ts'
import { WirePerson } from './summaries.ts'

const Remembered = shape(
  'Memory',
  'The memory of a person',
  z.object({
    person: z
      .object({
        id: text('Internal id of the account', '5'),
        channel: text('Name of the channel', 'telegram'),
        external_id: text('Id in the channel', '1042'),
        name: textOrNull('Name to display; null if it is not known', 'Ann'),
        linked_ids: texts(
          'Internal ids of all accounts that share this memory, its own too',
          '5',
          '9',
        ),
      })
      .openapi({ description: 'The person' }),
    opted_out: flag('True if the person opted out of memory'),
    ...remembered,
  }),
)
export type PersonMemory = z.infer<typeof Remembered>

const params = z.object({ id: WirePerson })

const see = defineRoute({
  method: 'get',
  path: '/api/people/{id}/memory',
  tag: 'Memory',
  summary: 'Get the memory of a person',
  description: 'A member key reads the memory of its own person.',
  request: { params },
  responses: { 200: jsonReply(Remembered, 'The memory') },
  errors: ['person_not_found'],
})
const optOut = defineRoute({
  method: 'put',
  path: '/api/people/{id}/memory',
  tag: 'Memory',
  summary: 'Opt out of memory, or in again',
  description:
    'Opting out deletes the person’s memory at once and stores nothing new. In groups the model gets placeholders instead of the person’s messages.',
  request: {
    params,
    body: jsonBody(
      shape(
        'OptOut',
        'Whether a person opts out of memory',
        z.object({
          opted_out: z.boolean().openapi({
            description: 'True: opt out; false: opt in again',
            example: true,
          }),
        }),
      ),
    ),
  },
  responses: { 200: jsonReply(Remembered, 'The memory after the change') },
  errors: ['person_not_found'],
})
const forget = defineRoute({
  method: 'delete',
  path: '/api/people/{id}/memory',
  tag: 'Memory',
  summary: 'Forget a person',
  description:
    'Messages, sessions, answers, summaries, facts and files of the person are deleted, and data derived from them is rebuilt from the rest. The database files are rewritten soon afterwards.',
  request: { params },
  responses: {
    200: jsonReply(
      shape(
        'Forgotten',
        'Numbers of deleted rows',
        z.object({
          messages: count('Deleted messages', 214),
          sessions: count('Deleted sessions', 12),
          files: count('Deleted files', 1),
        }),
      ),
      'What was deleted',
    ),
  },
  errors: ['person_not_found'],
})
const exported = defineRoute({
  method: 'get',
  path: '/api/people/{id}/export',
  tag: 'People',
  summary: 'Export all stored data of a person',
  request: { params },
  responses: {
    200: jsonReply(
      shape(
        'Export',
        'Rows by table, as they are stored',
        z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
      ).openapi({
        example: {
          people: [{ id: 5, channel: 'telegram', external_id: '1042', name: 'Ann' }],
          facts: [
            {
              text: 'Prefers PDF invoices',
              attribute: 'note',
              said_at: '2026-03-10T11:50:00.000Z',
              status: 'active',
            },
          ],
        },
      }),
      'Rows by table',
    ),
  },
  errors: ['person_not_found'],
})
const linkCode = defineRoute({
  method: 'post',
  path: '/api/people/{id}/link-code',
  tag: 'People',
  summary: 'Create a one-time code that links another account of the same person',
  request: { params },
  responses: {
    200: jsonReply(
      shape(
        'LinkCode',
        'A one-time code',
        z.object({
          code: text('The code: 8 letters and digits', 'K7QXM2PA'),
          expires_at: time('Time after which it is invalid', '2026-03-10T12:00:00.000Z'),
        }),
      ),
      'The code; use it with the other account within ten minutes',
    ),
  },
  errors: ['person_not_found'],
})
const link = defineRoute({
  method: 'post',
  path: '/api/people/{id}/link',
  tag: 'People',
  summary: 'Link two accounts as one person with one memory',
  description:
    'With a one-time code of the other account; staff keys may give `person_id` instead. If one of the two opted out of memory, both are.',
  request: {
    params,
    body: jsonBody(
      shape(
        'Link',
        'The other account',
        z.union([
          z.object({
            code: plainText(64).openapi({
              description:
                'One-time code of the other account; case, spaces and hyphens are ignored',
              example: 'K7QXM2PA',
            }),
          }),
          z.object({
            person_id: WirePerson.openapi({
              description: 'The other account, for staff keys: channel:id or internal id',
            }),
          }),
        ]),
      ),
    ),
  },
  responses: { 200: jsonReply(Remembered, 'The shared memory') },
  errors: ['person_not_found', 'link_code_invalid'],
})
const unlink = defineRoute({
  method: 'delete',
  path: '/api/people/{id}/link',
  tag: 'People',
  role: 'staff',
  summary: 'Unlink an account from the other accounts of its person',
  description: 'Both memories are rebuilt, each from its own sessions.',
  middleware: [requireRole('staff')] as const,
  request: { params },
  responses: { 200: jsonReply(Remembered, 'The memory of the account') },
  errors: ['person_not_found'],
})

/** The routes by which people control their memory. */
export function addPeopleRoutes(api: Api, memory: Memory): void {
  api.openapi(see, async (c) => {
    const { id } = c.req.valid('param')
    return c.json(toWire(await memory.see(c.get('principal'), id)), 200)
  })
  api.openapi(optOut, async (c) => {
    const { id } = c.req.valid('param')
    await memory.optOut(c.get('principal'), id, c.req.valid('json').opted_out)
    return c.json(toWire(await memory.see(c.get('principal'), id)), 200)
  })
  api.openapi(forget, async (c) =>
    c.json(await memory.forget(c.get('principal'), c.req.valid('param').id), 200),
  )
  api.openapi(exported, async (c) => {
    const tables = await memory.export(c.get('principal'), c.req.valid('param').id)
    return c.json(tables as Record<string, Record<string, unknown>[]>, 200)
  })
  api.openapi(linkCode, async (c) => {
    const { id } = c.req.valid('param')
    const { code, expiresAt } = await memory.createLinkCode(c.get('principal'), id)
    return c.json({ code, expires_at: expiresAt.toISOString() }, 200)
  })
  api.openapi(link, async (c) => {
    const { id } = c.req.valid('param')
    const body = c.req.valid('json')
    const by = 'code' in body ? body : { person: body.person_id }
    await memory.link(c.get('principal'), id, by)
    return c.json(toWire(await memory.see(c.get('principal'), id)), 200)
  })
  api.openapi(unlink, async (c) => {
    const { id } = c.req.valid('param')
    await memory.unlink(c.get('principal'), id)
    return c.json(toWire(await memory.see(c.get('principal'), id)), 200)
  })
}

function toWire({ who, ...seen }: SeenPerson): PersonMemory {
  return {
    person: {
      id: String(who.id),
      channel: who.channel,
      external_id: who.externalId,
      name: who.name,
      linked_ids: who.names.map(String),
    },
    opted_out: who.isOptedOut,
    ...toWireRemembered(seen),
  }
}
