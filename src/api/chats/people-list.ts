import { z } from '@hono/zod-openapi'
import { parseThreadId } from '../../domain/chat.ts'
import type { PersonId } from '../../domain/ids.ts'
import type { Memory } from '../../memory/memory.ts'
import type { Api } from '../env.ts'
import { defineRoute } from '../route.ts'
import { arrayOf, flag, text, textOrNull, texts, timeOrNull } from '../wire/fields.ts'
import { shape } from '../wire/shape.ts'
import { jsonReply, pageSize, plainText, ThreadId } from '../wire/wire.ts'

const ListedPerson = shape(
  'ListedPerson',
  'An account of a person on a channel',
  z.object({
    id: text('Person id: channel:id', 'telegram:1042'),
    name: textOrNull('Name to display; null if it is not known', 'Ann'),
    username: textOrNull('Username in the channel; null if it is not known', 'ann_k'),
    channel: text('Name of the channel', 'telegram'),
    is_bot: flag('True if a program writes the messages'),
    opted_out: flag('True if the person opted out of memory'),
    last_seen_at: timeOrNull(
      'Time of the person’s newest message or question that is still stored; null if there is none',
      '2026-03-10T11:50:00.000Z',
    ),
    linked_ids: texts('Other accounts of the same person, channel:id', 'api:u1'),
  }),
)

const People = shape(
  'People',
  'A page of people',
  z.object({
    people: arrayOf(ListedPerson, 'The entries, by name'),
    next: textOrNull('`after` of the next page; null on the last'),
  }),
)
export type PeopleList = z.infer<typeof People>

const list = defineRoute({
  method: 'get',
  path: '/api/people',
  tag: 'People',
  summary: 'List people',
  description:
    'Ordered by name. Staff keys list all people of the workspace, a member key the accounts of its own person. A forgotten person is listed again only after a new message.',
  request: {
    query: z.object({
      q: plainText(200).optional().openapi({
        description: 'Part of a name, a username or an id; default: all people',
      }),
      thread_id: ThreadId.optional().openapi({
        description: 'Only authors of messages of this chat; default: all people',
      }),
      channel: plainText(200).optional().openapi({
        description: 'Only people of this channel; without effect beside `thread_id`; default: all',
        example: 'telegram',
      }),
      after: z
        .string()
        .regex(/^\d{1,15}$/, 'must be `next` of the page before')
        .optional()
        .openapi({ description: '`next` of the previous page; default: the first page' }),
      limit: pageSize(100, 50),
    }),
  },
  responses: { 200: jsonReply(People, 'A page of people; `next` is null on the last page') },
})

/** The list of people. */
export function addPeopleListRoutes(api: Api, memory: Memory): void {
  api.openapi(list, async (c) => {
    const { q, thread_id, channel, after, limit } = c.req.valid('query')
    const page = {
      like: q?.trim() || null,
      chat: thread_id === undefined ? null : parseThreadId(thread_id),
      channel: channel ?? null,
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
