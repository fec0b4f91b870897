import type { ChatId, SessionId } from '../../../domain/ids.ts'
import type { IncomingMessage } from '../../../domain/message.ts'
import type { Session } from '../../../domain/session.ts'

/* A session ends by silence. A message joins the session nearest to it in time, if that is within the gap
 * on either side; else it opens one. So a late message still joins its own session, also one that was
 * closed by silence; a message sent after an explicit close does not join it.
 *
 *        ──●─●──●──────────────●─●──────▶        gap: the silence that ends a session
 *          └ one ┘             └ two ┘
 */

type Assigned = {
  /** Message id (the channel's) → session. */
  readonly sessionOf: ReadonlyMap<string, SessionId>
  /** Sessions that are new or have grown. */
  readonly changed: readonly Session[]
}

/** Assigns each message to a session; `known` are the chat's sessions around these messages. */
export function assignSessions(
  chatId: ChatId,
  messages: readonly IncomingMessage[],
  known: readonly Session[],
  options: { readonly gapMs: number; readonly newId: () => string },
): Assigned {
  const sessions = [...known]
  const changed = new Set<number>()
  const sessionOf = new Map<string, SessionId>()
  for (const message of messages.toSorted((a, b) => a.sentAt.getTime() - b.sentAt.getTime())) {
    const found = nearest(sessions, message, options.gapMs)
    const index = found ?? sessions.length
    const session = sessions[index] ?? newSession(chatId, message, options.newId)
    sessions[index] = widen(session, message.sentAt)
    changed.add(index)
    sessionOf.set(message.externalId, session.id)
  }
  return { sessionOf, changed: [...changed].flatMap((index) => sessions[index] ?? []) }
}

function nearest(
  sessions: readonly Session[],
  { sentAt, topic }: IncomingMessage,
  gapMs: number,
): number | null {
  let best: { index: number; distance: number } | null = null
  for (const [index, session] of sessions.entries()) {
    if (session.topic !== topic || isBehindItsEnd(session, sentAt)) continue
    const distance = Math.max(
      0,
      session.startedAt.getTime() - sentAt.getTime(),
      sentAt.getTime() - session.lastMessageAt.getTime(),
    )
    if (distance <= gapMs && distance < (best?.distance ?? Number.POSITIVE_INFINITY)) {
      best = { index, distance }
    }
  }
  return best?.index ?? null
}

function isBehindItsEnd({ endedAt, closeReason }: Session, sentAt: Date): boolean {
  return endedAt !== null && closeReason !== 'idle' && endedAt < sentAt
}

function newSession(
  chatId: ChatId,
  { sentAt, topic }: IncomingMessage,
  newId: () => string,
): Session {
  return {
    id: newId() as SessionId,
    chatId,
    topic,
    personId: null,
    startedAt: sentAt,
    lastMessageAt: sentAt,
    endedAt: null,
    closeReason: null,
  }
}

function widen(session: Session, moment: Date): Session {
  return {
    ...session,
    startedAt: moment < session.startedAt ? moment : session.startedAt,
    lastMessageAt: moment > session.lastMessageAt ? moment : session.lastMessageAt,
  }
}
