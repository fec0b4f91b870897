import {
  deletePin,
  findPin,
  listPins,
  type Pin,
  type PinTarget,
  savePin,
} from '../../db/answers/context-references.ts'
import { bumpVersion } from '../../db/engine/data-versions.ts'
import type { Database, Db } from '../../db/engine/database.ts'
import { findFile } from '../../db/files/files.ts'
import { findChatById } from '../../db/messages/chats.ts'
import { findMessage } from '../../db/messages/find-messages.ts'
import { findChunkPlace } from '../../db/search/search-chunks.ts'
import { parseThreadId } from '../../domain/chat.ts'
import { AppError } from '../../domain/errors.ts'
import type { FileAudience } from '../../domain/file.ts'
import type { ChatId, ChunkId, FileId, ReferenceId } from '../../domain/ids.ts'
import { mayActAs, type Principal } from '../../domain/principal.ts'
import { workspaceScope } from '../../domain/scope.ts'
import { findVisibleChat, maySee } from '../access/access.ts'

/* Pins: pieces that members attach to a chat. Pinning a person's file to a chat shares it with the chat, so
 * only its owner or staff may. */

/** What to pin; one of the three. */
export type Wanted =
  | { readonly fileId: FileId; readonly line: number | null }
  | { readonly chunkId: ChunkId }
  | { readonly messageId: string }

type ReferenceDeps = { readonly database: Database; readonly now: () => Date }

/** Pins a file, a part of a file or a message to a thread. */
export async function addReference(
  principal: Principal,
  threadId: string,
  wanted: Wanted,
  { database, now }: ReferenceDeps,
): Promise<ReferenceId> {
  const { workspaceId } = principal
  const thread = parseThreadId(threadId)
  return database.within(workspaceScope(workspaceId), async (db) => {
    const chat = await findVisibleChat(db, principal, thread)
    const target = await resolveTarget(db, principal, chat.id, wanted)
    const place = { workspaceId, chatId: chat.id, topic: thread.topic }
    const id = await savePin(db, place, target, now())
    await bumpVersion(db, workspaceId, { chatId: chat.id, personId: null })
    return id
  })
}

/** What is pinned to a thread. */
export async function listReferences(
  principal: Principal,
  threadId: string,
  { database }: ReferenceDeps,
): Promise<Pin[]> {
  const { workspaceId } = principal
  const thread = parseThreadId(threadId)
  return database.within(workspaceScope(workspaceId), async (db) => {
    const chat = await findVisibleChat(db, principal, thread)
    return listPins(db, { workspaceId, chatId: chat.id, topic: thread.topic })
  })
}

/** Removes a pin; any member of the chat may. */
export async function removeReference(
  principal: Principal,
  id: ReferenceId,
  { database }: ReferenceDeps,
): Promise<void> {
  const { workspaceId } = principal
  await database.within(workspaceScope(workspaceId), async (db) => {
    const pin = await findPin(db, workspaceId, id)
    const chat = pin && (await findChatById(db, workspaceId, pin.chatId))
    if (pin === null || chat === null || !(await maySee(db, principal, chat))) {
      throw new AppError(
        'reference_not_found',
        `No reference "${id}" is known to you. GET /api/references lists those of a thread.`,
      )
    }
    await deletePin(db, workspaceId, id)
    await bumpVersion(db, workspaceId, { chatId: pin.chatId, personId: null })
  })
}

async function resolveTarget(
  db: Db,
  principal: Principal,
  chatId: ChatId,
  wanted: Wanted,
): Promise<PinTarget> {
  const { workspaceId } = principal
  if ('messageId' in wanted) {
    const message = await findMessage(db, workspaceId, chatId, wanted.messageId)
    if (message !== null) return { fileId: null, line: null, messageId: message.id }
    throw new AppError(
      'message_not_found',
      `The chat has no message "${wanted.messageId}". Check the id, or send the message first.`,
    )
  }
  const place = 'chunkId' in wanted ? await findChunkPlace(db, workspaceId, wanted.chunkId) : wanted
  const file = place && (await findFile(db, workspaceId, place.fileId))
  if (place === null || file === null || !mayPin(principal, file, chatId)) {
    throw new AppError(
      'file_not_found',
      'No such file is known to you. GET /api/files lists those you may pin.',
    )
  }
  return { fileId: file.id, line: place.line, messageId: null }
}

function mayPin(principal: Principal, file: FileAudience, chatId: ChatId): boolean {
  if (mayActAs(principal.role, 'staff')) return true
  if (file.chatId !== null) return file.chatId === chatId
  return file.personId === null || file.personId === principal.personId
}
