import type { Message } from 'grammy/types'
import { isFromBot } from './author-of.ts'

/** Who we are at Telegram. */
export type Self = { readonly id: number; readonly username: string }

export type SentCommand = { readonly name: string; readonly args: string }

/** A command as it was typed, whoever it is for. */
type Typed = SentCommand & { readonly bot: string | null }

/** The command a message is, if it is for us: /why, or /why@our_bot and what follows. */
export function readCommand(message: Message, me: Self): SentCommand | null {
  const typed = typedCommand(message)
  if (typed === null || isFromBot(message) || isForOther(typed, me)) return null
  return { name: typed.name, args: typed.args }
}

/** Whether a message is a command, ours or another bot's: no part of a talk. */
export function isCommand(message: Message): boolean {
  return typedCommand(message) !== null
}

/** Whether a message is a command that names another bot. */
export function isOthersCommand(message: Message, me: Self): boolean {
  const typed = typedCommand(message)
  return typed !== null && isForOther(typed, me)
}

/** Passed on from somewhere else: whoever wrote it did not write it here. */
export function isForwarded({ forward_origin, is_automatic_forward }: Message): boolean {
  return forward_origin !== undefined || is_automatic_forward === true
}

function isForOther({ bot }: Typed, { username }: Self): boolean {
  return bot !== null && bot !== username.toLowerCase()
}

/** At the very beginning, and in a text: below a picture it is a caption. */
function typedCommand(message: Message): Typed | null {
  const { text, entities = [] } = message
  if (text === undefined || isForwarded(message)) return null
  const found = entities.find(({ type, offset }) => type === 'bot_command' && offset === 0)
  if (found === undefined) return null
  const [name = '', bot] = text.slice(1, found.length).toLowerCase().split('@')
  return { name, bot: bot ?? null, args: text.slice(found.length).trim() }
}
