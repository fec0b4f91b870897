import { formatThreadId } from '../../../domain/chat.ts'
import { joined, plain, styled } from '../../../text/markdown/rich.ts'
import { chatRef } from '../deps.ts'
import type { BotCommand } from './command.ts'

/** Shows, sets or resets the chat's own prompt. */
export const promptCommand: BotCommand = {
  name: 'prompt',
  summary: 'how I speak in this chat',
  forAdmins: true,
  run: async ({ send, args, deps }) => {
    const { engine, principal } = deps
    const threadId = formatThreadId({ ...chatRef(send.chat), topic: null })
    if (args === 'reset') {
      await engine.changePersona(principal, threadId, { persona: null })
      return { rich: plain('Done. I speak as everywhere again.') }
    }
    if (args !== '') {
      await engine.changePersona(principal, threadId, { persona: args })
      return {
        rich: plain('Done. From now on I speak so in this chat. /prompt reset takes it back.'),
      }
    }
    const { persona, defaultPersona, versions } = await engine.readPersonas(principal, threadId)
    const title =
      persona === null
        ? 'I speak as everywhere:'
        : `I speak so here (version ${versions[0]?.version}):`
    return {
      rich: joined(
        [
          styled(plain(title), { kind: 'bold' }),
          plain(persona ?? defaultPersona),
          plain(
            '/prompt followed by other words changes it for this chat; /prompt reset takes it back.',
          ),
        ],
        '\n\n',
      ),
    }
  },
}
