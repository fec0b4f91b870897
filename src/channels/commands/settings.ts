import { findChat, updateChatSettings } from '../../db/messages/chats.ts'
import { readChatSetting } from '../../domain/chat-settings.ts'
import { AppError } from '../../domain/errors.ts'
import { plain } from '../../text/markdown/rich.ts'
import { rulesOf } from '../chat-rules.ts'
import { chatRef, inWorkspace } from '../deps.ts'
import type { BotCommand, Given } from './command.ts'

const USAGE = [
  '/settings hearing on|off: whether I store messages of this chat',
  '/settings answers everyone|admins: whom I answer here',
  '/settings unanswered 30|off: whether I answer a question that nobody answered for so many minutes (5 to 1440), in groups',
  '/settings timezone Europe/Kyiv: the time zone of this chat',
].join('\n')

/** The chat's settings that differ from the defaults. */
export const settingsCommand: BotCommand = {
  name: 'settings',
  summary: 'whether I store messages, and whom I answer, in this chat',
  forAdmins: true,
  takesText: true,
  run: async (given) => {
    if (given.args !== '') await set(given)
    const { mayReceiveFrom, onlyAdmins, timeZone, unanswered } = await rulesOf(
      given.send.chat,
      given.deps,
    )
    const lines = [
      `hearing: ${mayReceiveFrom ? 'on' : 'off'}`,
      `answers: ${onlyAdmins ? 'admins' : 'everyone'}`,
      `unanswered: ${unanswered === null ? 'off' : `${unanswered} minutes`}`,
      `timezone: ${timeZone ?? 'default'}`,
    ]
    return { rich: plain([lines.join('\n'), USAGE].join('\n\n')) }
  },
}

async function set({ send, words, args, deps }: Given): Promise<void> {
  const [name = '', word = ''] = args.split(/\s+/)
  const change = readChatSetting(name, word)
  if (change === undefined) {
    const what = `“${args.slice(0, 60)}” is no setting, or its value is none that it can have.`
    throw new AppError('invalid_request', `${what}\n\n${USAGE}`)
  }
  // From the command on: questions of before stay unanswered, also if it runs twice.
  const setAt = words?.sentAt.toISOString() ?? null
  const dated = change.unanswered === undefined ? change : { ...change, unansweredSetAt: setAt }
  await inWorkspace(deps, async (db, workspaceId) => {
    const chat = await findChat(db, workspaceId, chatRef(send))
    if (chat !== null) await updateChatSettings(db, workspaceId, chat.id, dated)
  })
}
