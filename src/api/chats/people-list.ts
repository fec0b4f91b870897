import { createRoute, z } from '@hono/zod-openapi'
import type { PersonId } from '../../domain/ids.ts'
import type { Memory } from '../../memory/memory.ts'
import type { Api } from '../env.ts'
import { jsonReply, plainText, problems } from '../wire/wire.ts'

const PAGE = 50

const ListedPerson = z
  .object({
    id: z.string().openapi({ example: 'telegram:1042', description: 'Person id: channel:id' }),
    name: z.string().nullable(),
    username: z.string().nullable(),
    channel: z.string(),
    is_bot: z.boolean(),
    opted_out: z.boolean(),
    last_seen_at: z.string().nullable().openapi({
      description: 'Time of the person’s newest message or question that is still stored',
    }),
    linked_ids: z
      .array(z.string())
      .openapi({ description: 'Linked accounts of the person, channel:id' }),
  })
  .openapi('ListedPerson')

const People = z
  .object({ people: z.array(ListedPerson), next: z.string().nullable() })
  .openapi('People')
export type PeopleList = z.infer<typeof People>

const list = createRoute({
  method: 'get',
  path: '/api/people',
  summary: 'List people',
  description:
    'Ordered by name. Staff keys list all people of the workspace, a member key only its own person.',
  request: {
    query: z.object({
      q: plainText(200).optional().openapi({ description: 'Part of a name, a username or an id' }),
      after: z
        .string()
        .regex(/^\d{1,15}$/, 'must be `next` of the page before')
        .optional()
        .openapi({ description: '`next` of the previous page' }),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(100)
        .default(PAGE)
        .openapi({ description: 'Page size' }),
    }),
  },
  responses: {
    200: jsonReply(People, 'A page of people; `next` is null on the last page'),
    ...problems,
  },
})

/** The list of people. */
export function addPeopleListRoutes(api: Api, memory: Memory): void {
  api.openapi(list, async (c) => {
    const { q, after, limit } = c.req.valid('query')
    const page = {
      like: q?.trim() || null,
      after: after === undefined ? null : (Number(after) as PersonId),
      limit,
    }
    const found = await memory.listPeople(c.get('principal'), page)
    const next = found.length === limit ? String(found.at(-1)?.id) : null
    return c.json({ people: found.map(toWire), next }, 200)
  })
}

function toWire(
  person: Awaited<ReturnType<Memory['listPeople']>>[number],
): z.infer<typeof ListedPerson> {
  const { channel, externalId, name, username, isBot, isOptedOut, lastSeenAt, linked } = person
  return {
    id: `${channel}:${externalId}`,
    name,
    username,
    channel,
    is_bot: isBot,
    opted_out: isOptedOut,
    last_seen_at: lastSeenAt?.toISOString() ?? null,
    linked_ids: [...linked],
  }
}
