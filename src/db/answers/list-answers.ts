import type { ChatRef } from '../../domain/chat.ts'
import type { AnswerId, ChatId, PersonId, SessionId, WorkspaceId } from '../../domain/ids.ts'
import type { ActiveTopic } from '../../domain/memory.ts'
import type { Db } from '../engine/database.ts'

/** An answer, or a context built without asking a model; without its trace. */
export type AnswerLine = {
  readonly id: AnswerId
  readonly question: string
  /** Null for a context. */
  readonly answer: string | null
  readonly channel: string | null
  readonly chatExternalId: string | null
  readonly chatTitle: string | null
  readonly askedBy: string | null
  readonly model: string | null
  readonly ms: number
  readonly createdAt: Date
}

/** The newest answers before a moment: of a chat, of a person, or of the workspace. */
export async function listAnswers(
  db: Db,
  workspaceId: WorkspaceId,
  page: {
    readonly chatId: ChatId | null
    readonly personId: PersonId | null
    readonly before: Date | null
    readonly limit: number
  },
): Promise<AnswerLine[]> {
  return db.query<AnswerLine>(
    `select a.id, left(a.question, 500) as question, left(a.answer, 500) as answer, c.channel,
            c.external_id as "chatExternalId", c.title as "chatTitle", p.name as "askedBy",
            a.model, a.created_at as "createdAt", a.assembly_ms + a.model_ms as ms
       from answers a
       left join chats c on c.workspace_id = a.workspace_id and c.id = a.chat_id
       left join people p on p.workspace_id = a.workspace_id and p.id = a.person_id
      where a.workspace_id = $1 and ($2::bigint is null or a.chat_id = $2)
        and ($3::bigint is null or a.person_id = $3)
        and ($4::timestamptz is null or a.created_at < $4)
      order by a.created_at desc, a.id desc
      limit $5`,
    [workspaceId, page.chatId, page.personId, page.before?.toISOString() ?? null, page.limit],
  )
}

/** A question of a session, and its answer if there is one. */
export type AnsweredTurn = {
  readonly number: number
  readonly question: string
  readonly answer: string | null
  readonly answerId: AnswerId | null
  readonly createdAt: Date
}

/** The newest turns of a session, answered or not; oldest first. */
export async function listAnsweredTurns(
  db: Db,
  workspaceId: WorkspaceId,
  sessionId: SessionId,
  limit: number,
): Promise<AnsweredTurn[]> {
  const rows = await db.query<AnsweredTurn>(
    `select number, question, answer, answer_id as "answerId", created_at as "createdAt"
       from turns where workspace_id = $1 and session_id = $2
      order by number desc limit $3`,
    [workspaceId, sessionId, limit],
  )
  return rows.reverse()
}

/** A session of questions, as a list shows it. */
export type SessionLine = {
  readonly id: SessionId
  readonly isOpen: boolean
  readonly firstQuestion: string
  readonly turns: number
  readonly lastAt: Date
  readonly topics: readonly ActiveTopic[]
  /** The chat it was asked in; null without a chat. */
  readonly chat: ChatRef | null
}

/** The newest sessions with at least one question: of one person, or of all. */
export async function listConversations(
  db: Db,
  workspaceId: WorkspaceId,
  { personId, limit }: { readonly personId: PersonId | null; readonly limit: number },
): Promise<SessionLine[]> {
  return db.query<SessionLine>(
    `select s.id, s.status = 'open' as "isOpen", left(t.question, 200) as "firstQuestion",
            s.turn_count as turns, s.last_message_at as "lastAt", s.active_topics as topics,
            case when c.id is null then null else jsonb_build_object(
              'channel', c.channel, 'externalId', c.external_id) end as chat
       from sessions s
       left join chats c on c.workspace_id = s.workspace_id and c.id = s.chat_id
       join turns t on t.workspace_id = s.workspace_id and t.session_id = s.id and t.number = 1
      where s.workspace_id = $1 and ($2::bigint is null or s.person_id = $2)
      order by s.last_message_at desc, s.id desc limit $3`,
    [workspaceId, personId, limit],
  )
}
