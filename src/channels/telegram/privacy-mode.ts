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
  all: 'I hear every message here.',
  perhaps:
    'I should hear every message here, but have not yet heard one that was not meant for me. If that stays so, remove me from the group and add me again: Telegram changes what I hear only then.',
  called: `I hear only what is meant for me here: tags, replies to me, commands. What you say among yourselves I cannot see, and cannot look back at. ${HOW_TO_CHANGE}`,
}
