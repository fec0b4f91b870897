import { z } from 'zod'
import type { CommandEntry } from '../channel.ts'
import type { DiscordApi } from './discord-api.ts'
import { MANAGE_GUILD } from './permissions.ts'

const CHAT_INPUT = 1
const TEXT_OPTION = 3
/** In servers, and in the private chat with the bot. */
const CONTEXTS = [0, 1]

/** Registers the commands with Discord, in place of all that were registered before. */
export async function registerCommandMenu(
  api: DiscordApi,
  applicationId: string,
  entries: readonly CommandEntry[],
): Promise<void> {
  const body = entries.map(({ name, summary, takesText, forAdmins }) => ({
    name,
    type: CHAT_INPUT,
    description: summary.slice(0, 100),
    contexts: CONTEXTS,
    integration_types: [0],
    default_member_permissions: forAdmins ? String(MANAGE_GUILD) : null,
    options: takesText
      ? [{ type: TEXT_OPTION, name: 'text', description: 'Words after the command' }]
      : [],
  }))
  await api.put(`/applications/${applicationId}/commands`, z.array(z.unknown()), { body })
}
