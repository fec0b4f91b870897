import type { Send } from '../../../domain/send.ts'
import { commandSpeech } from '../commands/commands.ts'
import { buttonSpeech } from './buttons.ts'
import { answerSpeech } from './compose-answer.ts'
import type { SettleDeps } from './deliver-send.ts'
import { greetingSpeech } from './greeting.ts'
import type { Speech } from './outgoing-message.ts'

/** The words of what is owed; null when there is nothing to say any more. */
export async function speechFor(
  send: Send,
  deps: SettleDeps,
  stopping: AbortSignal,
): Promise<Speech | null> {
  switch (send.kind) {
    case 'answer':
      return answerSpeech(send, deps, stopping)
    case 'command':
      return commandSpeech(send, deps)
    case 'button':
      return buttonSpeech(send, deps)
    case 'greeting':
      return greetingSpeech(send, deps)
  }
}
