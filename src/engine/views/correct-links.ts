import { bumpVersion } from '../../db/engine/data-versions.ts'
import type { Database, Db } from '../../db/engine/database.ts'
import { findChatById, lockChat } from '../../db/messages/chats.ts'
import { listByExternalIds, type Place } from '../../db/messages/find-messages.ts'
import {
  deleteCorrection,
  findCorrected,
  type ListedCorrection,
  listCorrectedIds,
  listCorrections,
  type Statement,
  saveCorrection,
} from '../../db/messages/link-corrections.ts'
import { findMessageWindow } from '../../db/messages/message-window.ts'
import { parseThreadId } from '../../domain/chat.ts'
import { AppError } from '../../domain/errors.ts'
import type { RecordEvent } from '../../domain/events.ts'
import type { CorrectionId, MessageId, PersonId } from '../../domain/ids.ts'
import type { CorrectionKind } from '../../domain/link.ts'
import type { Message } from '../../domain/message.ts'
import type { Principal } from '../../domain/principal.ts'
import { workspaceScope } from '../../domain/scope.ts'
import { findAsker, findVisibleChat, maySee } from '../access/access.ts'
import { acceptCorrections } from '../link/accept-corrections.ts'
import { applyCorrections } from '../link/apply-corrections.ts'
import { findAnchor } from '../link/find-anchor.ts'
import { SPAN } from '../link/look-back.ts'
import { regroupCorrected } from '../receive/assign-conversations.ts'

/* Corrections of which messages form one conversation. Members of a chat may make them, and staff; a
 * correction can be undone by anyone who could have made it. */

/** A user's correction of some messages of a thread, by the channel's ids. */
type CorrectionRequest = {
  readonly kind: CorrectionKind
  readonly messageIds: readonly string[]
  /** For "apart": a message of the conversation they do not belong to; null for the one they are in. */
  readonly apartFrom: string | null
  /** The author of the correction; null for the caller. */
  readonly author: { readonly externalId: string } | null
}

type StoredCorrections = {
  readonly corrections: readonly ListedCorrection[]
  /** False if all of them existed before. */
  readonly isNew: boolean
}

/** A correction, and whether newer ones override it. */
export type ThreadCorrection = ListedCorrection & { readonly isOverruled: boolean }

export type Corrections = {
  correct(
    principal: Principal,
    threadId: string,
    request: CorrectionRequest,
  ): Promise<StoredCorrections>
  list(principal: Principal, threadId: string): Promise<ThreadCorrection[]>
  undo(principal: Principal, id: CorrectionId): Promise<void>
}

type CorrectionDeps = {
  readonly database: Database
  readonly record: RecordEvent
  readonly now: () => Date
}

/** Binds the functions to their dependencies. */
export function createCorrections(deps: CorrectionDeps): Corrections {
  const { database } = deps
  return {
    correct: (principal, threadId, request) => correctLinks(principal, threadId, request, deps),
    list: (principal, threadId) =>
      database.within(workspaceScope(principal.workspaceId), async (db) => {
        const place = await findPlace(db, principal, threadId)
        const corrections = await listCorrections(db, place)
        const accepted = acceptCorrections(await listCorrectedIds(db, place), corrections)
        return corrections.map((one) => ({ ...one, isOverruled: !accepted.ids.has(one.id) }))
      }),
    undo: (principal, id) => undo(principal, id, deps),
  }
}

async function correctLinks(
  principal: Principal,
  threadId: string,
  request: CorrectionRequest,
  { database, record, now }: CorrectionDeps,
): Promise<StoredCorrections> {
  const { workspaceId } = principal
  return database.within(workspaceScope(workspaceId), async (db) => {
    const place = await findPlace(db, principal, threadId)
    const personId = await findAuthor(db, principal, threadId, request.author)
    await lockChat(db, place.chatId)
    const statements = await statementsOf(db, place, request)
    const named = statements.flatMap(({ messageId, otherId }) => [messageId, otherId ?? messageId])
    const before = await groupedWith(db, place, named)
    const by = { personId, at: now() }
    const saved: Awaited<ReturnType<typeof saveCorrection>>[] = []
    for (const statement of statements) saved.push(await saveCorrection(db, place, statement, by))
    const isNew = saved.some((one) => one.isNew)
    if (isNew) {
      const after = await groupedWith(db, place, named)
      await regroupCorrected(db, place, [...new Set([...before, ...after])])
      await bumpVersion(db, workspaceId, { chatId: place.chatId, personId: null })
      const count = saved.filter((one) => one.isNew).length
      record({ name: 'links.corrected', workspaceId, chatId: place.chatId, count })
    }
    const ids = new Set(saved.map(({ id }) => id))
    const messageIds = statements.map(({ messageId }) => messageId)
    const listed = await listCorrections(db, place, messageIds)
    return { corrections: listed.filter(({ id }) => ids.has(id)), isNew }
  })
}

async function undo(
  principal: Principal,
  id: CorrectionId,
  { database, record }: CorrectionDeps,
): Promise<void> {
  const { workspaceId } = principal
  await database.within(workspaceScope(workspaceId), async (db) => {
    const corrected = await findCorrected(db, workspaceId, id)
    const chat = corrected && (await findChatById(db, workspaceId, corrected.place.chatId))
    if (!chat || !(await maySee(db, principal, chat))) {
      throw new AppError(
        'correction_not_found',
        `No correction "${id}" is known to you. GET /api/conversations/corrections lists those of a thread.`,
      )
    }
    await lockChat(db, chat.id)
    const grouped = await groupedWith(db, corrected.place, [corrected.messageId])
    await deleteCorrection(db, workspaceId, id)
    await regroupCorrected(db, corrected.place, grouped)
    await bumpVersion(db, workspaceId, { chatId: chat.id, personId: null })
    record({ name: 'links.corrected', workspaceId, chatId: chat.id, count: 1 })
  })
}

/** These messages and those that corrections put together with them: each continues the one before it of its group. */
async function groupedWith(
  db: Db,
  place: Place,
  ids: readonly MessageId[],
): Promise<readonly MessageId[]> {
  const corrections = await listCorrections(db, place)
  const accepted = acceptCorrections(await listCorrectedIds(db, place), corrections)
  return [...new Set(ids.flatMap((id) => [id, ...accepted.groupOf(id)]))]
}

async function findPlace(db: Db, principal: Principal, threadId: string): Promise<Place> {
  const thread = parseThreadId(threadId)
  const chat = await findVisibleChat(db, principal, thread)
  return { workspaceId: principal.workspaceId, chatId: chat.id, topic: thread.topic }
}

async function findAuthor(
  db: Db,
  principal: Principal,
  threadId: string,
  author: CorrectionRequest['author'],
): Promise<PersonId | null> {
  const { channel } = parseThreadId(threadId)
  const person = await findAsker(db, principal, channel, author)
  if (person !== null || author === null) return person?.id ?? null
  throw new AppError(
    'person_not_found',
    `No person "${channel}:${author.externalId}" is known. Omit the author, or check the id.`,
  )
}

async function statementsOf(
  db: Db,
  place: Place,
  { kind, messageIds, apartFrom }: CorrectionRequest,
): Promise<Statement[]> {
  const messages = await findAll(db, place, messageIds)
  if (kind === 'start') return messages.map(({ id }) => ({ kind, messageId: id, otherId: null }))
  if (kind === 'together') {
    return messages.slice(1).map((later, i) => ({
      kind,
      messageId: later.id,
      otherId: (messages[i] as Message).id,
    }))
  }
  const [other] = apartFrom === null ? [] : await findAll(db, place, [apartFrom])
  const anchors = other === undefined ? await findAnchors(db, place, messages) : null
  return messages.map(({ id }) => ({
    kind,
    messageId: id,
    otherId: (anchors === null ? other?.id : anchors.get(id)) ?? null,
  }))
}

/** The messages with these ids, in the order of the chat; fails unless each can be part of a conversation. */
async function findAll(db: Db, place: Place, ids: readonly string[]): Promise<Message[]> {
  const messages = await listByExternalIds(db, place.workspaceId, place.chatId, ids)
  const known = new Set(messages.map(({ externalId }) => externalId))
  const missing = ids.find((id) => !known.has(id))
  if (missing !== undefined) {
    throw new AppError(
      'message_not_found',
      `The chat has no message "${missing}". It may have been deleted, or belong to another chat.`,
    )
  }
  for (const { kind, topic, externalId } of messages) {
    if (kind === 'system')
      throw refused(externalId, 'is a notice of the platform and part of no conversation.')
    if (topic !== place.topic) throw refused(externalId, 'is in another thread of the chat.')
  }
  return messages
}

/** A message of the conversation that each of these is currently in. */
async function findAnchors(
  db: Db,
  place: Place,
  messages: readonly Message[],
): Promise<Map<MessageId, MessageId>> {
  const anchors = new Map<MessageId, MessageId>()
  const chosen = new Set(messages.map(({ id }) => id))
  for (const message of messages) {
    const trail = await findMessageWindow(db, place, message, { before: SPAN, after: SPAN })
    const ids = trail.messages.map(({ id }) => id)
    const anchor = findAnchor(message.id, chosen, { ids, links: applyCorrections(trail) })
    if (anchor === null) {
      throw refused(
        message.externalId,
        'is alone in its conversation: there is nothing to separate it from.',
      )
    }
    anchors.set(message.id, anchor)
  }
  return anchors
}

function refused(id: string, why: string): AppError {
  return new AppError('invalid_request', `Message "${id}" ${why}`, { details: { message: id } })
}
