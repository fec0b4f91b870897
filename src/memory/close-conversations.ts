import type { Db } from '../db/engine/database.ts'
import { dropDerived } from '../db/forgetting/drop-derived.ts'
import { tryLockChat } from '../db/messages/chats.ts'
import {
  extendParts,
  insertParts,
  listChatsWithoutSummary,
  listQuietConversations,
  markClosed,
  type QuietConversation,
} from '../db/sessions/conversation-sessions.ts'
import { QUIET_MS } from '../domain/conversation.ts'
import type { ChatId, SessionId, WorkspaceId } from '../domain/ids.ts'
import { workspaceScope } from '../domain/scope.ts'
import type { MemoryDeps } from './deps.ts'

/* Closes the conversations of groups that have become quiet, so that they are summarised. */

const CHATS = 200
const CONVERSATIONS = 200
/** A single message is worth remembering if its text is this long in UTF-8: a sentence, in any script. */
const MIN_BYTES = 30
const MIN_LINES = 2
/** A part with fewer lines is extended when its conversation goes on, and summarised again; else a new part begins. */
const MAX_EXTENDED = 40

/** Closes quiet conversations. A chat that is being written to is left for the next run. */
export async function closeConversations(
  workspaceId: WorkspaceId,
  deps: MemoryDeps,
  stopping: AbortSignal,
): Promise<void> {
  if (!deps.settings.remembers(workspaceId)) return
  const { database } = deps
  const quietBefore = new Date(deps.now().getTime() - QUIET_MS)
  const within = <T>(work: (db: Db) => Promise<T>) =>
    database.within(workspaceScope(workspaceId), work)
  const chats = await within((db) => listChatsWithoutSummary(db, workspaceId, quietBefore, CHATS))
  for (const chatId of chats) {
    const some = () => within((db) => closeSome(db, { workspaceId, chatId, quietBefore }, deps))
    while (!stopping.aborted && (await some()) === CONVERSATIONS);
  }
}

type Closing = {
  readonly workspaceId: WorkspaceId
  readonly chatId: ChatId
  readonly quietBefore: Date
}

/** Closes some conversations of a chat; returns how many. */
async function closeSome(
  db: Db,
  { workspaceId, chatId, quietBefore }: Closing,
  { now, newId }: MemoryDeps,
): Promise<number> {
  if (!(await tryLockChat(db, chatId))) return 0
  const page = { quietBefore, limit: CONVERSATIONS }
  const quiet = await listQuietConversations(db, workspaceId, chatId, page)
  const changed = quiet.flatMap(({ isChanged, parts }) => (isChanged ? parts : []))
  const extended = quiet.flatMap((one) => partToExtend(one) ?? [])
  await dropDerived(db, workspaceId, [...new Set([...changed, ...extended])], now())
  await extendParts(db, workspaceId, extended)
  const added = quiet
    .filter((one) => partToExtend(one) === null && isWorthPart(one))
    .map(({ id, topic, newSince, lastAt }) => ({
      ...{ id: newId() as SessionId, conversationId: id },
      ...{ topic, startedAt: newSince, lastAt },
    }))
  await insertParts(db, workspaceId, chatId, added)
  await markClosed(
    db,
    workspaceId,
    quiet.map(({ id }) => id),
  )
  return quiet.length
}

/** The last part of a conversation, if what is new goes into it: it is short, or what is new is nearly nothing. */
function partToExtend({ lastPart, newLines }: QuietConversation): SessionId | null {
  if (lastPart === null || lastPart.isFinal || newLines === 0) return null
  return lastPart.size < MAX_EXTENDED || newLines < MIN_LINES ? lastPart.id : null
}

function isWorthPart({ isGroup, isCovered, lastPart, ...found }: QuietConversation): boolean {
  const isEnough = found.newLines >= MIN_LINES || found.newBytes >= MIN_BYTES
  return isGroup && isEnough && !(lastPart === null && isCovered)
}
