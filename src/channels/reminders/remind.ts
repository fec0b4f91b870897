import {
  findQuestionMessage,
  type QuestionMessage,
} from '../../db/answers/find-question-message.ts'
import type { Send } from '../../domain/channels/send.ts'
import { localTime } from '../../engine/write/show-lines.ts'
import { concat, plain, styled } from '../../text/markdown/rich.ts'
import { rulesOf } from '../chat-rules.ts'
import { notice, type OutgoingMessage } from '../deliver/outgoing-message.ts'
import { type BotDeps, chatRef, inWorkspace } from '../deps.ts'
import { stripBotName } from '../receive/strip-bot-name.ts'
import { type ReadReminder, readReminderCommand, readReminderRequest } from './read-reminder.ts'

/** A reminder that is later than this says when it was due. */
const LATE_MS = 300_000

/** The time zone of a chat's clocks. */
export async function zoneOf(
  chat: string,
  deps: Pick<BotDeps, 'bot' | 'database' | 'principal' | 'settings'>,
): Promise<string> {
  return (await rulesOf(chat, deps)).timeZone ?? deps.settings.timeZone
}

/** The reminder that a message asks for: a mention of the bot, or the command. */
export async function readRequest(
  { text, sentAt }: Pick<QuestionMessage, 'text' | 'sentAt'>,
  timeZone: string,
  { me, settings }: Pick<BotDeps, 'me' | 'settings'>,
): Promise<ReadReminder> {
  const clock = { saidAt: sentAt, timeZone }
  const asked = await readReminderRequest(stripBotName(text, me, settings.names), clock)
  return asked ?? readReminderCommand(text.replace(/^\/\S+/, ''), clock)
}

type Reminded = { readonly author: string; readonly what: string; readonly dueAt: Date | null }

/** What a message asked to be reminded of; null if it was deleted. */
export async function remindedOf(
  { chat, messageId }: { readonly chat: string; readonly messageId: string },
  timeZone: string,
  deps: BotDeps,
): Promise<Reminded | null> {
  const ref = chatRef({ channel: deps.bot.channel, chat })
  const words = await inWorkspace(deps, (db, workspaceId) =>
    findQuestionMessage(db, workspaceId, ref, messageId),
  )
  if (words === null) return null
  const read = await readRequest(words, timeZone, deps)
  const { name, username, externalId } = words.author
  const author = name ?? username ?? externalId
  return read.kind === 'reminder'
    ? { author, what: read.what, dueAt: read.dueAt }
    : // It was edited, and names no time any more: it is still due at the time that was confirmed.
      { author, what: '', dueAt: null }
}

/** A time as people of the chat read it. */
export function reminderTime(at: Date, timeZone: string): string {
  const { date, clock } = localTime(at, timeZone)
  return `${date} ${clock}`
}

/** A reminder that is due, as a reply to the message that asked for it; null if that was deleted. */
export async function composeReminder(send: Send, deps: BotDeps): Promise<OutgoingMessage | null> {
  const { chat, messageId } = send
  if (messageId === null) return null
  const timeZone = await zoneOf(chat, deps)
  const reminded = await remindedOf({ chat, messageId }, timeZone, deps)
  if (reminded === null) return null
  const { author, what, dueAt } = reminded
  const isLate = dueAt !== null && deps.now().getTime() - dueAt.getTime() > LATE_MS
  const lateness = isLate ? ` (it was due on ${reminderTime(dueAt, timeZone)})` : ''
  const of = what === '' ? 'as you asked in this message' : what
  return notice(
    concat(styled(plain('Reminder'), { kind: 'bold' }), plain(` for ${author}: ${of}${lateness}`)),
    messageId,
    deps,
  )
}
