import type { Message, MessageEntity } from 'grammy/types'
import { nameEnd } from '../../bot-name.ts'
import { isFromBot } from './author-of.ts'
import { parentIn } from './parent-of.ts'
import { isForwarded, isOthersCommand, type Self } from './read-command.ts'
import type { Words } from './read-rich-message.ts'
import { serviceText } from './service-text.ts'
import { covered, isInCode, messageText } from './words-of.ts'

/** How a message mentions the bot. */
type AddressedBy = 'private' | 'mention' | 'text_mention' | 'reply' | 'name'

type Names = { readonly names: readonly string[] }

/**
 * Whether a message mentions the bot, and how; null if not. A forwarded message was written to others; bots
 * are ignored, as bots that answer each other never stop.
 */
export function addressedBy(message: Message, me: Self, { names }: Names): AddressedBy | null {
  const isPassedOn = isForwarded(message) || message.via_bot !== undefined || isFromBot(message)
  if (isPassedOn || isOthersCommand(message, me) || serviceText(message) !== null) return null
  if (message.chat.type === 'private') return 'private'
  const words = messageText(message)
  const [mention] = mentionsOf(words, me)
  if (mention !== undefined) return mention.type === 'text_mention' ? 'text_mention' : 'mention'
  const parent = parentIn(message)
  const isReply = parent?.from?.id === me.id && serviceText(parent) === null
  if (isReply) return 'reply'
  return startsWithName(words, names) ? 'name' : null
}

function startsWithName(words: Words, names: readonly string[]): boolean {
  const start = words.text.length - words.text.trimStart().length
  return !isInCode(words, start) && nameEnd(words.text, names) !== null
}

/** Where the bot is mentioned, by its @name or by its profile; not in code, which is quoted text. */
function mentionsOf(words: Words, me: Self): MessageEntity[] {
  const name = `@${me.username}`.toLowerCase()
  return words.entities.filter((entity) => {
    if (isInCode(words, entity.offset)) return false
    if (entity.type === 'text_mention') return entity.user.id === me.id
    return entity.type === 'mention' && covered(words, entity).toLowerCase() === name
  })
}
