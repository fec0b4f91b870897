import { findAnswer } from '../../db/answers/answers.ts'
import { addUsage, type Usage } from '../../db/answers/usage.ts'
import { bumpVersion } from '../../db/engine/data-versions.ts'
import type { Database, Db } from '../../db/engine/database.ts'
import { findFile } from '../../db/files/files.ts'
import { findChatById } from '../../db/messages/chats.ts'
import { findChatOf } from '../../db/messages/find-messages.ts'
import { findChunkPlace } from '../../db/search/search-chunks.ts'
import { AppError } from '../../domain/errors.ts'
import type { FileAudience } from '../../domain/file.ts'
import type { AnswerId, ChatId, ChunkId, MessageId, WorkspaceId } from '../../domain/ids.ts'
import { mayActAs, type Principal } from '../../domain/principal.ts'
import { workspaceScope } from '../../domain/scope.ts'
import { maySee } from '../access/access.ts'

/* Feedback on the pieces that users were shown. It changes the scores of later contexts: in the chat or for
 * the person of that answer; or, where no answer is named, for the piece's whole audience. */

/** One user's feedback on one piece. */
export type Feedback = {
  /** As the context names it: message:… or chunk:…. */
  readonly itemId: string
  readonly answerId: AnswerId | null
  readonly useful: boolean
}

type Owner = Pick<Usage, 'kind' | 'id'>

/** Stores feedback. */
export async function giveFeedback(
  principal: Principal,
  { answerId, itemId, useful }: Feedback,
  { database, now }: { readonly database: Database; readonly now: () => Date },
): Promise<void> {
  const { workspaceId } = principal
  const owner = parseItemId(itemId)
  await database.within(workspaceScope(workspaceId), async (db) => {
    const audience =
      answerId === null
        ? await audienceOfPiece(db, principal, owner)
        : await audienceOfAnswer(db, principal, answerId, owner)
    if (audience === null) throw unknownItem(itemId)
    const word = { useful: Number(useful), useless: Number(!useful), cited: 0 }
    await recordUsage(db, workspaceId, audience, [{ ...owner, ...word }], now())
  })
}

/** Counts citations and feedback of pieces, and invalidates cached contexts. */
export async function recordUsage(
  db: Db,
  workspaceId: WorkspaceId,
  { chatId, personId }: FileAudience,
  used: readonly Usage[],
  usedAt: Date,
): Promise<void> {
  if (used.length === 0) return
  const whose = { chatId, personId: chatId === null ? personId : null }
  await addUsage(db, workspaceId, whose, used, usedAt)
  await bumpVersion(db, workspaceId, whose)
}

/** The id of a piece in contexts and in feedback. */
export function itemIdOf(item: {
  readonly messageId: MessageId | null
  readonly chunkId?: ChunkId | null
}): string {
  return item.chunkId == null ? `message:${item.messageId}` : `chunk:${item.chunkId}`
}

function parseItemId(itemId: string): Owner {
  const [, kind, digits] = /^(message|chunk):(\d{1,15})$/.exec(itemId) ?? []
  if (digits === undefined) throw unknownItem(itemId)
  return { kind: kind === 'chunk' ? 'chunk' : 'message', id: Number(digits) }
}

function unknownItem(itemId: string): AppError {
  return new AppError(
    'item_not_found',
    `No item "${itemId}" was returned to you. Use an id from the items of a context, such as message:7 or chunk:12.`,
  )
}

async function audienceOfAnswer(
  db: Db,
  principal: Principal,
  answerId: AnswerId,
  owner: Owner,
): Promise<FileAudience | null> {
  const record = await findAnswer(db, principal.workspaceId, answerId)
  const isOwn = record !== null && isSelf(principal, record.personId)
  if (record === null || !(isOwn || (await seesChat(db, principal, record.chatId)))) {
    throw new AppError(
      'answer_not_found',
      `No answer "${answerId}" is known to you. Its id is in the reply as answer_id.`,
    )
  }
  const isOfIt = record.trace.items.some((item) => itemIdOf(item) === `${owner.kind}:${owner.id}`)
  return isOfIt ? record : null
}

async function audienceOfPiece(
  db: Db,
  principal: Principal,
  { kind, id }: Owner,
): Promise<FileAudience | null> {
  const { workspaceId } = principal
  if (kind === 'message') {
    const chatId = await findChatOf(db, workspaceId, id as MessageId)
    const isSeen = chatId !== null && (await seesChat(db, principal, chatId))
    return isSeen ? { chatId, personId: null } : null
  }
  const place = await findChunkPlace(db, workspaceId, id as ChunkId)
  const file = place && (await findFile(db, workspaceId, place.fileId))
  if (file === null) return null
  const isShown =
    file.chatId === null
      ? file.personId === null || isSelf(principal, file.personId)
      : await seesChat(db, principal, file.chatId)
  return isShown || mayActAs(principal.role, 'staff') ? file : null
}

function isSelf(principal: Principal, personId: FileAudience['personId']): boolean {
  return principal.personId !== null && principal.personId === personId
}

async function seesChat(db: Db, principal: Principal, chatId: ChatId | null): Promise<boolean> {
  if (mayActAs(principal.role, 'staff')) return true
  const chat = chatId && (await findChatById(db, principal.workspaceId, chatId))
  return chat ? maySee(db, principal, chat) : false
}
