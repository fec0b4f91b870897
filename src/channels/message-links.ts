import { findChat } from '../db/messages/chats.ts'
import type { ChatRef } from '../domain/chat.ts'
import { messageLink } from '../engine/write/message-link.ts'
import { type BotDeps, inWorkspace } from './deps.ts'

/** The address of a message, by its id and thread. */
export type LinkTo = (messageId: string, topic: string | null) => string | null

/** Addresses of the messages of a chat. */
export async function linksIn(ref: ChatRef, deps: BotDeps): Promise<LinkTo> {
  const chat = await inWorkspace(deps, (db, workspaceId) => findChat(db, workspaceId, ref))
  const links = chat?.links ?? null
  return (messageId, topic) => messageLink(messageId, { ref, topic, links })
}
