import { createRoute, z } from '@hono/zod-openapi'
import { formatThreadId, parseThreadId } from '../../domain/chat.ts'
import type { Principal } from '../../domain/principal.ts'
import { ROLES } from '../../domain/principal.ts'
import type { NewKey } from '../../engine/access/keys.ts'
import { requireRole } from '../auth.ts'
import type { Api } from '../env.ts'
import { jsonBody, jsonReply, plainText, problems } from '../wire/wire.ts'

/** The functions of access/keys.ts that the API needs, bound to its database. */
export type KeyRing = {
  create(principal: Principal, wanted: NewKey): Promise<{ id: string; key: string }>
  list(principal: Principal): Promise<
    {
      id: string
      name: string
      role: string
      person: { channel: string; externalId: string; name: string | null } | null
      createdAt: Date
      revokedAt: Date | null
    }[]
  >
  revoke(principal: Principal, id: string): Promise<void>
}

const Key = z
  .object({
    id: z.string(),
    name: z.string(),
    role: z.string(),
    person: z.string().nullable().openapi({ description: 'Person the key acts for, channel:id' }),
    person_name: z.string().nullable(),
    created_at: z.string(),
    revoked_at: z.string().nullable(),
  })
  .openapi('Key')
export type WireKey = z.infer<typeof Key>
export type KeyList = { readonly keys: WireKey[] }

const create = createRoute({
  method: 'post',
  path: '/api/keys',
  summary: 'Create an API key',
  description:
    'The key is returned only once. A member key acts for one person, given as channel:id.',
  middleware: [requireRole('admin')] as const,
  request: {
    body: jsonBody(
      z
        .object({
          name: plainText(100),
          role: z.enum(ROLES),
          person: plainText(300).nullish().openapi({
            example: 'api:u1',
            description: 'Person of a member key, channel:id',
          }),
        })
        .openapi('NewKey'),
    ),
  },
  responses: {
    201: jsonReply(z.object({ id: z.string(), key: z.string() }), 'The key'),
    ...problems,
  },
})

const list = createRoute({
  method: 'get',
  path: '/api/keys',
  summary: 'List API keys',
  middleware: [requireRole('admin')] as const,
  responses: {
    200: jsonReply(z.object({ keys: z.array(Key) }), 'All keys, without secrets'),
    ...problems,
  },
})

const revoke = createRoute({
  method: 'delete',
  path: '/api/keys/{id}',
  summary: 'Revoke an API key',
  description: 'The key stops working within five seconds.',
  middleware: [requireRole('admin')] as const,
  request: { params: z.object({ id: plainText(200).openapi({ description: 'Key id' }) }) },
  responses: { 204: { description: 'Revoked' }, ...problems },
})

/** The routes of API keys, for admins. */
export function addKeyRoutes(api: Api, keys: KeyRing): void {
  api.openapi(create, async (c) => {
    const { name, role, person } = c.req.valid('json')
    const wanted = { name, role, person: person ? parseThreadId(person) : null }
    return c.json(await keys.create(c.get('principal'), wanted), 201)
  })
  api.openapi(list, async (c) => {
    const rows = await keys.list(c.get('principal'))
    return c.json(
      {
        keys: rows.map((key) => ({
          id: key.id,
          name: key.name,
          role: key.role,
          person: key.person && formatThreadId({ ...key.person, topic: null }),
          person_name: key.person?.name ?? null,
          created_at: key.createdAt.toISOString(),
          revoked_at: key.revokedAt?.toISOString() ?? null,
        })),
      },
      200,
    )
  })
  api.openapi(revoke, async (c) => {
    await keys.revoke(c.get('principal'), c.req.valid('param').id)
    return c.body(null, 204)
  })
}
