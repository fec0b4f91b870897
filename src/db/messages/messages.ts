import type { ChatId, MessageId, SessionId, WorkspaceId } from '../../domain/ids.ts'
import {
  type IncomingMessage,
  type Media,
  type Message,
  positionOf,
  type Snapshot,
} from '../../domain/message.ts'
import { checkWritten, type Db } from '../engine/database.ts'
import { messageTerms } from '../search/terms-vector.ts'
import { addToSessionCounters, removeFromSessionCounters } from '../sessions/session-counters.ts'
import type { PersonRow } from './people.ts'

/* Writing messages. Reading them is in find-messages.ts. */

/** A message about to be stored: its author is known, its session chosen. */
type NewMessage = IncomingMessage & {
  readonly person: PersonRow
  readonly sessionId: SessionId
}

type KnownMessage = { readonly isDeleted: boolean; readonly isOptedOut: boolean }

/** Which of these ids the chat has already, whether each was deleted, and whether its text may be stored. */
export async function listKnownIds(
  db: Db,
  workspaceId: WorkspaceId,
  chatId: ChatId,
  externalIds: readonly string[],
): Promise<Map<string, KnownMessage>> {
  const rows = await db.query<KnownMessage & { externalId: string }>(
    `select m.external_id as "externalId", m.deleted_at is not null as "isDeleted",
            p.memory_opt_out as "isOptedOut"
       from messages m join people p on p.workspace_id = m.workspace_id and p.id = m.author_id
      where m.workspace_id = $1 and m.chat_id = $2 and m.external_id = any($3::text[])`,
    [workspaceId, chatId, externalIds],
  )
  return new Map(rows.map((row) => [row.externalId, row]))
}

/** Stores messages that are not there yet and returns them; fails if a single one was not stored. */
export async function insertMessages(
  db: Db,
  workspaceId: WorkspaceId,
  chatId: ChatId,
  {
    messages,
    importId,
  }: { readonly messages: readonly NewMessage[]; readonly importId: string | undefined },
): Promise<Message[]> {
  const terms = messages.map(termsOfNew)
  const rows = await db.query<{ id: MessageId; externalId: string }>(
    `insert into messages
       (workspace_id, chat_id, external_id, author_id, sent_at, position, text, reply_to,
        context_snapshot, quote, topic, session_id, is_bot, media, reactions, edited_at, raw, kind,
        terms, term_count, import_id)
     select $1, $2, m.external_id, m.author_id, m.sent_at, m.position, m.text, m.reply_to,
            m.context_snapshot::jsonb, m.quote, m.topic, m.session_id, m.is_bot, m.media::jsonb,
            m.reactions::jsonb, m.edited_at, m.raw, m.kind, m.terms::tsvector, m.term_count, $21
       from unnest($3::text[], $4::bigint[], $5::timestamptz[], $6::bigint[], $7::text[],
                   $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::boolean[],
                   $14::text[], $15::text[], $16::timestamptz[], $17::text[], $18::text[],
                   $19::text[], $20::int[])
         as m(external_id, author_id, sent_at, position, text, reply_to, context_snapshot, quote,
              topic, session_id, is_bot, media, reactions, edited_at, raw, kind, terms, term_count)
     returning id, external_id as "externalId"`,
    [
      workspaceId,
      chatId,
      messages.map((m) => m.externalId),
      messages.map((m) => m.person.id),
      messages.map((m) => m.sentAt.toISOString()),
      messages.map((m) => positionOf(m.externalId)),
      messages.map((m) => m.text),
      messages.map((m) => m.replyTo),
      messages.map((m) => m.contextSnapshot && JSON.stringify(m.contextSnapshot)),
      messages.map((m) => m.quote),
      messages.map((m) => m.topic),
      messages.map((m) => m.sessionId),
      messages.map((m) => m.author.isBot),
      messages.map((m) => JSON.stringify(m.media)),
      messages.map((m) => (m.reactions.length === 0 ? null : JSON.stringify(m.reactions))),
      messages.map((m) => m.editedAt?.toISOString() ?? null),
      messages.map((m) => m.raw),
      messages.map((m) => m.kind),
      terms.map((t) => t?.vector ?? null),
      terms.map((t) => t?.length ?? 0),
      importId ?? null,
    ],
  )
  checkWritten(rows.length, messages.length)
  await addToSessionCounters(
    db,
    workspaceId,
    rows.map((row) => row.id),
  )
  const ids = new Map(rows.map((row) => [row.externalId, row.id]))
  return messages.map((message) => toStored(message, chatId, ids.get(message.externalId)))
}

/** The platform's notices are part of no conversation; messages of authors who opted out are not indexed. */
function termsOfNew({ kind, person, text, media }: NewMessage) {
  if (kind !== 'message' || person.isOptedOut) return null
  return messageTerms({ authorName: nameOf(person), text, media })
}

function nameOf({ name, username, externalId }: PersonRow): string {
  return name ?? username ?? externalId
}

function toStored(message: NewMessage, chatId: ChatId, id: MessageId | undefined): Message {
  const { person } = message
  return {
    id: id as MessageId,
    chatId,
    externalId: message.externalId,
    kind: message.kind,
    authorId: person.id,
    authorName: nameOf(person),
    authorUsername: person.username,
    isBot: message.author.isBot,
    sentAt: message.sentAt,
    position: positionOf(message.externalId),
    text: message.text,
    replyTo: message.replyTo,
    quote: message.quote,
    topic: message.topic,
    sessionId: message.sessionId,
    contextSnapshot: message.contextSnapshot,
  }
}

export type Edit = { readonly text: string; readonly editedAt: Date }

/**
 * Replaces the text unless a newer edit is stored; false when nothing had to change. Some clocks tick in seconds: of
 * two edits in one second the one that arrives later wins.
 */
export async function updateMessageText(
  db: Db,
  workspaceId: WorkspaceId,
  { id, authorName }: Pick<Message, 'id' | 'authorName'>,
  edit: Edit,
): Promise<boolean> {
  const before = await db.query<{ media: readonly Media[]; isOptedOut: boolean }>(
    `select m.media, p.memory_opt_out as "isOptedOut"
       from messages m join people p on p.workspace_id = m.workspace_id and p.id = m.author_id
      where m.workspace_id = $1 and m.id = $2 and m.deleted_at is null
        and (m.edited_at is null or m.edited_at < $3 or (m.edited_at = $3 and m.text <> $4))`,
    [workspaceId, id, edit.editedAt.toISOString(), edit.text],
  )
  if (before[0] === undefined) return false
  const { media, isOptedOut } = before[0]
  await removeFromSessionCounters(db, workspaceId, [id])
  const terms = isOptedOut ? null : messageTerms({ authorName, text: edit.text, media })
  // The old payload is erased with the old text: an edit may be there to remove a secret.
  await db.write(
    `update messages
        set text = $3, edited_at = $4, raw = null, terms = $5::tsvector, term_count = $6
      where workspace_id = $1 and id = $2`,
    [
      workspaceId,
      id,
      edit.text,
      edit.editedAt.toISOString(),
      terms?.vector ?? null,
      terms?.length ?? 0,
    ],
    1,
  )
  await addToSessionCounters(db, workspaceId, [id])
  return true
}

/** A snapshot as stored in jsonb. */
export type StoredSnapshot = Omit<Snapshot, 'sentAt'> & { readonly sentAt: string | null }
