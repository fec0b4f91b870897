import type { QuestionMessage } from '../../db/answers/find-question-message.ts'
import type { Send } from '../../domain/channels/send.ts'
import type { Rich } from '../../text/markdown/rich.ts'
import type { Button } from '../channel.ts'
import type { BotDeps } from '../deps.ts'
import type { CommandName } from './command-names.ts'

/** Where a command was given, by whom, and its arguments. */
export type Given = {
  readonly send: Send
  /** The command's own message; null if it has been deleted. */
  readonly words: QuestionMessage | null
  readonly args: string
  readonly isPrivate: boolean
  readonly deps: BotDeps
}

export type CommandReply = { readonly rich: Rich; readonly buttons?: readonly Button[] }

/** A command of the chat. Idempotent: it may run twice. */
export type BotCommand = {
  readonly name: CommandName
  /** For the platform's menu of commands. */
  readonly summary: string
  /** Only for admins of the group; in a private chat the user is one. */
  readonly forAdmins: boolean
  /** Whether words may follow its name. */
  readonly takesText: boolean
  run(given: Given): Promise<CommandReply>
}

/** The reference to a person that the memory functions take. */
export function personRef({ channel, person }: Pick<Send, 'channel' | 'person'>): string {
  return `${channel}:${person}`
}
