import { createRoute, z } from '@hono/zod-openapi'
import type { RollingKind } from '../../domain/memory.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Memory } from '../../memory/memory.ts'
import { requireRole } from '../auth.ts'
import type { Api } from '../env.ts'
import { FreeText, jsonBody, jsonReply, plainText, problems, ThreadId } from '../wire/wire.ts'

export const WirePerson = plainText(400).openapi({
  example: 'telegram:1042',
  description: 'Person: channel:id, an internal id, or `me` for the person of the key',
})

export const Summary = z
  .object({
    user_id: z.string().nullable(),
    thread_id: z.string().nullable(),
    summary_type: z.enum(['recent', 'history']),
    summary_text: z
      .string()
      .openapi({ description: 'Bullet points; empty if there is no summary' }),
    token_estimate: z.number(),
    source_session_ids: z.array(z.string()),
    updated_at: z.string().nullable(),
  })
  .openapi('Summary')

const TopicSummary = z
  .object({
    topic_slug: z.string(),
    title: z.string(),
    summary_text: z.string(),
    token_estimate: z.number(),
    source_session_ids: z.array(z.string()),
    last_built_at: z.string(),
  })
  .openapi('TopicSummary')

const Synonyms = z
  .object({
    synonyms: z
      .array(z.object({ alias: FreeText, slug: FreeText }))
      .max(2_000)
      .openapi({ example: [{ alias: 'billing', slug: 'invoices' }] }),
  })
  .openapi('Synonyms')

const rolling = (kind: RollingKind, what: string) =>
  createRoute({
    method: 'get',
    path: `/api/summaries/${kind}`,
    summary: `Get the summary of a person or a group: ${what}`,
    description:
      'A member key reads its own summary and those of groups its person has written in (`thread_id`); staff keys read all.',
    request: {
      query: z.object({ user_id: WirePerson.optional(), thread_id: ThreadId.optional() }),
    },
    responses: { 200: jsonReply(Summary, 'The summary'), ...problems },
  })
const build = createRoute({
  method: 'post',
  path: '/api/topics/summaries/build',
  summary: 'Get the summary of a person for one topic; built if it is not cached',
  description:
    'Cached for a week (EARSHOT_TOPIC_CACHE_TTL_DAYS), or until a session on the topic ends.',
  request: {
    body: jsonBody(
      z.object({ topic: plainText(200), user_id: WirePerson.optional() }).openapi('TopicBuild'),
    ),
  },
  responses: { 200: jsonReply(TopicSummary, 'The summary'), ...problems },
})
const readSynonyms = createRoute({
  method: 'get',
  path: '/api/topics/synonyms',
  summary: 'List the synonyms of topics',
  middleware: [requireRole('staff')] as const,
  responses: { 200: jsonReply(Synonyms, 'All synonyms'), ...problems },
})
const changeSynonyms = createRoute({
  method: 'put',
  path: '/api/topics/synonyms',
  summary: 'Replace all synonyms of topics',
  middleware: [requireRole('staff')] as const,
  request: { body: jsonBody(Synonyms) },
  responses: { 200: jsonReply(Synonyms, 'All synonyms after the change'), ...problems },
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
