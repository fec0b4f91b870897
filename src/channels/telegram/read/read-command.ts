import type { Message } from 'grammy/types'
import { isFromBot } from './author-of.ts'

/** Our account at Telegram. */
export type Self = { readonly id: number; readonly username: string }

type SentCommand = { readonly name: string; readonly args: string }

/** A command as typed, for any bot. */
type Typed = SentCommand & { readonly bot: string | null }

/** The command that a message is, if it is for us: /why, or /why@our_bot and its arguments. */
export function readCommand(message: Message, me: Self): SentCommand | null {
  const typed = typedCommand(message)
  if (typed === null || isFromBot(message) || isForOther(typed, me)) return null
  return { name: typed.name, args: typed.args }
}

/** Whether a message is a command, ours or another bot's: no part of a conversation. */
export function isCommand(message: Message): boolean {
  return typedCommand(message) !== null
}

/** Whether a message is a command that names another bot. */
export function isOthersCommand(message: Message, me: Self): boolean {
  const typed = typedCommand(message)
  return typed !== null && isForOther(typed, me)
}

/** True for a forwarded message: its author did not write it here. */
export function isForwarded({ forward_origin, is_automatic_forward }: Message): boolean {
  return forward_origin !== undefined || is_automatic_forward === true
}

function isForOther({ bot }: Typed, { username }: Self): boolean {
  return bot !== null && bot !== username.toLowerCase()
}

/** Only at the very start of a text: below a picture it is a caption. */
function typedCommand(message: Message): Typed | null {
  const { text, entities = [] } = message
  if (text === undefined || isForwarded(message)) return null
  const found = entities.find(({ type, offset }) => type === 'bot_command' && offset === 0)
  if (found === undefined) return null
  const [name = '', bot] = text.slice(1, found.length).toLowerCase().split('@')
  return { name, bot: bot ?? null, args: text.slice(found.length).trim() }
}
