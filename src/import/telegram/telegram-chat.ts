import { AppError } from '../../domain/errors.ts'
import { type Fields, fieldText, idOf } from '../fields.ts'
import type { ReadOptions } from '../item.ts'
import type { ExportedChat } from './telegram-message.ts'

/* Where an exported chat belongs.
 *
 *   supergroups, channels   id N is the bot's chat -100N, and message ids are the same for everybody:
 *                           what the bot heard and what is imported are the same messages, by id
 *   basic groups            id N is the bot's chat -N, but every account counts messages for itself:
 *                           ids are made of who, when and what, and the same message is known by that
 *                           a supergroup that was one keeps its old messages under ids below zero
 *   all between two         id N is the other person. The bot's own talk with them has that id too,
 *                           and must not get somebody else's private words: a chat apart, desktop-N
 */

/** A chat, and the same for what was said before it became a supergroup. */
export type ChatWithOlder = ExportedChat & { readonly older: ExportedChat }

/** The chat of an export's head; fails if it says too little to know where it belongs. */
export function telegramChat(head: Fields, options: ReadOptions): ChatWithOlder {
  const id = idOf(head.id)
  const type = fieldText(head.type)
  if (id === null || type === null || !/^\d+$/.test(id)) {
    throw new AppError(
      'file_type_unknown',
      'The export does not say id and type of a chat before its messages, as Telegram Desktop writes them. Export the chat again.',
    )
  }
  const isPeople = !/_(super)?group$|_channel$/.test(type)
  const isBasic = type === 'private_group' || type === 'public_group'
  const externalId = isPeople ? `desktop-${id}` : isBasic ? `-${id}` : `-100${id}`
  const chat: ExportedChat = {
    channel: options.chat?.channel ?? 'telegram',
    externalId: options.chat?.externalId ?? externalId,
    kind: isPeople ? 'private' : 'group',
    title: fieldText(head.name) ?? (type === 'saved_messages' ? 'Saved messages' : null),
    ids: isBasic ? 'foreign' : 'own',
    peer: `${isPeople ? 'user' : isBasic ? 'chat' : 'channel'}${id}`,
    isBotChat: type === 'bot_chat',
    timeZone: options.timeZone,
  }
  return { ...chat, older: { ...chat, ids: 'foreign' } }
}
