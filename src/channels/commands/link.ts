import { isAppError } from '../../domain/errors.ts'
import { plain } from '../../text/markdown/rich.ts'
import { type BotCommand, type Given, personRef } from './command.ts'

/** Links the user's accounts on several channels, so that they share one memory. Only in private: a code is a secret. */
export const linkCommand: BotCommand = {
  name: 'link',
  summary: 'one memory for your accounts on several channels',
  forAdmins: false,
  takesText: true,
  run: async (given) => {
    if (!given.isPrivate) return { rich: plain('Write /link to me in a private chat.') }
    return { rich: plain(given.args === '' ? await newCode(given) : await linkBy(given)) }
  },
}

async function newCode({ send, deps }: Given): Promise<string> {
  const { code } = await deps.memory.createLinkCode(deps.principal, personRef(send))
  return [
    `Within ten minutes, send me this command in private from your other account: link ${code}`,
    'On Telegram and Discord a command begins with a slash, on Matrix with an exclamation mark, on Slack with /earshot and a space.',
    'Your accounts then share one memory. What you write in a group still shows in that group only.',
  ].join('\n\n')
}

async function linkBy({ send, args, deps }: Given): Promise<string> {
  const ref = personRef(send)
  try {
    await deps.memory.link(deps.principal, ref, { code: args })
  } catch (error) {
    if (!isAppError(error, 'link_code_invalid')) throw error
    // The command may run twice, and the code works once: what counts is whether the accounts are linked.
    const { who } = await deps.memory.see(deps.principal, ref)
    if (who.names.length === 1) throw error
  }
  return 'Your accounts are linked: they share one memory. An opt-out on one of them counts for all.'
}
