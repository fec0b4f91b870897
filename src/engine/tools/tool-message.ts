import type { Db } from '../../db/engine/database.ts'
import { findMessage, type Place } from '../../db/messages/find-messages.ts'
import { AppError } from '../../domain/errors.ts'
import type { WeighedMessage } from '../../domain/look-back.ts'
import type { Message } from '../../domain/message.ts'
import { clip, type ToolCaller, textArg } from './tool.ts'

/* Messages as tools take and return them. */

/** A message as a tool returns it. */
export type ToolMessage = {
  readonly id: string
  readonly author: string
  readonly sent_at: string
  readonly text: string
  readonly reply_to: string | null
  readonly weight?: number
  readonly reason?: string
}

/** An argument that is the id of a message, as its channel gave it. */
export const messageIdArg = () => textArg(200)

/** The message of this id in the tool's chat and thread; fails if there is none. */
export async function mustFind(
  db: Db,
  { workspaceId, chatId, topic }: Place,
  id: string,
): Promise<Message> {
  const message = await findMessage(db, workspaceId, chatId, id)
  if (message !== null && message.topic === topic) return message
  throw new AppError(
    'message_not_found',
    `This chat has no message "${clip(id)}". Use an id that was shown to you.`,
  )
}

/** Messages for a model, with their weights and reasons where they have them. */
export function toToolMessages(
  { lookedUp }: ToolCaller,
  messages: readonly (Partial<WeighedMessage> & { readonly message: Message })[],
): ToolMessage[] {
  for (const { message } of messages) lookedUp.messageIds.add(message.id)
  return messages.map(toToolMessage)
}

function toToolMessage({
  message,
  weight,
  reason,
}: Partial<WeighedMessage> & { readonly message: Message }): ToolMessage {
  return {
    id: message.externalId,
    author: message.authorName,
    sent_at: message.sentAt.toISOString(),
    text: message.text,
    reply_to: message.replyTo,
    ...(weight === undefined ? {} : { weight: Math.round(weight * 100) / 100 }),
    ...(reason === undefined ? {} : { reason }),
  }
}
