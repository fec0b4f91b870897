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
  /** The asker as channel:id. */
  readonly person: string | null
  readonly model: string | null
  readonly ms: number
  readonly createdAt: Date
}

/** Which answers are listed; null for no restriction. */
export type AnswerFilter = {
  /** The asker as channel:id. */
  readonly person: string | null
  readonly model: string | null
  /** Whether the answer cites a piece. */
  readonly isCiting: boolean | null
  readonly since: Date | null
  readonly before: Date | null
  readonly limit: number
}

/** The newest answers that match: of a chat, of a person, or of the workspace. */
export async function listAnswers(
  db: Db,
  workspaceId: WorkspaceId,
  page: AnswerFilter & { readonly chatId: ChatId | null; readonly personId: PersonId | null },
): Promise<AnswerLine[]> {
  return db.query<AnswerLine>(
    `select a.id, left(a.question, 500) as question, left(a.answer, 500) as answer, c.channel,
            c.external_id as "chatExternalId", c.title as "chatTitle", p.name as "askedBy",
            p.channel || ':' || p.external_id as person,
            a.model, a.created_at as "createdAt", a.assembly_ms + a.model_ms as ms
       from answers a
       left join chats c on c.workspace_id = a.workspace_id and c.id = a.chat_id
       left join people p on p.workspace_id = a.workspace_id and p.id = a.person_id
      where a.workspace_id = $1 and ($2::bigint is null or a.chat_id = $2)
        and ($3::bigint is null or a.person_id = $3)
        and ($4::timestamptz is null or a.created_at < $4)
        and ($6::timestamptz is null or a.created_at >= $6)
        and ($7::text is null or p.channel || ':' || p.external_id = $7)
        and ($8::text is null or a.model = $8)
        and ($9::boolean is null
             or $9 = (jsonb_array_length(coalesce(a.trace->'citedNumbers', '[]')) > 0))
      order by a.created_at desc, a.id desc
      limit $5`,
    [
      ...[workspaceId, page.chatId, page.personId, page.before?.toISOString() ?? null, page.limit],
      ...[page.since?.toISOString() ?? null, page.person, page.model, page.isCiting],
    ],
  )
}

/** A question of a session, and its answer if there is one. */
export type AnsweredTurn = {
  readonly number: number
  readonly question: string
  readonly answer: string | null
  readonly answerId: AnswerId | null
  readonly createdAt: Date
  readonly sources: readonly TurnSource[]
  readonly reasoningSteps: readonly string[]
  readonly provider: string | null
  readonly model: string | null
  readonly guardrailScore: number | null
  readonly retrievalAttempts: number
  readonly rewrittenQuery: string | null
}

/** A piece that an answer cites, by the ids that a caller knows. */
export type TurnSource = {
  readonly number: number
  readonly messageId: string | null
  readonly path: string | null
  readonly sessionId: SessionId | null
  readonly relevance: number
}

/** SQL: the cited items of the trace `a` of the turn `t`; none once the answer is erased. */
const CITED = `(select coalesce(jsonb_agg(jsonb_build_object(
    'number', i -> 'number', 'messageId', i -> 'externalId', 'path', f.path,
    'sessionId', i -> 'sessionId', 'relevance', i -> 'relevance') order by (i ->> 'number')::int), '[]')
  from jsonb_array_elements(a.trace -> 'items') i
  left join files f on f.workspace_id = a.workspace_id and f.id = (i ->> 'fileId')::bigint
 where t.sources <> '[]' and a.trace -> 'citedNumbers' @> (i -> 'number'))`

/** The newest turns of a session, answered or not; oldest first. */
export async function listAnsweredTurns(
  db: Db,
  workspaceId: WorkspaceId,
  sessionId: SessionId,
  limit: number,
): Promise<AnsweredTurn[]> {
  const rows = await db.query<AnsweredTurn>(
    `select t.number, t.question, t.answer, t.answer_id as "answerId", t.created_at as "createdAt",
            ${CITED} as sources, t.reasoning_steps as "reasoningSteps", t.provider, t.model,
            t.guardrail_score as "guardrailScore", t.retrieval_attempts as "retrievalAttempts",
            t.rewritten_query as "rewrittenQuery"
       from turns t left join answers a on a.workspace_id = t.workspace_id and a.id = t.answer_id
      where t.workspace_id = $1 and t.session_id = $2
      order by t.number desc limit $3`,
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
