import { createRoute, z } from '@hono/zod-openapi'
import type { SessionId } from '../../domain/ids.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Memory } from '../../memory/memory.ts'
import type { Api } from '../app.ts'
import { requireRole } from '../auth.ts'
import { jsonBody, jsonReply, plainText, problems, WireAuthor } from '../wire/wire.ts'

const Session = plainText(200).openapi({ example: 'a-session' })

const Status = z
  .object({ session_id: z.string(), status: z.enum(['open', 'closed']) })
  .openapi('SessionStatus')

const heartbeat = createRoute({
  method: 'post',
  path: '/api/chat/heartbeat',
  summary: 'A page with a chat is there',
  description: 'Every 20 to 30 seconds while it is visible. A session nobody looks at is closed.',
  request: { body: jsonBody(z.object({ session_id: Session }).openapi('Heartbeat')) },
  responses: { 200: jsonReply(Status, 'Whether the session is still open'), ...problems },
})
const visibility = createRoute({
  method: 'post',
  path: '/api/chat/visibility',
  summary: 'A page with a chat was hidden, or is shown again',
  description: 'A session whose page stays hidden is closed after two minutes (a setting).',
  request: {
    body: jsonBody(z.object({ session_id: Session, visible: z.boolean() }).openapi('Visibility')),
  },
  responses: { 200: jsonReply(Status, 'Whether the session is still open'), ...problems },
})
const begin = createRoute({
  method: 'post',
  path: '/api/chat/new',
  summary: 'Begin a new session, and end the one before',
  request: {
    body: jsonBody(
      z
        .object({
          session_id: Session.nullish().openapi({ description: 'The one to end' }),
          author: WireAuthor.nullish().openapi({
            description: 'Whose session it is; a member key knows',
          }),
          topic: z.string().trim().min(1).max(100).nullish().openapi({
            description: 'What it will be about, where its person says so; else it is found out',
          }),
          topic_dialog: z.enum(['answered', 'skipped', 'not_shown']).nullish().openapi({
            description: 'What became of asking for it; counted, and nothing else',
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
  summary: 'End a session now: a staff matter',
  description: 'Its summary and tags are made soon after, as for any session that ends.',
  middleware: [requireRole('staff')] as const,
  request: { body: jsonBody(z.object({ session_id: Session }).openapi('CloseSession')) },
  responses: { 200: jsonReply(Status, 'It is closed'), ...problems },
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
