import { telegramLinks } from '../../domain/channels/telegram-links.ts'
import { AppError } from '../../domain/errors.ts'
import { type Fields, fieldText, idOf } from '../../text/fields.ts'
import type { ReadOptions } from '../item.ts'
import type { ExportedChat } from './telegram-message.ts'

/* Where an exported chat belongs.
 *
 *   supergroups, channels   id N is the bot's chat -100N, and message ids are the same for all accounts:
 *                           received and imported messages are the same, by id
 *   basic groups            id N is the bot's chat -N, but every account numbers messages on its own:
 *                           ids are derived from author, time and text, and identify the same message
 *                           a supergroup that was one has its old messages under ids below zero
 *   private chats           id N is the other person. The bot's own chat with them has that id too,
 *                           and must not get another account's private messages: a chat apart, desktop-N
 */

/** A chat, and the same for its messages from before it became a supergroup. */
export type ChatWithOlder = ExportedChat & { readonly older: ExportedChat }

/** The chat of an export's head; throws if the head is not enough to identify it. */
export function telegramChat(head: Fields, options: ReadOptions): ChatWithOlder {
  const id = idOf(head.id)
  const type = fieldText(head.type)
  if (id === null || type === null || !/^\d+$/.test(id)) {
    throw new AppError(
      'file_type_unknown',
      'The export lacks id and type of a chat before its messages. Export the chat again with Telegram Desktop.',
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
    links: options.chat === null ? telegramLinks(externalId) : undefined,
    ids: isBasic ? 'foreign' : 'own',
    peer: `${isPeople ? 'user' : isBasic ? 'chat' : 'channel'}${id}`,
    isBotChat: type === 'bot_chat',
    timeZone: options.timeZone,
  }
  return { ...chat, older: { ...chat, ids: 'foreign' } }
}
