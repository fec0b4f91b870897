import type { ChatId, PersonId, SessionId, WorkspaceId } from '../../domain/ids.ts'
import type { ActiveTopic } from '../../domain/memory.ts'
import type { Db } from '../engine/database.ts'
import { readTurns, type TranscriptLine } from './transcripts.ts'

/* Topics of open sessions. */

type TopicDue = { readonly sessionId: SessionId; readonly turn: number }

/** Open sessions that have reached a turn at which their topics are detected. */
export async function listTopicDue(
  db: Db,
  workspaceId: WorkspaceId,
  { firstTurn, everyTurns }: { readonly firstTurn: number; readonly everyTurns: number },
  limit: number,
): Promise<TopicDue[]> {
  return db.query<TopicDue>(
    `select id as "sessionId", turn from (
       select id, topic_turn, $2 + $3 * ((turn_count - $2) / $3) as turn from sessions
        where workspace_id = $1 and status = 'open' and turn_count >= $2) x
      where turn > topic_turn order by id limit $4`,
    [workspaceId, firstTurn, everyTurns, limit],
  )
}

/** The topics of the newest session of a chat, or of one of its threads. */
export async function findActiveTopics(
  db: Db,
  workspaceId: WorkspaceId,
  chatId: ChatId,
  topic: string | null,
): Promise<readonly ActiveTopic[]> {
  const rows = await db.query<{ topics: readonly ActiveTopic[] }>(
    `select active_topics as topics from sessions
      where workspace_id = $1 and chat_id = $2 and topic is not distinct from $3
        and conversation_id is null
      order by last_message_at desc limit 1`,
    [workspaceId, chatId, topic],
  )
  return rows[0]?.topics ?? []
}

type TopicState = {
  readonly chatId: ChatId | null
  readonly isGroup: boolean
  readonly topic: string | null
  readonly personId: PersonId | null
  readonly topics: readonly ActiveTopic[]
  /** The last turns up to the requested one. */
  readonly lines: readonly TranscriptLine[]
}

/** The topics of an open session, and its turns up to one; null if topics were detected at that turn already. */
export async function readTopicState(
  db: Db,
  workspaceId: WorkspaceId,
  id: SessionId,
  { turn, window }: { readonly turn: number; readonly window: number },
): Promise<TopicState | null> {
  const rows = await db.query<Omit<TopicState, 'lines'>>(
    `select s.chat_id as "chatId", coalesce(c.kind = 'group', false) as "isGroup", s.topic,
            s.person_id as "personId", s.active_topics as topics
       from sessions s left join chats c on c.workspace_id = s.workspace_id and c.id = s.chat_id
      where s.workspace_id = $1 and s.id = $2 and s.status = 'open' and s.topic_turn < $3`,
    [workspaceId, id, turn],
  )
  const session = rows[0]
  if (session === undefined) return null
  const lines = await readTurns(db, workspaceId, id)
  const isNear = ({ turnNumber }: TranscriptLine) =>
    turnNumber !== null && turnNumber <= turn && turnNumber > turn - window
  return { ...session, lines: lines.filter(isNear) }
}

/** Sets the topics of a new session, as chosen by its person. Detection still runs as in other sessions. */
export async function presetTopics(
  db: Db,
  workspaceId: WorkspaceId,
  id: SessionId,
  topics: readonly ActiveTopic[],
): Promise<void> {
  await db.write(
    'update sessions set active_topics = $3::jsonb where workspace_id = $1 and id = $2',
    [workspaceId, id, JSON.stringify(topics)],
    1,
  )
}

/**
 * Clears the topics of these sessions, and of all sessions with a topic that was found in them; open ones detect theirs
 * again. Traces of answers name topics too.
 */
export async function clearTopicsOf(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly SessionId[],
): Promise<void> {
  const rows = await db.query<{ id: SessionId }>(
    `with slugs as (
       select tag as slug from session_tags where workspace_id = $1 and session_id = any($2::text[])
       union
       select t ->> 'slug' from sessions s, jsonb_array_elements(s.active_topics) t
        where s.workspace_id = $1 and s.id = any($2::text[]))
     update sessions set active_topics = '[]', topic_turn = 0
      where workspace_id = $1 and active_topics <> '[]'
        and exists (select 1 from jsonb_array_elements(active_topics) t where t ->> 'slug' in (select slug from slugs))
     returning id`,
    [workspaceId, ids],
  )
  await db.query(
    `update answers set trace = jsonb_set(trace, '{memory,topics}', '[]')
      where workspace_id = $1 and session_id = any($2::text[])
        and jsonb_typeof(trace -> 'memory' -> 'topics') = 'array' and trace -> 'memory' -> 'topics' <> '[]'`,
    [workspaceId, [...ids, ...rows.map((row) => row.id)]],
  )
}

/** Stores the topics of a session; null leaves them unchanged. */
export async function saveTopics(
  db: Db,
  workspaceId: WorkspaceId,
  id: SessionId,
  { turn, topics }: { readonly turn: number; readonly topics: readonly ActiveTopic[] | null },
): Promise<void> {
  await db.query(
    `update sessions
        set topic_turn = $3, active_topics = coalesce($4::jsonb, active_topics)
      where workspace_id = $1 and id = $2 and topic_turn < $3`,
    [workspaceId, id, turn, topics === null ? null : JSON.stringify(topics)],
  )
}
