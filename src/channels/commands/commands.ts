import { findQuestionMessage } from '../../db/answers/find-question-message.ts'
import type { Send } from '../../domain/channels/send.ts'
import { isAppError } from '../../domain/errors.ts'
import { plain } from '../../text/markdown/rich.ts'
import { isAdmin } from '../admins.ts'
import { notice, type OutgoingMessage } from '../deliver/outgoing-message.ts'
import { type BotDeps, chatRef, inWorkspace } from '../deps.ts'
import { remindCommand } from '../reminders/remind-command.ts'
import { catchUpBotCommand } from './catch-up.ts'
import type { BotCommand, CommandReply } from './command.ts'
import { contextBotCommand } from './context.ts'
import { digestCommand } from './digest.ts'
import { helpCommand } from './help.ts'
import { linkCommand } from './link.ts'
import { forgetFactCommand, memoryCommand } from './memory.ts'
import { forgetMeCommand, optInCommand, optOutCommand, privacyCommand } from './privacy.ts'
import { promptCommand } from './prompt.ts'
import { settingsCommand } from './settings.ts'
import { topicCommand } from './topic.ts'
import { whyBotCommand } from './why.ts'

/** The bot's commands, in the order of its menu. */
export const COMMANDS: readonly BotCommand[] = [
  helpCommand,
  catchUpBotCommand,
  digestCommand,
  remindCommand,
  whyBotCommand,
  contextBotCommand,
  topicCommand,
  memoryCommand,
  forgetFactCommand,
  linkCommand,
  privacyCommand,
  optOutCommand,
  optInCommand,
  forgetMeCommand,
  promptCommand,
  settingsCommand,
]

const ALSO_HELP = new Set(['start'])

/** True for a command of this bot. */
export function isCommandOfOurs(name: string): boolean {
  return ALSO_HELP.has(name) || COMMANDS.some((command) => command.name === name)
}

/** The reply to a command; null for a command of another bot. */
export async function composeCommandReply(
  send: Send,
  deps: BotDeps,
): Promise<OutgoingMessage | null> {
  const { detail, isGroup, messageId } = send
  if (detail === 'deaf') return notice(plain(DEAF), messageId, deps)
  const name = ALSO_HELP.has(detail ?? '') ? helpCommand.name : detail
  const command = COMMANDS.find((one) => one.name === name)
  if (command === undefined) return null
  const words =
    messageId === null
      ? null
      : await inWorkspace(deps, (db, workspaceId) =>
          findQuestionMessage(db, workspaceId, chatRef(send), messageId),
        )
  const args = (words?.text ?? '').replace(/^\/\S+/, '').trim()
  const given = { send, words, args, isPrivate: !isGroup, deps }
  const { rich, buttons } = await runOrReport(command, given)
  return notice(rich, messageId, deps, buttons)
}

const DEAF =
  'I do not store messages in this chat, so I cannot answer from it. An admin can change that: /settings hearing on'

/** An expected error is reported to the user; any other is retried. */
async function runOrReport(
  command: BotCommand,
  given: Parameters<BotCommand['run']>[0],
): Promise<CommandReply> {
  if (command.forAdmins && !(await isAdmin(given.send, given.deps))) {
    return { rich: plain(`/${command.name} is for admins of this group.`) }
  }
  try {
    return await command.run(given)
  } catch (error) {
    const isTold = isAppError(error) && !/^database|^internal|^write/.test(error.code)
    if (isTold) return { rich: plain(error.message) }
    throw error
  }
}
