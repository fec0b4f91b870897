import type { Chat, Message, MessageOrigin, User } from 'grammy/types'
import type { Author } from '../../../domain/message.ts'

/**
 * Who speaks. An anonymous administrator, a channel in its group and a channel's own posts speak for a
 * chat; Telegram fills in a bot of its own as their sender, which nobody is.
 */
export function updateAuthor({ from, sender_chat, chat, author_signature }: Message): Author {
  if (sender_chat === undefined && from !== undefined) {
    const { id, username, is_bot } = from
    return named(id, personName(from), username, is_bot ? 'bot' : 'person')
  }
  const speaker = sender_chat ?? chat
  return named(speaker.id, signed(speaker, author_signature), speaker.username, 'person')
}

/** Whether a program wrote it. Whoever speaks for a chat is a person, though Telegram names a bot. */
export function isFromBot({ from, sender_chat }: Message): boolean {
  return sender_chat === undefined && from?.is_bot === true
}

/** First and last name. */
export function personName({ first_name, last_name }: Pick<User, 'first_name' | 'last_name'>) {
  return [first_name, last_name].filter((name) => name !== undefined && name !== '').join(' ')
}

/** A chat as people know it: its title, or in private the person. */
export function chatName(chat: Chat): string {
  return chat.type === 'private' ? personName(chat) : chat.title
}

/** Who wrote what was forwarded or replied to from somewhere else. */
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
