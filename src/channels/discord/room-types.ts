/* Kinds of channel, by Discord's numbers: text, private, voice with its chat, announcements, stage, forum, media forum,
 * and three kinds of thread. */

const THREADS = new Set([10, 11, 12])
const FORUMS = new Set([15, 16])
/** Channels of a server in which messages are written, outside of threads. */
const TEXTS = new Set([0, 2, 5, 13])
const PRIVATE = 1

/** True for a thread, also for a post of a forum. */
export function isThread({ type }: { readonly type: number }): boolean {
  return THREADS.has(type)
}

/** True for a channel of a server that holds messages itself. */
export function isTextRoom({ type }: { readonly type: number }): boolean {
  return TEXTS.has(type)
}

/** True for a channel that is a chat: with messages, or with threads only. */
export function isChatRoom({ type }: { readonly type: number }): boolean {
  return TEXTS.has(type) || FORUMS.has(type)
}

/** True for the private chat of a person with the bot. */
export function isPrivateRoom({ type }: { readonly type: number }): boolean {
  return type === PRIVATE
}
