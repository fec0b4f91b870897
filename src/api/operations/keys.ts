import { z } from '@hono/zod-openapi'
import { formatThreadId, parseThreadId } from '../../domain/chat.ts'
import type { Principal } from '../../domain/principal.ts'
import { ROLES } from '../../domain/principal.ts'
import type { NewKey } from '../../engine/access/keys.ts'
import { requireRole } from '../auth.ts'
import type { Api } from '../env.ts'
import { defineRoute } from '../route.ts'
import { arrayOf, text, textOrNull, time, timeOrNull } from '../wire/fields.ts'
import { shape } from '../wire/shape.ts'
import { jsonBody, jsonReply, plainText } from '../wire/wire.ts'

const KEY_ID = '4f9a1c07be52'

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
  /** Returns what follows from it; null if nothing does. */
  revoke(principal: Principal, id: string, isLastAllowed: boolean): Promise<string | null>
}

const Key = shape(
  'Key',
  'An API key, without its secret',
  z.object({
    id: text('Id of the key: its middle part', KEY_ID),
    name: text('Name it was given', 'ticket bot'),
    role: text('Role: member, staff or admin', 'member'),
    person: textOrNull('Person the key acts for, channel:id; null if none', 'api:u1'),
    person_name: textOrNull('Name of that person; null if it is not known', 'Ann'),
    created_at: time('Time at which it was created'),
    revoked_at: timeOrNull('Time at which it was revoked; null while it is valid'),
  }),
)
export type WireKey = z.infer<typeof Key>
export type KeyList = { readonly keys: WireKey[] }

const create = defineRoute({
  method: 'post',
  path: '/api/keys',
  tag: 'Keys',
  role: 'admin',
  summary: 'Create an API key',
  description:
    'The key is returned only once. A member key acts for one person, given as channel:id.',
  middleware: [requireRole('admin')] as const,
  request: {
    body: jsonBody(
      shape(
        'NewKey',
        'A key to create',
        z.object({
          name: plainText(100).openapi({
            description: 'What the key is for; shown in the list of keys',
            example: 'ticket bot',
          }),
          role: z.enum(ROLES).openapi({
            description:
              '`member`: acts for one person. `staff`: acts for everyone. `admin`: manages keys and settings too',
          }),
          person: plainText(300).nullish().openapi({
            description: 'Person of the key, channel:id; required for a member key',
            example: 'api:u1',
          }),
        }),
      ),
    ),
  },
  responses: {
    201: jsonReply(
      z.object({
        id: text('Id of the key', KEY_ID),
        key: text('The key: es_, id and secret', `es_${KEY_ID}_…`),
      }),
      'The key',
    ),
  },
})

const list = defineRoute({
  method: 'get',
  path: '/api/keys',
  tag: 'Keys',
  role: 'admin',
  summary: 'List API keys',
  middleware: [requireRole('admin')] as const,
  responses: {
    200: jsonReply(
      z.object({ keys: arrayOf(Key, 'All keys, revoked ones too') }),
      'All keys, without secrets',
    ),
  },
})

const revoke = defineRoute({
  method: 'delete',
  path: '/api/keys/{id}',
  tag: 'Keys',
  role: 'admin',
  summary: 'Revoke an API key',
  description:
    'The key stops working within five seconds. The last admin key is revoked only with `last=true`.',
  middleware: [requireRole('admin')] as const,
  request: {
    params: z.object({
      id: plainText(200).openapi({ description: 'Id of the key', example: KEY_ID }),
    }),
    query: z.object({
      last: z.enum(['true', 'false']).default('false').openapi({
        description: 'True: also if it is the last admin key',
      }),
    }),
  },
  responses: {
    200: jsonReply(
      z.object({
        revoked: text('Id of the key', KEY_ID),
        next: textOrNull('What follows if it was the last key or the last admin key; else null'),
      }),
      'Revoked',
    ),
  },
  errors: ['key_not_found', 'last_admin_key'],
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
    const { id } = c.req.valid('param')
    const isLastAllowed = c.req.valid('query').last === 'true'
    const next = await keys.revoke(c.get('principal'), id, isLastAllowed)
    return c.json({ revoked: id, next }, 200)
  })
}
