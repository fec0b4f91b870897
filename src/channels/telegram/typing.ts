import type { ChatBackoff } from './deliver/chat-backoff.ts'
import type { BotDeps } from './deps.ts'

/** Telegram shows it for five seconds. */
const AGAIN_MS = 4_500

/** Shows that somebody is at work, until the work is done. That it cannot be shown matters to nobody. */
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
