import { createRoute, z } from '@hono/zod-openapi'
import type { Memory } from '../../memory/memory.ts'
import type { SeenPerson } from '../../memory/read-memory.ts'
import { requireRole } from '../auth.ts'
import type { Api } from '../env.ts'
import { remembered, toWireRemembered } from '../wire/memory-wire.ts'
import { jsonBody, jsonReply, plainText, problems } from '../wire/wire.ts'
import { WirePerson } from './summaries.ts'

const Remembered = z
  .object({
    person: z.object({
      id: z.string(),
      channel: z.string(),
      external_id: z.string(),
      name: z.string().nullable(),
      linked_ids: z
        .array(z.string())
        .openapi({ description: 'Ids of all accounts that share this memory' }),
    }),
    opted_out: z.boolean(),
    ...remembered,
  })
  .openapi('Memory')
export type PersonMemory = z.infer<typeof Remembered>

const params = z.object({ id: WirePerson })

const see = createRoute({
  method: 'get',
  path: '/api/people/{id}/memory',
  summary: 'Get the memory of a person',
  request: { params },
  responses: { 200: jsonReply(Remembered, 'The memory'), ...problems },
})
const optOut = createRoute({
  method: 'put',
  path: '/api/people/{id}/memory',
  summary: 'Opt out of memory, or in again',
  description:
    'Opting out deletes the person’s memory at once and stores nothing new. In groups the model gets placeholders instead of the person’s messages.',
  request: { params, body: jsonBody(z.object({ opted_out: z.boolean() }).openapi('OptOut')) },
  responses: { 200: jsonReply(Remembered, 'The memory after the change'), ...problems },
})
const forget = createRoute({
  method: 'delete',
  path: '/api/people/{id}/memory',
  summary: 'Forget a person',
  description:
    'Messages, sessions, answers, summaries, notes and files of the person are deleted, and data derived from them is rebuilt from the rest. The database files are rewritten soon afterwards.',
  request: { params },
  responses: {
    200: jsonReply(
      z
        .object({ messages: z.number(), sessions: z.number(), files: z.number() })
        .openapi('Forgotten'),
      'Numbers of deleted rows',
    ),
    ...problems,
  },
})
const exported = createRoute({
  method: 'get',
  path: '/api/people/{id}/export',
  summary: 'Export all stored data of a person',
  request: { params },
  responses: {
    200: jsonReply(
      z.record(z.string(), z.array(z.record(z.string(), z.unknown()))).openapi('Export'),
      'Rows by table',
    ),
    ...problems,
  },
})
const linkCode = createRoute({
  method: 'post',
  path: '/api/people/{id}/link-code',
  summary: 'Create a one-time code that links another account of the same person',
  request: { params },
  responses: {
    200: jsonReply(
      z.object({ code: z.string(), expires_at: z.string() }).openapi('LinkCode'),
      'The code; use it with the other account within ten minutes',
    ),
    ...problems,
  },
})
const link = createRoute({
  method: 'post',
  path: '/api/people/{id}/link',
  summary: 'Link two accounts as one person with one memory',
  description:
    'With a one-time code of the other account; staff keys may give `person_id` instead.',
  request: {
    params,
    body: jsonBody(
      z
        .union([z.object({ code: plainText(64) }), z.object({ person_id: WirePerson })])
        .openapi('Link'),
    ),
  },
  responses: { 200: jsonReply(Remembered, 'The shared memory'), ...problems },
})
const unlink = createRoute({
  method: 'delete',
  path: '/api/people/{id}/link',
  summary: 'Unlink an account from the other accounts of its person',
  middleware: [requireRole('staff')] as const,
  request: { params },
  responses: { 200: jsonReply(Remembered, 'The memory of the account'), ...problems },
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
