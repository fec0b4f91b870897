import { z } from '@hono/zod-openapi'
import type { RollingKind } from '../../domain/memory.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Memory } from '../../memory/memory.ts'
import { requireRole } from '../auth.ts'
import type { Api } from '../env.ts'
import { defineRoute } from '../route.ts'
import { count, text, textOrNull, texts, time, timeOrNull } from '../wire/fields.ts'
import { shape } from '../wire/shape.ts'
import { FreeText, jsonBody, jsonReply, plainText, ThreadId } from '../wire/wire.ts'

export const WirePerson = plainText(400).openapi({
  example: 'telegram:1042',
  description: 'Person: channel:id, an internal id, or `me` for the person of the key',
})

const BULLETS = '- Plans the launch for Thursday'

export const Summary = shape(
  'Summary',
  'Summary of the sessions of a person or a group',
  z.object({
    user_id: textOrNull('The person, as it was requested; null for a group', 'telegram:1042'),
    thread_id: textOrNull('The group, as it was requested; null for a person'),
    summary_type: z.enum(['recent', 'history']).openapi({
      description: '`recent`: sessions of the last weeks; `history`: all before',
    }),
    summary_text: text('Bullet points; empty if there is no summary', BULLETS),
    token_estimate: count('Size in tokens; 0 if there is no summary', 180),
    source_session_ids: texts('Sessions it was derived from', 'a-session'),
    updated_at: timeOrNull(
      'Time of the last update; null if there is no summary',
      '2026-03-10T12:30:00.000Z',
    ),
  }),
)

const TopicSummary = shape(
  'TopicSummary',
  'Summary of a person for one topic',
  z.object({
    topic_slug: text('Topic in lower case, words joined by hyphens', 'product-launch'),
    title: text('Topic as it is displayed', 'Product launch'),
    summary_text: text('Bullet points', BULLETS),
    token_estimate: count('Size in tokens', 60),
    source_session_ids: texts('Sessions it was derived from', 'a-session'),
    last_built_at: time('Time at which it was built'),
  }),
)

const Synonyms = shape(
  'Synonyms',
  'Other words for topics',
  z.object({
    synonyms: z
      .array(
        z.object({
          alias: FreeText.openapi({ description: 'Word that means the topic', example: 'billing' }),
          slug: FreeText.openapi({ description: 'The topic', example: 'invoices' }),
        }),
      )
      .max(2_000)
      .openapi({
        description:
          'The synonyms. Both words are stored in lower case, joined by hyphens; an alias of itself or without letters and digits is dropped',
      }),
  }),
)

const rolling = (kind: RollingKind, what: string) =>
  defineRoute({
    method: 'get',
    path: `/api/summaries/${kind}`,
    tag: 'Memory',
    summary: `Get the summary of a person or a group: ${what}`,
    description:
      'A member key reads its own summary and those of groups its person has written in (`thread_id`); staff keys read all.',
    request: {
      query: z.object({
        user_id: WirePerson.optional().openapi({
          description: 'The person: channel:id, an internal id, or `me`; default: `me`',
        }),
        thread_id: ThreadId.optional().openapi({
          description: 'The group, instead of a person; it takes precedence over `user_id`',
        }),
      }),
    },
    responses: { 200: jsonReply(Summary, 'The summary') },
    errors: ['person_not_found', 'chat_not_found'],
  })
const build = defineRoute({
  method: 'post',
  path: '/api/topics/summaries/build',
  tag: 'Memory',
  summary: 'Get the summary of a person for one topic; built if it is not cached',
  description:
    'Cached for a week (EARSHOT_TOPIC_CACHE_TTL_DAYS), or until a session on the topic ends.',
  request: {
    body: jsonBody(
      shape(
        'TopicBuild',
        'A topic of a person',
        z.object({
          topic: plainText(200).openapi({
            description: 'Topic, in words or as a slug; a synonym works too',
            example: 'Product launch',
          }),
          user_id: WirePerson.optional().openapi({
            description: 'The person: channel:id, an internal id, or `me`; default: `me`',
          }),
        }),
      ),
    ),
  },
  responses: { 200: jsonReply(TopicSummary, 'The summary') },
  errors: [
    'person_not_found',
    'topic_unknown',
    'memory_opted_out',
    'work_in_progress',
    'model_unknown',
    'model_key_rejected',
    'model_prompt_too_long',
  ],
})
const readSynonyms = defineRoute({
  method: 'get',
  path: '/api/topics/synonyms',
  tag: 'Memory',
  role: 'staff',
  summary: 'List the synonyms of topics',
  middleware: [requireRole('staff')] as const,
  responses: { 200: jsonReply(Synonyms, 'All synonyms') },
})
const changeSynonyms = defineRoute({
  method: 'put',
  path: '/api/topics/synonyms',
  tag: 'Memory',
  role: 'staff',
  summary: 'Replace all synonyms of topics',
  middleware: [requireRole('staff')] as const,
  request: { body: jsonBody(Synonyms) },
  responses: { 200: jsonReply(Synonyms, 'All synonyms after the change') },
})

/** The routes of memory: the recent summary, earlier ones, and a topic's. */
export function addSummaryRoutes(api: Api, engine: Engine, memory: Memory): void {
  const routes = [
    ['recent', rolling('recent', 'recent sessions')],
    ['history', rolling('history', 'older sessions')],
  ] as const
  for (const [kind, route] of routes) {
    api.openapi(route, async (c) => {
      const { user_id, thread_id } = c.req.valid('query')
      const principal = c.get('principal')
      const person = user_id ?? 'me'
      const owner = thread_id === undefined ? null : await engine.findMemory(principal, thread_id)
      const summary =
        thread_id === undefined
          ? await memory.readRolling(principal, person, kind)
          : owner && (await memory.readOwned(principal, owner, kind))
      const wire = {
        user_id: thread_id === undefined ? person : null,
        thread_id: thread_id ?? null,
        summary_type: kind,
        summary_text: summary?.text ?? '',
        token_estimate: summary?.tokens ?? 0,
        source_session_ids: [...(summary?.sessionIds ?? [])],
        updated_at: summary?.updatedAt.toISOString() ?? null,
      }
      return c.json(wire, 200)
    })
  }
  api.openapi(build, async (c) => {
    const { topic, user_id } = c.req.valid('json')
    const built = await memory.buildTopic(c.get('principal'), user_id ?? 'me', topic)
    const wire = {
      topic_slug: built.slug,
      title: built.title,
      summary_text: built.text,
      token_estimate: built.tokens,
      source_session_ids: [...built.sessionIds],
      last_built_at: built.builtAt.toISOString(),
    }
    return c.json(wire, 200)
  })
  api.openapi(readSynonyms, async (c) => {
    const synonyms = await memory.readSynonyms(c.get('principal'))
    return c.json({ synonyms: [...synonyms] }, 200)
  })
  api.openapi(changeSynonyms, async (c) => {
    const { synonyms } = c.req.valid('json')
    const changed = await memory.changeSynonyms(c.get('principal'), synonyms)
    return c.json({ synonyms: [...changed] }, 200)
  })
}
