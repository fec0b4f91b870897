import type { Send } from '../../domain/channels/send.ts'
import { composeCommandReply } from '../commands/commands.ts'
import { composeDigest } from '../digests/compose-digest.ts'
import { composeReminder } from '../reminders/remind.ts'
import { composeButtonReply } from './buttons.ts'
import { composeAnswer } from './compose-answer.ts'
import type { DeliverDeps } from './deps.ts'
import { composeGreeting } from './greeting.ts'
import type { OutgoingMessage } from './outgoing-message.ts'

/** The message for a pending send; null when it is no longer needed. */
export async function composeReply(
  send: Send,
  deps: DeliverDeps,
  stopping: AbortSignal,
): Promise<OutgoingMessage | null> {
  switch (send.kind) {
    case 'answer':
    case 'unprompted':
      return composeAnswer(send, deps, stopping)
    case 'command':
      return composeCommandReply(send, deps)
    case 'button':
      return composeButtonReply(send, deps)
    case 'greeting':
      return composeGreeting(send, deps)
    case 'digest':
      return composeDigest(send, deps)
    case 'reaction':
      // It has no text: deliver-send.ts reacts.
      return null
    case 'reminder':
      return composeReminder(send, deps)
  }
}
