import type { Database } from '../../db/engine/database.ts'
import { listWorkspaces } from '../../db/engine/workspaces.ts'
import { lockChat } from '../../db/messages/chats.ts'
import { listUngrouped } from '../../db/messages/conversation-members.ts'
import { listFrom, type Place, type Point } from '../../db/messages/find-messages.ts'
import { listLinksOf } from '../../db/messages/message-links.ts'
import { workspaceScope } from '../../domain/scope.ts'
import { assignConversations } from './assign-conversations.ts'

/** Messages grouped per transaction: others must not wait for a whole chat. */
const BATCH = 500

/** Groups messages that earlier versions stored into conversations, by their stored links. */
export async function fillConversations(database: Database, stopping: AbortSignal): Promise<void> {
  for (const workspaceId of await database.asOwner(listWorkspaces)) {
    const scope = workspaceScope(workspaceId)
    const threads = await database.within(scope, (db) => listUngrouped(db, workspaceId))
    for (const { chatId, topic, ...first } of threads) {
      const place = { workspaceId, chatId, topic }
      let next: Point | null = first
      while (next !== null && !stopping.aborted) next = await fillFrom(database, place, next)
    }
  }
}

/** Groups a batch from this point on; returns where the next one begins, or null at the end of the thread. */
async function fillFrom(database: Database, place: Place, from: Point): Promise<Point | null> {
  return database.within(workspaceScope(place.workspaceId), async (db) => {
    await lockChat(db, place.chatId)
    // One more than the batch, which begins the next one.
    const messages = await listFrom(db, place, from, BATCH + 1)
    const batch = messages.slice(0, BATCH)
    const ids = batch.map(({ id }) => id)
    const { links } = await listLinksOf(db, place, ids)
    await assignConversations(db, place, batch, links)
    return messages[BATCH] ?? null
  })
}
