import type { InlineKeyboardMarkup } from 'grammy/types'
import type { QuestionMessage } from '../../../db/answers/find-question-message.ts'
import type { Send } from '../../../domain/send.ts'
import type { Rich } from '../../../text/markdown/rich.ts'
import type { BotDeps } from '../deps.ts'

/** Where a command was given, by whom, and with what words behind it. */
export type Given = {
  readonly send: Send
  /** The command's own message; null if it was deleted meanwhile. */
  readonly words: QuestionMessage | null
  readonly args: string
  readonly isPrivate: boolean
  readonly deps: BotDeps
}

export type CommandReply = { readonly rich: Rich; readonly keyboard?: InlineKeyboardMarkup }

/** A command of the chat. It may be run again: what it does twice it does once. */
export type BotCommand = {
  readonly name: string
  /** For Telegram's menu. */
  readonly summary: string
  /** For admins of the group; alone with the bot everybody is one. */
  readonly forAdmins: boolean
  run(given: Given): Promise<CommandReply>
}

/** How a person is named in memory's verbs. */
export function personRef({ person }: Pick<Send, 'person'>): string {
  return `telegram:${person}`
}
