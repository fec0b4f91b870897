import { bumpVersion } from '../../../db/engine/data-versions.ts'
import type { Db } from '../../../db/engine/database.ts'
import { dropDerived } from '../../../db/forgetting/drop-derived.ts'
import { lockChat, saveChat } from '../../../db/messages/chats.ts'
import { listByExternalIds } from '../../../db/messages/find-messages.ts'
import { leaveImport, lockImportRow } from '../../../db/messages/imports.ts'
import { insertMessages, listKnownIds } from '../../../db/messages/messages.ts'
import { listOptedOut, type PersonRow, savePeople } from '../../../db/messages/people.ts'
import { listSessionsBetween, saveSessions } from '../../../db/sessions/sessions.ts'
import type { ChatId, SessionId, WorkspaceId } from '../../../domain/ids.ts'
import type { Delivery, IncomingMessage, Message } from '../../../domain/message.ts'
import { assignSessions } from './assign-sessions.ts'
import { idsIn, joinIds } from './join-ids.ts'

type Stored = {
  readonly chatId: ChatId
  /** The new messages, as stored. */
  readonly messages: readonly Message[]
  readonly duplicates: number
  /** Received ids → ids under which those messages are stored, where the two differ. */
  readonly knownAs: ReadonlyMap<string, string>
  /** Stored messages that got another id. */
  readonly renamed: readonly Message[]
}

export type StoreOptions = {
  readonly gapMs: number
  readonly newId: () => string
  readonly now: () => Date
}

/** Stores the new messages of a delivery. Duplicates, stored or within the delivery, are skipped. */
export async function storeDelivery(
  db: Db,
  workspaceId: WorkspaceId,
  delivery: Delivery,
  options: StoreOptions,
): Promise<Stored> {
  const { importId } = delivery
  if (importId !== undefined) await lockImportRow(db, workspaceId, importId)
  const chatId = await saveChat(db, workspaceId, delivery.chat)
  await lockChat(db, chatId)
  const joined = await joinIds(db, { workspaceId, chatId }, delivery)
  const { messages: came, knownAs } = joined
  const renamed =
    joined.renamed.length === 0
      ? []
      : await listByExternalIds(db, workspaceId, chatId, joined.renamed)
  const known = await listKnownIds(db, workspaceId, chatId, idsIn(came))
  const byId = new Map(came.toReversed().map((m) => [m.externalId, m]))
  const fresh = came.filter((m) => !known.has(m.externalId) && byId.get(m.externalId) === m)
  const duplicates = came.length - fresh.length
  if (duplicates > 0 && importId === undefined) {
    await leaveImport(
      db,
      workspaceId,
      chatId,
      came.map(({ externalId }) => externalId),
    )
  }
  if (fresh.length === 0) return { chatId, messages: [], duplicates, knownAs, renamed }

  const authors = fresh.map((m) => m.author)
  const people = await savePeople(db, workspaceId, delivery.chat.channel, authors)
  const sessionOf = await joinSessions(db, workspaceId, { chatId, messages: fresh }, options)
  const isKnown = (id: string | null) => id !== null && (known.has(id) || byId.has(id))
  // A snapshot is for a parent that is not stored; of a stored one a second copy could outlive it.
  const withoutStored = (message: IncomingMessage) =>
    isKnown(message.replyTo) ? { ...message, contextSnapshot: null } : message
  // The copy of a parent that is not stored names its author.
  const copied = fresh.flatMap(({ contextSnapshot }) => contextSnapshot?.authorId ?? [])
  const optedOut = await listOptedOut(db, workspaceId, delivery.chat.channel, copied)
  // A parent within this delivery has no row yet; only its author is known.
  const copiesOptedOut = ({ replyTo, contextSnapshot }: IncomingMessage) =>
    people.get(byId.get(replyTo ?? '')?.author.externalId ?? '')?.isOptedOut ||
    optedOut.has(contextSnapshot?.authorId ?? '')
  const complete = fresh.map((message) => ({
    ...withoutStored(
      copiesOptedOut(message) ? withoutCopy(message) : withoutDeleted(message, known),
    ),
    person: people.get(message.author.externalId) as PersonRow,
    sessionId: sessionOf.get(message.externalId) as SessionId,
  }))
  const messages = await insertMessages(db, workspaceId, chatId, { messages: complete, importId })
  await bumpVersion(db, workspaceId, { chatId, personId: null })
  return { chatId, messages, duplicates, knownAs, renamed }
}

/** Drops a reply's copy of its parent if the parent was deleted or its author opted out. */
function withoutDeleted(
  message: IncomingMessage,
  known: Awaited<ReturnType<typeof listKnownIds>>,
): IncomingMessage {
  const parent = known.get(message.replyTo ?? '')
  const mayKeep = parent === undefined || !(parent.isDeleted || parent.isOptedOut)
  return mayKeep ? message : withoutCopy(message)
}

function withoutCopy(message: IncomingMessage): IncomingMessage {
  return { ...message, quote: null, contextSnapshot: null, raw: null }
}

async function joinSessions(
  db: Db,
  workspaceId: WorkspaceId,
  { chatId, messages }: { readonly chatId: ChatId; readonly messages: readonly IncomingMessage[] },
  options: StoreOptions,
): Promise<ReadonlyMap<string, SessionId>> {
  const times = messages.map((m) => m.sentAt.getTime())
  const around = await listSessionsBetween(db, workspaceId, chatId, {
    from: new Date(times.reduce((a, b) => Math.min(a, b)) - options.gapMs),
    to: new Date(times.reduce((a, b) => Math.max(a, b)) + options.gapMs),
  })
  const { sessionOf, changed } = assignSessions(chatId, messages, around, options)
  // A closed session that grows loses its summary; a new one is made when it closes again.
  const over = changed.flatMap(({ id, endedAt }) => (endedAt === null ? [] : [id]))
  await dropDerived(db, workspaceId, over, options.now())
  await saveSessions(db, workspaceId, changed)
  return sessionOf
}
