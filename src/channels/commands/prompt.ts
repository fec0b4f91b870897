import { formatThreadId } from '../../domain/chat.ts'
import { joined, plain, styled } from '../../text/markdown/rich.ts'
import { chatRef } from '../deps.ts'
import type { BotCommand } from './command.ts'

/** Shows, sets or resets the chat's own prompt. */
export const promptCommand: BotCommand = {
  name: 'prompt',
  summary: 'the persona I use in this chat',
  forAdmins: true,
  takesText: true,
  run: async ({ send, args, deps }) => {
    const { engine, principal } = deps
    const threadId = formatThreadId({ ...chatRef(send), topic: null })
    if (args === 'reset') {
      await engine.changePersona(principal, threadId, { persona: null })
      return { rich: plain('Done. I use the default persona again.') }
    }
    if (args !== '') {
      await engine.changePersona(principal, threadId, { persona: args })
      return {
        rich: plain(
          'Done. I use this persona in this chat from now on. /prompt reset restores the default.',
        ),
      }
    }
    const { persona, defaultPersona, versions } = await engine.readPersonas(principal, threadId)
    const title =
      persona === null
        ? 'Default persona:'
        : `Persona of this chat (version ${versions[0]?.version}):`
    return {
      rich: joined(
        [
          styled(plain(title), { kind: 'bold' }),
          plain(persona ?? defaultPersona),
          plain('/prompt TEXT changes it for this chat; /prompt reset restores the default.'),
        ],
        '\n\n',
      ),
    }
  },
}
