import type { RawApi } from 'grammy'
import type { BotCommandScope } from 'grammy/types'
import type { CommandEntry } from '../channel.ts'

const SCOPES: readonly { readonly scope: BotCommandScope; readonly isAdmin: boolean }[] = [
  { scope: { type: 'all_private_chats' }, isAdmin: true },
  { scope: { type: 'all_group_chats' }, isAdmin: false },
  { scope: { type: 'all_chat_administrators' }, isAdmin: true },
]

/** Registers the commands with Telegram, per audience. */
export async function registerMenu(
  telegram: RawApi,
  entries: readonly CommandEntry[],
): Promise<void> {
  for (const { scope, isAdmin } of SCOPES) {
    const commands = entries
      .filter(({ forAdmins }) => isAdmin || !forAdmins)
      .map(({ name, summary }) => ({ command: name, description: summary }))
    await telegram.setMyCommands({ commands, scope })
  }
}
