import type { Send } from '../../domain/channels/send.ts'
import { plain } from '../../text/markdown/rich.ts'
import { personRef } from '../commands/command.ts'
import { explainAnswer } from '../commands/why.ts'
import type { BotDeps } from '../deps.ts'
import { cancelReminder } from '../reminders/remind-command.ts'
import { notice, type OutgoingMessage } from './outgoing-message.ts'

/**
 * The reply to a pressed button; null if the button belongs to another user. `detail` is untrusted; only the
 * presser's id comes from the platform.
 */
export async function composeButtonReply(
  send: Send,
  deps: BotDeps,
): Promise<OutgoingMessage | null> {
  const [action, value] = (send.detail ?? '').split(':', 2)
  if (action === 'why' && value) {
    const shown = await explainAnswer(value, send, deps)
    return shown && notice(shown, send.messageId, deps)
  }
  if (action === 'unremind' && /^\d{1,15}$/.test(value ?? '')) {
    return notice(plain(await cancelReminder(Number(value), send, deps)), send.messageId, deps)
  }
  if (value !== send.person) return null
  if (action === 'keep') return notice(plain('Nothing was deleted.'), send.messageId, deps)
  if (action !== 'forget') return null
  const { messages } = await deps.memory.forget(deps.principal, personRef(send))
  return notice(
    plain(
      `Done. Your messages are deleted (${messages} messages, including my replies to them), and everything derived from them. New messages are stored again; /optout stops that.`,
    ),
    null,
    deps,
  )
}
