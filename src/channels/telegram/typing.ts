import type { ChatBackoff } from './deliver/chat-backoff.ts'
import type { BotDeps } from './deps.ts'

/** Telegram shows the indicator for five seconds. */
const AGAIN_MS = 4_500

/** Shows the typing indicator until the work is done. Failures to show it are ignored. */
export async function whileTyping<T>(
  { chat, topic }: { readonly chat: string; readonly topic: string | null },
  work: () => Promise<T>,
  { telegram, rests }: Pick<BotDeps, 'telegram'> & { readonly rests: ChatBackoff },
): Promise<T> {
  const show = () => {
    if (rests.isResting(chat)) return
    void telegram
      .sendChatAction({
        chat_id: Number(chat),
        action: 'typing',
        ...(topic === null ? {} : { message_thread_id: Number(topic) }),
      })
      .catch(() => undefined)
  }
  show()
  const timer = setInterval(show, AGAIN_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
