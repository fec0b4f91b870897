import { bumpVersion } from '../db/engine/data-versions.ts'
import type { Db } from '../db/engine/database.ts'
import { deleteMessageRows } from '../db/forgetting/delete-chat.ts'
import { forget } from '../db/forgetting/forget.ts'
import { type ChatRow, lockChat } from '../db/messages/chats.ts'
import { listByIds } from '../db/messages/find-messages.ts'
import {
  deleteImport,
  findImport,
  type ImportRow,
  isLeftEmpty,
  listEmptySessions,
  listImportedChats,
  listImportedMessages,
  unknownImport,
} from '../db/messages/imports.ts'
import { deleteSession } from '../db/sessions/sessions.ts'
import type { WorkspaceId } from '../domain/ids.ts'
import { checkStaff, type Principal } from '../domain/principal.ts'
import { workspaceScope } from '../domain/scope.ts'
import { deleteBatches, deletePeopleOf } from './delete-chat.ts'
import type { MemoryDeps } from './deps.ts'

/** Messages deleted per transaction: others must not wait for all of them. */
const BATCH = 500

export type UndoneImport = { readonly messages: number; readonly chats: number }

/**
 * Deletes what an import stored: its messages with everything made from them, chats that hold nothing else, people who
 * are known from it only. Messages that were there before, or that their channel has delivered too, stay. Must be run
 * again after a crash: it continues where it stopped. For staff.
 */
export async function undoImport(
  principal: Principal,
  id: string,
  deps: MemoryDeps,
): Promise<UndoneImport> {
  checkStaff(principal, 'Only staff may undo an import. Use a staff key.')
  const { workspaceId } = principal
  const { database } = deps
  const scope = workspaceScope(workspaceId)
  const started = performance.now()
  const found = await database.within(scope, (db) => findImport(db, workspaceId, id))
  if (found === null) throw unknownImport(id)
  // As in deleteChat: the journal must not repeat what is deleted.
  await deps.checkpoint()
  const undone = { messages: 0, chats: 0 }
  const channels = new Set<string>()
  do {
    const chats = await database.within(scope, (db) => listImportedChats(db, workspaceId, id))
    for (const chat of chats) {
      channels.add(chat.channel)
      undone.messages += await deleteImported(workspaceId, chat, found, deps)
      undone.chats += await deleteIfEmpty(workspaceId, chat, found, deps)
    }
  } while (!(await database.within(scope, (db) => deleteImport(db, workspaceId, id))))
  for (const channel of channels) await deletePeopleOf(workspaceId, channel, deps)
  deps.dropCaches()
  await deps.checkpoint()
  const ms = Math.round(performance.now() - started)
  deps.record({ name: 'import.undone', workspaceId, ...undone, ms })
  return undone
}

async function deleteImported(
  workspaceId: WorkspaceId,
  chat: ChatRow,
  { id }: ImportRow,
  deps: MemoryDeps,
): Promise<number> {
  const { database } = deps
  const scope = workspaceScope(workspaceId)
  let total = 0
  for (;;) {
    const count = await database.within(scope, (db) =>
      deleteSome(db, { workspaceId, chatId: chat.id }, id, deps),
    )
    total += count
    if (count === 0) return total
  }
}

async function deleteSome(
  db: Db,
  place: { readonly workspaceId: WorkspaceId; readonly chatId: ChatRow['id'] },
  id: string,
  { now, relinkBehind }: MemoryDeps,
): Promise<number> {
  const { workspaceId, chatId } = place
  await lockChat(db, chatId)
  const messages = await listImportedMessages(db, place, id, BATCH)
  if (messages.length === 0) return 0
  const gone = await listByIds(db, workspaceId, chatId, messages)
  await forget(db, workspaceId, { messages }, { answers: 'empty', now: now() })
  await deleteMessageRows(db, workspaceId, messages)
  await relinkBehind(db, workspaceId, gone)
  await bumpVersion(db, workspaceId, { chatId, personId: null })
  return messages.length
}

/** Deletes sessions in which nothing is left, and the chat if the import stored it and nothing else is there. */
async function deleteIfEmpty(
  workspaceId: WorkspaceId,
  chat: ChatRow,
  { startedAt }: ImportRow,
  deps: MemoryDeps,
): Promise<0 | 1> {
  const { database, now } = deps
  const isEmpty = await database.within(workspaceScope(workspaceId), async (db) => {
    await lockChat(db, chat.id)
    const sessions = await listEmptySessions(db, workspaceId, chat.id)
    await forget(db, workspaceId, { sessions }, { answers: 'empty', now: now() })
    for (const id of sessions) await deleteSession(db, workspaceId, id)
    return isLeftEmpty(db, workspaceId, chat.id, startedAt)
  })
  if (!isEmpty) return 0
  await deleteBatches(workspaceId, chat, deps)
  return 1
}
