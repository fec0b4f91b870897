import type { TelegramChat } from '../../db/channels/telegram-chats.ts'

/* Whether the bot hears what is not meant for it, told as far as it is known. */

export type PrivacyMode = 'all' | 'perhaps' | 'called'

/** Whether it hears everybody in a group: what was really heard counts more than what Telegram says. */
export function privacyModeIn(chat: TelegramChat | null, readsAll: boolean): PrivacyMode {
  if (chat !== null && (chat.status === 'administrator' || chat.overheardAt !== null)) return 'all'
  return readsAll ? 'perhaps' : 'called'
}

const HOW_TO_CHANGE =
  'To change that, make me an admin of this group; or open @BotFather, send /setprivacy, choose Disable, and then remove me from the group and add me again.'

/** The same in words, for the group itself. */
export const PRIVACY_MODE_TEXTS: Readonly<Record<PrivacyMode, string>> = {
  all: 'I hear every message here.',
  perhaps:
    'I should hear every message here, but have not yet heard one that was not meant for me. If that stays so, remove me from the group and add me again: Telegram changes what I hear only then.',
  called: `I hear only what is meant for me here: tags, replies to me, commands. What you say among yourselves I cannot see, and cannot look back at. ${HOW_TO_CHANGE}`,
}
