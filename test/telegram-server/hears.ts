import type { Message, User } from 'grammy/types'
import { textOf } from './format-text.ts'
import type { ChatState, World } from './world.ts'

const DAY_SECONDS = 24 * 60 * 60

/** Whether the bot is told of a message that somebody else wrote. */
export function hears(world: World, state: ChatState, message: Message): boolean {
  const { me } = world
  if (state.bot === 'left' || state.bot === 'kicked' || state.bot === 'blocked') return false
  const changedAt = message.edit_date ?? message.date
  if (changedAt <= Math.floor(world.now().getTime() / 1000) - DAY_SECONDS) return false
  // Bots are never told what bots say. Anonymous admins carry a bot's name and are none.
  if (message.from?.is_bot && !message.sender_chat) return false
  const isGroup = state.chat.type === 'group' || state.chat.type === 'supergroup'
  if (!isGroup || me.can_read_all_group_messages || state.bot === 'administrator') return true
  return isService(message) || isForBot(message, me, state)
}

/**
 * Group privacy: what a bot hears that may not hear everything. Commands that name it; commands
 * that name nobody, if it was the last bot to speak; replies to it or to what was said to it;
 * mentions; what was sent through it.
 */
function isForBot(message: Message, me: User, state: ChatState): boolean {
  if (message.via_bot?.id === me.id) return true
  if (names(message, me, state.lastBot === me.id)) return true
  const parent = message.reply_to_message
  return parent !== undefined && (parent.from?.id === me.id || names(parent, me, false))
}

function names(message: Message, me: User, isLastBot: boolean): boolean {
  const text = message.text ?? message.caption ?? ''
  const own = `@${me.username}`.toLowerCase()
  return (message.entities ?? message.caption_entities ?? []).some((entity) => {
    if (entity.type === 'text_mention') return entity.user.id === me.id
    const marked = textOf(text, entity).toLowerCase()
    if (entity.type === 'mention') return marked === own
    if (entity.type !== 'bot_command') return false
    return marked.includes('@') ? marked.endsWith(own) : isLastBot
  })
}

const SAID = ['text', 'caption', 'photo', 'video', 'audio', 'voice', 'video_note', 'document']
const SHOWN = [
  'animation',
  'sticker',
  'poll',
  'contact',
  'location',
  'venue',
  'dice',
  'game',
  'story',
]

/** What the app writes into a chat by itself: who joined, what was pinned. */
export const isService = (message: Message) =>
  ![...SAID, ...SHOWN].some((field) => field in message)
