import { erasePrompts } from '../../db/answers/erase-answers.ts'
import { bumpVersion } from '../../db/engine/data-versions.ts'
import type { Db } from '../../db/engine/database.ts'
import { deleteFactsFrom } from '../../db/facts/facts.ts'
import { dropDerived } from '../../db/forgetting/drop-derived.ts'
import { forget } from '../../db/forgetting/forget.ts'
import { findChat, lockChat } from '../../db/messages/chats.ts'
import { rereadConversationsOf } from '../../db/messages/conversation-members.ts'
import { findMessage } from '../../db/messages/find-messages.ts'
import { type Edit, listKnownIds, updateMessageText } from '../../db/messages/messages.ts'
import { deleteEmbeddings } from '../../db/search/embeddings.ts'
import { listSessionsWith } from '../../db/sessions/conversation-sessions.ts'
import type { ChatRef } from '../../domain/chat.ts'
import { AppError } from '../../domain/errors.ts'
import type { WorkspaceId } from '../../domain/ids.ts'
import type { Message } from '../../domain/message.ts'
import { workspaceScope } from '../../domain/scope.ts'
import { cleanText } from '../../text/clean-text.ts'
import type { ReceiveDeps } from './deps.ts'
import { checkLength, checkMoment } from './ingest/normalise.ts'
import { relink, relinkBehind } from './relink.ts'

/* Edits and deletions. Both go through the journal as messages do, and both are idempotent. */

/** Replaces a message's text. The newest edit wins, in whichever order edits arrive. */
export async function editMessage(
  workspaceId: WorkspaceId,
  target: ChatRef & { readonly messageId: string },
  edit: Edit,
  deps: ReceiveDeps,
): Promise<{ changed: boolean }> {
  checkMoment(edit.editedAt, 'edited_at', deps.now())
  checkLength(edit.text)
  const clean = { ...edit, text: cleanText(edit.text) }
  await mustExist(workspaceId, target, deps)
  const keep = () => storeEdit(workspaceId, target, clean, deps)
  if (deps.journal === null) return keep()
  return deps.journal.record({ op: 'edit', workspaceId, target, edit: clean }, keep)
}

/** Deletes a message: its text, its links, its vector, its copies, and the answers made from it. */
export async function deleteMessage(
  workspaceId: WorkspaceId,
  target: ChatRef & { readonly messageId: string },
  deps: ReceiveDeps,
): Promise<{ deleted: boolean }> {
  await mustExist(workspaceId, target, deps, { orDeleted: true })
  const keep = () => storeDeletion(workspaceId, target, deps)
  if (deps.journal === null) return keep()
  return deps.journal.record({ op: 'delete', workspaceId, target }, keep)
}

type Target = ChatRef & { readonly messageId: string }

/** Stores the edit; false if the message is gone or has a newer text. */
export async function storeEdit(
  workspaceId: WorkspaceId,
  target: Target,
  edit: Edit,
  deps: ReceiveDeps,
): Promise<{ changed: boolean }> {
  return deps.database.within(workspaceScope(workspaceId), async (db) => {
    const message = await findAndLock(db, workspaceId, target)
    if (message === null) return { changed: false }
    const changed = await updateMessageText(db, workspaceId, message, edit)
    if (changed) {
      await deleteEmbeddings(db, workspaceId, 'message', [message.id])
      await deleteFactsFrom(db, workspaceId, [message.id])
      const sessions = await listSessionsWith(db, workspaceId, [message.id])
      await dropDerived(db, workspaceId, sessions, deps.now())
      await rereadConversationsOf(db, workspaceId, [message.id])
      await erasePrompts(db, workspaceId, message.chatId)
      await relink(db, workspaceId, [{ ...message, text: edit.text }])
      await bumpVersion(db, workspaceId, { chatId: message.chatId, personId: null })
      deps.record({ name: 'message.edited', workspaceId, messageId: message.id })
    }
    return { changed }
  })
}

/** Stores the deletion; false if there was nothing left to delete. */
export async function storeDeletion(
  workspaceId: WorkspaceId,
  target: Target,
  deps: ReceiveDeps,
): Promise<{ deleted: boolean }> {
  return deps.database.within(workspaceScope(workspaceId), async (db) => {
    const message = await findAndLock(db, workspaceId, target)
    if (message === null) return { deleted: false }
    const manner = { answers: 'empty', now: deps.now() } as const
    await forget(db, workspaceId, { messages: [message.id] }, manner)
    await erasePrompts(db, workspaceId, message.chatId)
    await relinkBehind(db, workspaceId, [message])
    await bumpVersion(db, workspaceId, { chatId: message.chatId, personId: null })
    deps.record({ name: 'message.deleted', workspaceId, messageId: message.id })
    return { deleted: true }
  })
}

/** Locks the chat against storing, linking and answering, and finds the message. */
async function findAndLock(
  db: Db,
  workspaceId: WorkspaceId,
  target: Target,
): Promise<Message | null> {
  const chat = await findChat(db, workspaceId, target)
  if (chat === null) return null
  await lockChat(db, chat.id)
  return findMessage(db, workspaceId, chat.id, target.messageId)
}

/** Fails at once for a wrong id, before anything is written to the journal. */
async function mustExist(
  workspaceId: WorkspaceId,
  target: Target,
  { database }: ReceiveDeps,
  { orDeleted = false } = {},
): Promise<void> {
  await database.within(workspaceScope(workspaceId), async (db) => {
    const chat = await findChat(db, workspaceId, target)
    if (chat === null) {
      throw new AppError(
        'chat_not_found',
        `No chat "${target.channel}:${target.externalId}" is known. Send one of its messages first.`,
      )
    }
    if ((await findMessage(db, workspaceId, chat.id, target.messageId)) !== null) return
    const known = await listKnownIds(db, workspaceId, chat.id, [target.messageId])
    if (known.size === 0) {
      throw new AppError(
        'message_not_found',
        `The chat has no message "${target.messageId}". Check the id, or send the message first.`,
      )
    }
    if (!orDeleted)
      throw new AppError('message_deleted', 'This message was deleted and cannot be changed.')
  })
}
