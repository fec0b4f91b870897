import { listKeyPeople } from '../db/access/api-keys.ts'
import {
  deleteChatRow,
  deleteSomeFiles,
  deleteSomeMessages,
  deleteSomeSessions,
  deleteStrangers,
  stopSummaries,
} from '../db/forgetting/delete-chat.ts'
import { type ChatRow, findChat, lockChat } from '../db/messages/chats.ts'
import { parseThreadId } from '../domain/chat.ts'
import { AppError } from '../domain/errors.ts'
import type { WorkspaceId } from '../domain/ids.ts'
import { checkStaff, type Principal } from '../domain/principal.ts'
import { workspaceScope } from '../domain/scope.ts'
import type { MemoryDeps } from './deps.ts'

export type DeletedChat = {
  readonly messages: number
  readonly sessions: number
  readonly files: number
}

/**
 * Deletes a chat: its messages, the answers and the memory made from them, its files, settings and pending sends, and
 * people who are known from it only. Nothing is left behind: a message that is delivered later opens the chat as new.
 * Must be run again after a crash: it continues where it stopped. For staff.
 */
export async function deleteChat(
  principal: Principal,
  threadId: string,
  deps: MemoryDeps,
): Promise<DeletedChat> {
  checkStaff(principal, 'Only staff may delete a chat. Use a staff key.')
  const { workspaceId } = principal
  const chat = await deps.database.within(workspaceScope(workspaceId), (db) =>
    findChat(db, workspaceId, chatIn(threadId)),
  )
  if (chat === null) throw unknownChat(threadId)
  const started = performance.now()
  // The journal repeats what it holds at the next start: earlier messages of the chat must not be in it any more.
  await deps.checkpoint()
  const deleted = await deleteBatches(workspaceId, chat, deps)
  await deletePeopleOf(workspaceId, chat.channel, deps)
  deps.dropCaches()
  await deps.checkpoint()
  const ms = Math.round(performance.now() - started)
  deps.record({ name: 'chat.deleted', workspaceId, chatId: chat.id, ...deleted, ms })
  return deleted
}

/** Deletes all rows of a chat, some at a time: others must not wait for all of them. */
export async function deleteBatches(
  workspaceId: WorkspaceId,
  { id: chatId }: ChatRow,
  { database, now }: MemoryDeps,
): Promise<DeletedChat> {
  const within = <T>(work: (...args: Parameters<typeof deleteSomeFiles>) => Promise<T>) =>
    database.within(workspaceScope(workspaceId), (db) =>
      work(db, { workspaceId, chatId, now: now() }),
    )
  const deleteAll = async (deleteSome: typeof deleteSomeFiles) => {
    let total = 0
    for (;;) {
      const count = await within(async (db, some) => {
        // Blocks storing, linking and answering in this chat.
        await lockChat(db, chatId)
        return deleteSome(db, some)
      })
      if (count === 0) return total
      total += count
    }
  }
  const deleted = { messages: 0, sessions: 0, files: 0 }
  await within(stopSummaries)
  do {
    deleted.messages += await deleteAll(deleteSomeMessages)
    deleted.sessions += await deleteAll(deleteSomeSessions)
    deleted.files += await deleteAll(deleteSomeFiles)
  } while (!(await within(deleteChatRow)))
  return deleted
}

/** Deletes people of a channel of whom nothing is stored any more. */
export async function deletePeopleOf(
  workspaceId: WorkspaceId,
  channel: string,
  { database, now }: MemoryDeps,
): Promise<void> {
  const keep = await database.asOwner((db) => listKeyPeople(db, workspaceId))
  const some = () =>
    database.within(workspaceScope(workspaceId), (db) =>
      deleteStrangers(db, workspaceId, { channel, keep, now: now() }),
    )
  while ((await some()) > 0);
}

function chatIn(threadId: string) {
  const { channel, externalId, topic } = parseThreadId(threadId)
  if (topic === null) return { channel, externalId }
  throw new AppError(
    'invalid_request',
    'A thread cannot be deleted by itself. Name its chat: channel:chat.',
  )
}

function unknownChat(threadId: string): AppError {
  return new AppError(
    'chat_not_found',
    `No chat "${threadId.slice(0, 100)}" is known. GET /api/chats (earshot chats list) lists them.`,
  )
}
