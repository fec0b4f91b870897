import { findTelegramChat } from '../../../db/channels/telegram-chats.ts'
import type { Send } from '../../../domain/send.ts'
import { plain } from '../../../text/markdown/rich.ts'
import { type BotDeps, inWorkspace } from '../deps.ts'
import { PRIVACY_MODE_TEXTS, privacyModeIn } from '../privacy-mode.ts'
import { notice, type OutgoingMessage } from './outgoing-message.ts'

/** The message on joining a group: who the bot is, what it receives, what it stores. */
export async function composeGreeting(send: Send, deps: BotDeps): Promise<OutgoingMessage> {
  const lines = [
    `Hello, I am ${deps.me.name}. Mention me (@${deps.me.username}) to get an answer from the messages of this group, or reply with a mention to the message you mean.`,
    await privacyModeText(send.chat, deps),
    'I store the messages I receive, for this group only. /privacy explains what I store and how to opt out; /help lists what else I can do.',
  ]
  return notice(plain(lines.join('\n\n')), null)
}

/** Which messages the bot receives in a group, as a text for its members. */
export async function privacyModeText(chat: string, deps: BotDeps): Promise<string> {
  const row = await inWorkspace(deps, (db, workspaceId) =>
    findTelegramChat(db, workspaceId, deps.bot, chat),
  )
  return PRIVACY_MODE_TEXTS[privacyModeIn(row, deps.me.readsAll)]
}
