import type { InlineKeyboardMarkup } from 'grammy/types'
import type { QuestionMessage } from '../../../db/answers/find-question-message.ts'
import type { Send } from '../../../domain/send.ts'
import type { Rich } from '../../../text/markdown/rich.ts'
import type { BotDeps } from '../deps.ts'

/** Where a command was given, by whom, and its arguments. */
export type Given = {
  readonly send: Send
  /** The command's own message; null if it has been deleted. */
  readonly words: QuestionMessage | null
  readonly args: string
  readonly isPrivate: boolean
  readonly deps: BotDeps
}

export type CommandReply = { readonly rich: Rich; readonly keyboard?: InlineKeyboardMarkup }

/** A command of the chat. Idempotent: it may run twice. */
export type BotCommand = {
  readonly name: string
  /** For Telegram's menu. */
  readonly summary: string
  /** Only for admins of the group; in a private chat the user is one. */
  readonly forAdmins: boolean
  run(given: Given): Promise<CommandReply>
}

/** The reference to a person that the memory functions take. */
export function personRef({ person }: Pick<Send, 'person'>): string {
  return `telegram:${person}`
}
