import type { Db } from '../db/engine/database.ts'
import { closeSession, findCurrentSession } from '../db/sessions/session-life.ts'
import { presetTopics, readTopicState } from '../db/sessions/session-topics.ts'
import { saveSessions, setMetadata } from '../db/sessions/sessions.ts'
import type { TopicSummary } from '../db/sessions/topic-summaries.ts'
import { isAppError } from '../domain/errors.ts'
import type { PersonId, SessionId, WorkspaceId } from '../domain/ids.ts'
import type { ActiveTopic } from '../domain/memory.ts'
import type { Principal } from '../domain/principal.ts'
import { workspaceScope } from '../domain/scope.ts'
import type { Session, SessionMetadata } from '../domain/session.ts'
import type { MemoryDeps } from './deps.ts'
import { closedEvent, type SessionStatus, withOwnSession } from './sessions.ts'
import { buildTopic } from './summaries/build-topic.ts'
import { memoryOwnerOf } from './summaries/owner-of.ts'
import { resolveSlug } from './summaries/resolve-slug.ts'

/** What is known of a session as it opens. */
export type Opening = {
  /** Its topic, where its person named one. */
  readonly topic: string | null
  /** The outcome of the topic dialog; null if there was none. */
  readonly dialog: 'answered' | 'skipped' | 'not_shown' | null
  readonly metadata: SessionMetadata | null
}

export const NOTHING_KNOWN: Opening = { topic: null, dialog: null, metadata: null }

export type StartedSession = SessionStatus & {
  /** The session that was open before; null if none was. */
  readonly closedId: SessionId | null
  /** The named topic; its summary is null if nothing is remembered of it. */
  readonly topic: (ActiveTopic & { readonly summary: TopicSummary | null }) | null
  readonly metadata: SessionMetadata | null
}

/**
 * Score of a topic that its person named: above any inferred one, and yet a perfect match may replace it
 * (topic.min_delta_to_swap).
 */
const NAMED_SCORE = 0.85

/**
 * Closes the named session, or else the one that its person used last, and opens the next: of the same person, in the
 * same place. The summary of a named topic is built at once, so that the first question has it.
 */
export async function startNew(
  principal: Principal,
  named: SessionId | null,
  personId: PersonId | null,
  { topic: label, dialog, metadata }: Opening,
  deps: MemoryDeps,
): Promise<StartedSession> {
  const { workspaceId } = principal
  const { sessionId, closedId } = await replaceSession(principal, named, personId, deps)
  if (dialog !== null) deps.record({ name: 'chat.begun', workspaceId, dialog })
  const topic = await deps.database.within(workspaceScope(workspaceId), async (db) => {
    if (metadata !== null) await setMetadata(db, workspaceId, sessionId, metadata)
    const slug = label === null ? '' : await resolveSlug(db, workspaceId, label)
    if (label === null || slug === '') return null
    const chosen = { slug, label, score: NAMED_SCORE }
    await presetTopics(db, workspaceId, sessionId, [chosen])
    return chosen
  })
  const summary = topic && (await summaryOf(workspaceId, sessionId, topic.slug, deps))
  return { sessionId, isOpen: true, closedId, topic: topic && { ...topic, summary }, metadata }
}

async function replaceSession(
  principal: Principal,
  named: SessionId | null,
  personId: PersonId | null,
  { database, now, newId, record }: MemoryDeps,
) {
  const { workspaceId } = principal
  const startedAt = now()
  const next: Session = {
    id: newId() as SessionId,
    chatId: null,
    topic: null,
    personId,
    startedAt,
    lastMessageAt: startedAt,
    endedAt: null,
    closeReason: null,
  }
  const within = <T>(work: (db: Db) => Promise<T>) =>
    database.within(workspaceScope(workspaceId), work)
  const id =
    named ?? (personId && (await within((db) => findCurrentSession(db, workspaceId, personId))))
  if (id === null) {
    await within((db) => saveSessions(db, workspaceId, [next]))
    return { sessionId: next.id, closedId: null }
  }
  const closed = await withOwnSession(principal, id, database, async (db, _, session) => {
    const ended = await closeSession(db, workspaceId, session.id, { reason: 'new', now: startedAt })
    const { chatId, topic } = session
    await saveSessions(db, workspaceId, [{ ...next, chatId, topic, personId: session.personId }])
    return ended
  })
  if (closed !== null) record(closedEvent(workspaceId, closed))
  return { sessionId: next.id, closedId: closed?.id ?? null }
}

/** The summary of a topic; null if there is none, or if it fails: a session starts without it then. */
async function summaryOf(
  workspaceId: WorkspaceId,
  sessionId: SessionId,
  slug: string,
  deps: MemoryDeps,
): Promise<TopicSummary | null> {
  try {
    const owner = await deps.database.within(workspaceScope(workspaceId), async (db) => {
      const state = await readTopicState(db, workspaceId, sessionId, { turn: 1, window: 1 })
      return state && memoryOwnerOf(db, workspaceId, state, deps.settings)
    })
    return owner && (await buildTopic({ workspaceId, owner, slug }, deps))
  } catch (error) {
    const code = isAppError(error) ? error.code : 'internal'
    deps.record({ name: 'job.failed', job: 'topic', code, isLast: true })
    return null
  }
}
