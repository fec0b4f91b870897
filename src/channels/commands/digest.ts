import {
  type ChatSettings,
  findChat,
  findChatSettings,
  updateChatSettings,
} from '../../db/messages/chats.ts'
import type { ChatSettingChange } from '../../domain/chat-settings.ts'
import {
  formatDigestSchedule,
  formatQuietHours,
  readDigestSchedule,
  readQuietHours,
} from '../../domain/digest/digest-schedule.ts'
import { AppError } from '../../domain/errors.ts'
import { plain } from '../../text/markdown/rich.ts'
import { isAdmin } from '../admins.ts'
import { chatRef, inWorkspace } from '../deps.ts'
import { digestRules } from '../digests/digest-rules.ts'
import type { BotCommand, Given } from './command.ts'

const USAGE = [
  '/digest daily 9: every day at 9:00',
  '/digest weekly mon 9: every Monday',
  '/digest daily 9 private: not here, but to each member who wrote /digest on to me in private',
  '/digest off: none',
  '/digest quiet 22-7: nothing is sent from 22:00 until 7:00; /digest quiet off',
].join('\n')

const PRIVATE_USAGE =
  'Write /digest on: I send you here the digests of your groups whose admins chose /digest daily 9 private or the like. /digest off: none.'

/** When the chat gets a digest; in a private chat, whether the user reads those of their groups there. */
export const digestCommand: BotCommand = {
  name: 'digest',
  summary: 'what happened here, every day or week; e.g. /digest daily 9',
  forAdmins: false,
  takesText: true,
  run: async (given) => {
    if (given.args !== '') await save(given, changeOf(given))
    const own = await readOwn(given)
    return { rich: plain(given.isPrivate ? describePrivate(own) : describe(own, given)) }
  },
}

function changeOf({ args, isPrivate, words }: Given): ChatSettingChange {
  // The time of the command, so that running it twice changes nothing.
  const digestSetAt = words?.sentAt.toISOString() ?? null
  if (isPrivate) {
    const word = args.toLowerCase()
    if (word !== 'on' && word !== 'off') throw unreadable(args, PRIVATE_USAGE)
    return { privateDigests: word, digestSetAt }
  }
  const quiet = /^quiet\s+(.*)$/is.exec(args)?.[1]
  if (quiet !== undefined) {
    const quietHours = readQuietHours(quiet)
    if (quietHours === undefined) throw unreadable(args, USAGE)
    return { quietHours: formatQuietHours(quietHours) }
  }
  const schedule = readDigestSchedule(args)
  if (schedule === undefined) throw unreadable(args, USAGE)
  return { digest: formatDigestSchedule(schedule), digestSetAt }
}

function unreadable(args: string, usage: string): AppError {
  return new AppError('invalid_request', `I do not understand “${args.slice(0, 60)}”.\n\n${usage}`)
}

async function save({ send, deps }: Given, change: ChatSettingChange): Promise<void> {
  if (!(await isAdmin(send, deps))) {
    throw new AppError('forbidden', 'Only admins of this group may change its digest.')
  }
  await inWorkspace(deps, async (db, workspaceId) => {
    const chat = await findChat(db, workspaceId, chatRef(send))
    if (chat !== null) await updateChatSettings(db, workspaceId, chat.id, change)
  })
}

function readOwn({ send, deps }: Given): Promise<ChatSettings> {
  return inWorkspace(deps, async (db, workspaceId) => {
    const chat = await findChat(db, workspaceId, chatRef(send))
    return chat === null ? {} : findChatSettings(db, workspaceId, chat.id)
  })
}

function describePrivate({ privateDigests }: ChatSettings): string {
  return `digests of your groups, here: ${privateDigests === 'on' ? 'on' : 'off'}\n\n${PRIVATE_USAGE}`
}

function describe(own: ChatSettings, { deps }: Given): string {
  const { schedule, quietHours, timeZone } = digestRules(own, deps.settings)
  const lines = [
    `digest: ${formatDigestSchedule(schedule)}`,
    `quiet hours: ${formatQuietHours(quietHours)}`,
    `time zone: ${timeZone} (/settings timezone changes it)`,
  ]
  return `${lines.join('\n')}\n\nFor admins:\n${USAGE}`
}
