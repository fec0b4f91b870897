import type { Db } from '../../db/engine/database.ts'
import { findMessage } from '../../db/messages/find-messages.ts'
import { AppError } from '../../domain/errors.ts'
import type { WeighedMessage } from '../../domain/look-back.ts'
import type { Message } from '../../domain/message.ts'
import { type ChatCaller, clip, type ToolCaller, textArg } from './tool.ts'

/* Messages as tools take and return them. */

/** A message as a tool returns it. */
export type ToolMessage = {
  /** The number of its line, if it is in the prompt: so it can be cited. */
  readonly n?: number
  readonly id: string
  readonly author: string
  readonly sent_at: string
  readonly text: string
  readonly reply_to: string | null
  readonly weight?: number
  readonly reason?: string
}

/** An argument that names a message. */
export const messageIdArg = () => textArg(200)

export const MESSAGE_ID =
  'The number of a line in the prompt, such as 3, or the id of a message of this chat'

const LINE_NUMBER = /^\[?(\d{1,4})\]?$/

/** The message of this line or id in the tool's chat and thread; fails if there is none. */
export async function mustFind(
  db: Db,
  { place, lines }: Pick<ChatCaller, 'place' | 'lines'>,
  id: string,
): Promise<Message> {
  const { workspaceId, chatId, topic } = place
  // In a prompt numbers are what a model sees; a message whose id is such a number is found by its line.
  const line = lines.get(Number(LINE_NUMBER.exec(id)?.[1]))
  const message = await findMessage(db, workspaceId, chatId, line ?? id)
  if (message !== null && message.topic === topic) return message
  throw new AppError(
    'message_not_found',
    `This chat has no message "${clip(id)}". Use the number of a line or an id that was shown to you.`,
  )
}

/** Messages for a model, with their weights and reasons where they have them. */
export function toToolMessages(
  { lookedUp, lines }: ToolCaller,
  messages: readonly (Partial<WeighedMessage> & { readonly message: Message })[],
): ToolMessage[] {
  for (const { message } of messages) lookedUp.messageIds.add(message.id)
  const numbers = new Map([...lines].map(([number, id]) => [id, number]))
  return messages.map((one) => {
    const n = numbers.get(one.message.externalId)
    return { ...(n === undefined ? {} : { n }), ...toToolMessage(one) }
  })
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
