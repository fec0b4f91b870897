import { z } from '@hono/zod-openapi'
import type { SessionId } from '../../domain/ids.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Memory } from '../../memory/memory.ts'
import type { StartedSession } from '../../memory/start-session.ts'
import { requireRole } from '../auth.ts'
import type { Api } from '../env.ts'
import { defineRoute } from '../route.ts'
import { text, textOrNull, texts } from '../wire/fields.ts'
import { SessionMetadataInput, SessionMetadataOutput } from '../wire/session-metadata.ts'
import { shape } from '../wire/shape.ts'
import { jsonBody, jsonReply, SessionKey, WireAuthor } from '../wire/wire.ts'

const Status = shape(
  'SessionStatus',
  'A session and whether it is open',
  z.object({
    session_id: text(
      'Id of the session: of the open one, if it continues the given one',
      'a-session',
    ),
    status: z.enum(['open', 'closed']).openapi({
      description: '`closed`: the next question with this id starts a session that continues it',
    }),
  }),
)

const Started = shape(
  'StartedSession',
  'A session that was started',
  z.object({
    session_id: text('Id of the new session', 'a-session'),
    status: z.enum(['open']).openapi({ description: 'A new session is open' }),
    closed_session_id: textOrNull('Id of the session that was ended; null if none was open'),
    topic: z
      .object({
        slug: text('Topic in lower case, words joined by hyphens', 'product-launch'),
        label: text('Topic as the person named it', 'Product launch'),
        summary_text: textOrNull(
          'What is remembered of the topic, and part of the first prompt; null if nothing is',
          '- The launch is on Thursday.',
        ),
        source_session_ids: texts('Sessions that the summary was derived from', 'a-session'),
      })
      .nullable()
      .openapi({ description: 'The named topic; null if none was named' }),
    metadata: SessionMetadataOutput,
  }),
)

const heartbeat = defineRoute({
  method: 'post',
  path: '/api/chat/heartbeat',
  tag: 'Sessions',
  summary: 'Report that a page with a chat is visible',
  description:
    'Send it every 20 to 30 seconds while the page is visible. A session without heartbeats is closed.',
  request: {
    body: jsonBody(
      shape('Heartbeat', 'A session whose page is visible', z.object({ session_id: SessionKey })),
    ),
  },
  responses: { 200: jsonReply(Status, 'Whether the session is still open') },
  errors: ['session_not_found'],
})
const visibility = defineRoute({
  method: 'post',
  path: '/api/chat/visibility',
  tag: 'Sessions',
  summary: 'Report that a page with a chat was hidden or shown again',
  description:
    'A session whose page stays hidden is closed after two minutes (EARSHOT_PAGEAWAY_END_MINUTES).',
  request: {
    body: jsonBody(
      shape(
        'Visibility',
        'A session whose page was hidden or shown',
        z.object({
          session_id: SessionKey,
          visible: z.boolean().openapi({
            description: 'True: shown again; false: hidden',
            example: false,
          }),
        }),
      ),
    ),
  },
  responses: { 200: jsonReply(Status, 'Whether the session is still open') },
  errors: ['session_not_found'],
})
const begin = defineRoute({
  method: 'post',
  path: '/api/chat/new',
  tag: 'Sessions',
  summary: 'Start a new session and end the previous one',
  description:
    'The new session belongs to the person and chat of the previous one. The summary of a named topic is built before the reply; if that fails, the session starts without it.',
  request: {
    body: jsonBody(
      shape(
        'NewChat',
        'A session to start',
        z.object({
          session_id: SessionKey.nullish().openapi({
            description:
              'The session to end; default: the open session that the person used last, if there is one',
          }),
          author: WireAuthor.nullable()
            .openapi({
              description: 'The person of the session; a member key implies it',
            })
            .optional(),
          topic: z.string().trim().min(1).max(100).nullish().openapi({
            description: 'Topic of the session, if the person names one; otherwise it is inferred',
          }),
          metadata: SessionMetadataInput.nullable().optional(),
          topic_dialog: z.enum(['answered', 'skipped', 'not_shown']).nullish().openapi({
            description: 'Outcome of the topic dialog; used for statistics only',
          }),
        }),
      ),
      { session_id: 'a-session', topic: 'Product launch' },
    ),
  },
  responses: { 200: jsonReply(Started, 'The new session') },
  errors: ['session_not_found'],
})
const close = defineRoute({
  method: 'post',
  path: '/_internal/session/close',
  tag: 'Sessions',
  role: 'staff',
  summary: 'End a session now',
  description:
    'Its summary and tags are generated soon afterwards, as for every session that ends.',
  middleware: [requireRole('staff')] as const,
  request: {
    body: jsonBody(shape('CloseSession', 'A session to end', z.object({ session_id: SessionKey }))),
  },
  responses: { 200: jsonReply(Status, 'The closed session') },
  errors: ['session_not_found'],
})

/** The routes of sessions: their start, end and turns. */
export function addChatRoutes(api: Api, engine: Engine, memory: Memory): void {
  api.openapi(heartbeat, async (c) => {
    const id = c.req.valid('json').session_id as SessionId
    return c.json(toWire(await memory.heartbeat(c.get('principal'), id)), 200)
  })
  api.openapi(visibility, async (c) => {
    const { session_id, visible } = c.req.valid('json')
    const id = session_id as SessionId
    return c.json(toWire(await memory.changeVisibility(c.get('principal'), id, visible)), 200)
  })
  api.openapi(begin, async (c) => {
    const { session_id, author, topic, topic_dialog, metadata } = c.req.valid('json')
    const principal = c.get('principal')
    const personId = await engine.findAsker(principal, author ?? null)
    const id = (session_id ?? null) as SessionId | null
    const opening = {
      topic: topic ?? null,
      dialog: topic_dialog ?? null,
      metadata: metadata ?? null,
    }
    return c.json(toWireStarted(await memory.startNew(principal, id, personId, opening)), 200)
  })
  api.openapi(close, async (c) => {
    const id = c.req.valid('json').session_id as SessionId
    return c.json(toWire(await memory.closeNow(c.get('principal'), id)), 200)
  })
}

function toWire({
  sessionId,
  isOpen,
}: {
  readonly sessionId: SessionId
  readonly isOpen: boolean
}) {
  return { session_id: sessionId, status: isOpen ? ('open' as const) : ('closed' as const) }
}

function toWireStarted({ sessionId, closedId, topic, metadata }: StartedSession) {
  return {
    session_id: sessionId,
    status: 'open' as const,
    closed_session_id: closedId,
    topic: topic && {
      slug: topic.slug,
      label: topic.label,
      summary_text: topic.summary?.text ?? null,
      source_session_ids: [...(topic.summary?.sessionIds ?? [])],
    },
    metadata,
  }
}
