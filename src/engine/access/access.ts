import type { Db } from '../../db/engine/database.ts'
import { type ChatRow, findChat } from '../../db/messages/chats.ts'
import { isParticipant } from '../../db/messages/find-messages.ts'
import { findPerson, findPersonById } from '../../db/messages/people.ts'
import { type ChatRef, formatThreadId } from '../../domain/chat.ts'
import { AppError } from '../../domain/errors.ts'
import { mayActAs, type Principal } from '../../domain/principal.ts'

/* Access checks: which chats a principal has permission to read and write, in one place for every channel.
 *
 * Staff and admin act for anyone in their workspace. A member acts for one person: it may write only as
 * that person, and see only chats in which that person has written. What it may not see fails with the same
 * error as a wrong id, so that ids cannot be probed. */

/** The chat, if it exists and the principal may see it; otherwise fails with chat_not_found. */
export async function findVisibleChat(
  db: Db,
  principal: Principal,
  ref: ChatRef,
): Promise<ChatRow> {
  const chat = await findChat(db, principal.workspaceId, ref)
  if (chat !== null && (await maySee(db, principal, chat))) return chat
  throw new AppError(
    'chat_not_found',
    `No chat "${formatThreadId({ ...ref, topic: null })}" is known to you. Check the id (channel:chat), or send one of its messages first.`,
  )
}

/** True if the principal may read this chat. */
export async function maySee(
  db: Db,
  principal: Principal,
  chat: Pick<ChatRow, 'id'>,
): Promise<boolean> {
  if (mayActAs(principal.role, 'staff')) return true
  const { workspaceId, personId } = principal
  return personId !== null && isParticipant(db, workspaceId, chat.id, personId)
}

/** Fails unless the principal may write as this person of this channel. */
export async function checkMaySpeakAs(
  db: Db,
  principal: Principal,
  channel: string,
  externalId: string,
): Promise<void> {
  if (mayActAs(principal.role, 'staff')) return
  const own = await ownPerson(db, principal)
  if (own !== null && own.channel === channel && own.externalId === externalId) return
  throw new AppError(
    'forbidden',
    'A member key acts for its own person only. Omit the author, or use a staff key to act for others.',
  )
}

/** The asker: the named author if the principal may name them, else the key's own person. */
export async function findAsker(
  db: Db,
  principal: Principal,
  channel: string,
  author: { readonly externalId: string } | null,
) {
  if (author === null) return ownPerson(db, principal)
  await checkMaySpeakAs(db, principal, channel, author.externalId)
  return findPerson(db, principal.workspaceId, channel, author.externalId)
}

async function ownPerson(db: Db, { workspaceId, personId }: Principal) {
  return personId === null ? null : findPersonById(db, workspaceId, personId)
}
