import { createRoute, z } from '@hono/zod-openapi'
import type { SessionId } from '../../domain/ids.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Memory } from '../../memory/memory.ts'
import { requireRole } from '../auth.ts'
import type { Api } from '../env.ts'
import { jsonBody, jsonReply, plainText, problems, WireAuthor } from '../wire/wire.ts'

const Session = plainText(200).openapi({ example: 'a-session', description: 'Session id' })

const Status = z
  .object({ session_id: z.string(), status: z.enum(['open', 'closed']) })
  .openapi('SessionStatus')

const heartbeat = createRoute({
  method: 'post',
  path: '/api/chat/heartbeat',
  summary: 'Report that a page with a chat is visible',
  description:
    'Send it every 20 to 30 seconds while the page is visible. A session without heartbeats is closed.',
  request: { body: jsonBody(z.object({ session_id: Session }).openapi('Heartbeat')) },
  responses: { 200: jsonReply(Status, 'Whether the session is still open'), ...problems },
})
const visibility = createRoute({
  method: 'post',
  path: '/api/chat/visibility',
  summary: 'Report that a page with a chat was hidden or shown again',
  description:
    'A session whose page stays hidden is closed after two minutes (EARSHOT_PAGEAWAY_END_MINUTES).',
  request: {
    body: jsonBody(z.object({ session_id: Session, visible: z.boolean() }).openapi('Visibility')),
  },
  responses: { 200: jsonReply(Status, 'Whether the session is still open'), ...problems },
})
const begin = createRoute({
  method: 'post',
  path: '/api/chat/new',
  summary: 'Start a new session and end the previous one',
  request: {
    body: jsonBody(
      z
        .object({
          session_id: Session.nullish().openapi({ description: 'The session to end' }),
          author: WireAuthor.nullish().openapi({
            description: 'The person of the session; a member key implies it',
          }),
          topic: z.string().trim().min(1).max(100).nullish().openapi({
            description: 'Topic of the session, if the person names one; otherwise it is inferred',
          }),
          topic_dialog: z.enum(['answered', 'skipped', 'not_shown']).nullish().openapi({
            description: 'Outcome of the topic dialog; used for statistics only',
          }),
        })
        .openapi('NewChat'),
    ),
  },
  responses: { 200: jsonReply(Status, 'The new session'), ...problems },
})
const close = createRoute({
  method: 'post',
  path: '/_internal/session/close',
  summary: 'End a session now (staff only)',
  description:
    'Its summary and tags are generated soon afterwards, as for every session that ends.',
  middleware: [requireRole('staff')] as const,
  request: { body: jsonBody(z.object({ session_id: Session }).openapi('CloseSession')) },
  responses: { 200: jsonReply(Status, 'The closed session'), ...problems },
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
    const { session_id, author, topic, topic_dialog } = c.req.valid('json')
    const principal = c.get('principal')
    const personId = await engine.findAsker(principal, author ?? null)
    const id = (session_id ?? null) as SessionId | null
    const opening = { topic: topic ?? null, dialog: topic_dialog ?? null }
    return c.json(toWire(await memory.startNew(principal, id, personId, opening)), 200)
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
