import type { Send } from '../../domain/channels/send.ts'
import { plain } from '../../text/markdown/rich.ts'
import type { BotDeps } from '../deps.ts'
import { hearingText } from '../hearing.ts'
import { notice, type OutgoingMessage } from './outgoing-message.ts'

/** The message on joining a group: who the bot is, what it receives, what it stores. */
export async function composeGreeting(send: Send, deps: BotDeps): Promise<OutgoingMessage> {
  const lines = [
    `Hello, I am ${deps.me.name}. Mention me (@${deps.me.username}) to get an answer from the messages of this group, or reply with a mention to the message you mean.`,
    await hearingText(send.chat, deps),
    'I store the messages I receive, for this group only. /privacy explains what I store and how to opt out; /help lists what else I can do.',
  ]
  return notice(plain(lines.join('\n\n')), null, deps)
}
