import type { Author } from '../../../domain/message.ts'
import { asFields, type Fields, fieldText } from '../../../text/fields.ts'
import type { SlackAccount } from '../slack-account.ts'
import type { SlackDirectory } from '../slack-directory.ts'

/** The author of a message; null if it names none. A bot may write under any name. */
export async function slackAuthor(
  message: Fields,
  directory: SlackDirectory,
): Promise<Author | null> {
  const user = fieldText(message.user)
  const bot = fieldText(message.bot_id)
  const isByBot = bot !== null || message.subtype === 'bot_message'
  const shown = fieldText(message.username) ?? fieldText(asFields(message.bot_profile)?.name)
  if (user === null) {
    return bot === null ? null : { externalId: bot, name: shown, username: null, isBot: true }
  }
  const { name, username, isBot } = await directory.person(user)
  // Events contain the profiles of people of other workspaces, whom users.info may refuse.
  const profile = asFields(message.user_profile)
  const profileName = fieldText(profile?.display_name) ?? fieldText(profile?.real_name)
  return {
    externalId: user,
    name: name ?? profileName ?? shown,
    username: username ?? fieldText(profile?.name),
    isBot: isByBot || isBot,
  }
}

/** True for a message of the bot itself, which is stored when it is sent. */
export function isOwnMessage(message: Fields, { me, botId }: SlackAccount): boolean {
  return message.user === me.id || (botId !== null && message.bot_id === botId)
}
