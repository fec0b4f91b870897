import type {
  ChatId,
  ConversationId,
  MessageId,
  PersonId,
  SessionId,
  WorkspaceId,
} from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'

/* The transcript of a session: the messages of a chat, of a part of a conversation, or one person's questions with their
 * answers. */

export type TranscriptLine = {
  readonly messageId: MessageId | null
  readonly turnNumber: number | null
  readonly authorId: PersonId | null
  readonly speaker: string
  readonly isBot: boolean
  /** Its author opted out of memory. */
  readonly isOptedOut: boolean
  readonly at: Date
  readonly text: string
}

export type Transcript = {
  readonly chatId: ChatId | null
  readonly isGroup: boolean
  readonly topic: string | null
  readonly personId: PersonId | null
  /** Of a part of a conversation. */
  readonly conversationId: ConversationId | null
  readonly endedAt: Date
  readonly lines: readonly TranscriptLine[]
}

/**
 * The transcript of a closed session that is due, oldest first; null for any other. The row is locked: a concurrent
 * change of a message is either read here, or revokes our lease.
 */
export async function readTranscript(
  db: Db,
  workspaceId: WorkspaceId,
  id: SessionId,
): Promise<Transcript | null> {
  const rows = await db.query<Omit<Transcript, 'lines'>>(
    `select s.chat_id as "chatId", coalesce(c.kind = 'group', false) as "isGroup", s.topic,
            s.person_id as "personId", s.conversation_id as "conversationId", s.ended_at as "endedAt"
       from sessions s left join chats c on c.workspace_id = s.workspace_id and c.id = s.chat_id
      where s.workspace_id = $1 and s.id = $2 and s.status = 'closed' and s.memory = 'due'
        for share of s`,
    [workspaceId, id],
  )
  const session = rows[0]
  if (session === undefined) return null
  if (session.conversationId !== null) {
    return { ...session, lines: await readPart(db, workspaceId, id) }
  }
  const messages = await readMessages(db, workspaceId, id)
  // A bot that stores its turns in the chat's own session has all of it in the messages.
  const lines = messages.length > 0 ? messages : await readTurns(db, workspaceId, id)
  return { ...session, lines }
}

const LINE = `m.id as "messageId", null as "turnNumber", m.author_id as "authorId",
  coalesce(p.name, p.username, p.external_id) as speaker, m.is_bot as "isBot",
  p.memory_opt_out as "isOptedOut", m.sent_at as at, m.text`
const OF_AUTHOR = 'join people p on p.workspace_id = m.workspace_id and p.id = m.author_id'
const WITH_TEXT = `m.deleted_at is null and m.kind = 'message' and m.text <> ''`
const IN_ORDER = 'order by m.sent_at, m.position, m.id'

async function readMessages(
  db: Db,
  workspaceId: WorkspaceId,
  id: SessionId,
): Promise<TranscriptLine[]> {
  return db.query<TranscriptLine>(
    `select ${LINE} from messages m ${OF_AUTHOR}
      where m.workspace_id = $1 and m.session_id = $2 and ${WITH_TEXT} ${IN_ORDER}`,
    [workspaceId, id],
  )
}

/** The messages of a part: those of its conversation since the part before. */
async function readPart(
  db: Db,
  workspaceId: WorkspaceId,
  id: SessionId,
): Promise<TranscriptLine[]> {
  return db.query<TranscriptLine>(
    `select ${LINE} from sessions s
       join conversation_members k on k.workspace_id = s.workspace_id and k.conversation_id = s.conversation_id
       join messages m on m.workspace_id = k.workspace_id and m.id = k.message_id ${OF_AUTHOR}
      where s.workspace_id = $1 and s.id = $2 and m.sent_at <= s.last_message_at and ${WITH_TEXT}
        and not exists (select 1 from sessions e where e.workspace_id = s.workspace_id
                           and e.conversation_id = s.conversation_id
                           and e.last_message_at < s.last_message_at and e.last_message_at >= m.sent_at)
      ${IN_ORDER}`,
    [workspaceId, id],
  )
}

/** Questions and answers, alternating. */
export async function readTurns(
  db: Db,
  workspaceId: WorkspaceId,
  id: SessionId,
): Promise<TranscriptLine[]> {
  const rows = await db.query<{
    number: number
    question: string
    answer: string | null
    at: Date
    personId: PersonId | null
    speaker: string | null
    isOptedOut: boolean | null
  }>(
    `select t.number, t.question, t.answer, t.created_at as at, p.id as "personId",
            coalesce(p.name, p.username, p.external_id) as speaker, p.memory_opt_out as "isOptedOut"
       from turns t
       join sessions s on s.workspace_id = t.workspace_id and s.id = t.session_id
       left join people p on p.workspace_id = s.workspace_id
                         and p.id = coalesce(t.asked_by, s.person_id)
      where t.workspace_id = $1 and t.session_id = $2 order by t.number`,
    [workspaceId, id],
  )
  return rows.flatMap((turn) => {
    const common = { messageId: null, turnNumber: turn.number, at: turn.at }
    const isOptedOut = turn.isOptedOut ?? false
    const asked = {
      ...common,
      authorId: turn.personId,
      speaker: turn.speaker ?? 'User',
      isBot: false,
      isOptedOut,
      text: turn.question,
    }
    if (turn.answer === null) return [asked]
    const answered = { ...common, authorId: null, speaker: 'Assistant', isBot: true, isOptedOut }
    return [asked, { ...answered, text: turn.answer }]
  })
}
