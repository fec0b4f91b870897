import type { Database } from '../../db/engine/database.ts'
import { findChat } from '../../db/messages/chats.ts'
import { findMessage } from '../../db/messages/find-messages.ts'
import { lockImportRow } from '../../db/messages/imports.ts'
import type { ChatRef } from '../../domain/chat.ts'
import { AppError } from '../../domain/errors.ts'
import type { Delivery } from '../../domain/message.ts'
import { mayActAs, type Principal } from '../../domain/principal.ts'
import { workspaceScope } from '../../domain/scope.ts'
import { checkMaySpeakAs, maySee } from './access.ts'

export type WriteTarget = ChatRef & { readonly messageId: string }

/** Fails unless the principal may write as every author of the delivery and may post to the chat. */
export async function checkDelivery(
  principal: Principal,
  { chat, messages, importId }: Delivery,
  database: Database,
): Promise<void> {
  const { workspaceId } = principal
  if (mayActAs(principal.role, 'staff')) {
    // Before the journal has it: an entry that cannot be stored would be set aside.
    if (importId !== undefined) {
      await database.within(workspaceScope(workspaceId), (db) =>
        lockImportRow(db, workspaceId, importId),
      )
    }
    return
  }
  if (importId !== undefined) {
    throw new AppError('forbidden', 'Only staff may import messages. Omit import_id.')
  }
  // Whoever sets them decides where the citations of everybody's answers lead.
  if (chat.links !== undefined) {
    throw new AppError('forbidden', 'Only staff may set the links of a chat. Omit chat.links.')
  }
  await database.within(workspaceScope(workspaceId), async (db) => {
    for (const id of new Set(messages.map((m) => m.author.externalId))) {
      await checkMaySpeakAs(db, principal, chat.channel, id)
    }
    const known = await findChat(db, workspaceId, chat)
    if (known === null || (await maySee(db, principal, known))) return
    throw new AppError(
      'forbidden',
      'This person is not a member of the chat. Use a staff key to send its messages.',
    )
  })
}

/** Fails unless the message is the principal's own, or the principal may act for others. */
export async function checkMayEdit(
  principal: Principal,
  target: WriteTarget,
  database: Database,
): Promise<void> {
  if (mayActAs(principal.role, 'staff')) return
  const { workspaceId, personId } = principal
  const isOwn = await database.within(workspaceScope(workspaceId), async (db) => {
    const chat = await findChat(db, workspaceId, target)
    const message = chat && (await findMessage(db, workspaceId, chat.id, target.messageId))
    return message !== null && message.authorId === personId
  })
  if (isOwn) return
  throw new AppError(
    'message_not_found',
    `You have no message "${target.messageId}" in this chat. A member key can change messages of its own person only.`,
  )
}
