import type { ThreadRef } from './channel.ts'
import type { DeliverDeps } from './deliver/deps.ts'

/** The indicator is shown again this long before the platform hides it, in ms. */
const EARLIER_MS = 500

/** Shows the typing indicator until the work is done. Failures to show it are ignored. */
export async function whileTyping<T>(
  thread: ThreadRef,
  work: () => Promise<T>,
  { channel, rests }: Pick<DeliverDeps, 'channel' | 'rests'>,
): Promise<T> {
  const show = () => {
    if (!rests.isResting(thread.chat)) void channel.showTyping(thread).catch(() => undefined)
  }
  show()
  const timer = setInterval(show, channel.limits.typingMs - EARLIER_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
