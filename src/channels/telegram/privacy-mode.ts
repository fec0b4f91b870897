import type { TelegramChat } from '../../db/channels/telegram-chats.ts'

/* Whether the bot receives messages that do not mention it, as far as is known. */

type PrivacyMode = 'all' | 'perhaps' | 'called'

/** Whether it receives all messages of a group: a message received counts more than Telegram's flag. */
export function privacyModeIn(chat: TelegramChat | null, readsAll: boolean): PrivacyMode {
  if (chat !== null && (chat.status === 'administrator' || chat.overheardAt !== null)) return 'all'
  return readsAll ? 'perhaps' : 'called'
}

const HOW_TO_CHANGE =
  'To change that, make me an admin of this group; or open @BotFather, send /setprivacy, choose Disable, and then remove me from the group and add me again.'

/** The same as a text, for the group's members. */
export const PRIVACY_MODE_TEXTS: Readonly<Record<PrivacyMode, string>> = {
  all: 'I receive all messages here.',
  perhaps:
    'I should receive all messages here, but have not yet received one that was not addressed to me. If that stays so, remove me from the group and add me again: only then does Telegram change which messages I receive.',
  called: `I receive only messages addressed to me here: mentions, replies to me and commands. I do not receive your other messages, so I cannot answer from them. ${HOW_TO_CHANGE}`,
}
