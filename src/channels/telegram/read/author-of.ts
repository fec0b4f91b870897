import type { Chat, Message, MessageOrigin, User } from 'grammy/types'
import type { Author } from '../../../domain/message.ts'

/**
 * The author. An anonymous admin, a channel in its group and a channel's own posts are sent on behalf of a
 * chat; Telegram then fills in a placeholder bot as sender, which is ignored.
 */
export function updateAuthor({ from, sender_chat, chat, author_signature }: Message): Author {
  if (sender_chat === undefined && from !== undefined) {
    const { id, username, is_bot } = from
    return named(id, personName(from), username, is_bot ? 'bot' : 'person')
  }
  const speaker = sender_chat ?? chat
  return named(speaker.id, signed(speaker, author_signature), speaker.username, 'person')
}

/** Whether a bot wrote it. A message on behalf of a chat is a person's, though Telegram names a bot. */
export function isFromBot({ from, sender_chat }: Message): boolean {
  return sender_chat === undefined && from?.is_bot === true
}

/** First and last name. */
export function personName({ first_name, last_name }: Pick<User, 'first_name' | 'last_name'>) {
  return [first_name, last_name].filter((name) => name !== undefined && name !== '').join(' ')
}

/** A chat's display name: its title, or in private the person's name. */
export function chatName(chat: Chat): string {
  return chat.type === 'private' ? personName(chat) : chat.title
}

/** The author of a message that was forwarded or replied to from another chat. */
export function originName(origin: MessageOrigin): string {
  switch (origin.type) {
    case 'user':
      return personName(origin.sender_user)
    case 'hidden_user':
      return origin.sender_user_name
    case 'chat':
      return signed(origin.sender_chat, origin.author_signature)
    case 'channel':
      return signed(origin.chat, origin.author_signature)
  }
}

function signed(chat: Chat, signature: string | undefined): string {
  return signature === undefined ? chatName(chat) : `${chatName(chat)} (${signature})`
}

function named(
  id: number,
  name: string,
  username: string | undefined,
  what: 'bot' | 'person',
): Author {
  const isBot = what === 'bot'
  return { externalId: String(id), name: name || null, username: username ?? null, isBot }
}
