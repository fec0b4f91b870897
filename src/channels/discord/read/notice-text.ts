/* Notices of the platform, by Discord's types of messages. The author is the person who did it, so the sentences have no
 * subject. */

/** Types of what people and apps write: a message, a reply, the results of a command and of a menu. */
const WRITTEN = new Set([0, 19, 20, 23])
/** The first message of a thread refers to the message that it was opened under, which is stored already. */
const THREAD_STARTER = 21

const NOTICES: Readonly<Record<number, (content: string) => string>> = {
  1: () => 'Added somebody to the group.',
  2: () => 'Removed somebody from the group.',
  3: () => 'Started a call.',
  4: (name) => `Named the chat “${name}”.`,
  5: () => 'Changed the picture of the chat.',
  6: () => 'Pinned a message.',
  7: () => 'Joined the server.',
  8: () => 'Boosted the server.',
  9: () => 'Boosted the server to level 1.',
  10: () => 'Boosted the server to level 2.',
  11: () => 'Boosted the server to level 3.',
  12: (name) => `Added announcements of “${name}” to the channel.`,
  18: (name) => `Opened the thread “${name}”.`,
  22: () => 'Was reminded to invite people.',
  24: () => 'A message was blocked by AutoMod.',
  25: () => 'Subscribed to the server.',
  27: (topic) => `Started the stage “${topic}”.`,
  28: (topic) => `Ended the stage “${topic}”.`,
  29: () => 'Speaks on the stage.',
  31: (topic) => `Named the stage “${topic}”.`,
  36: () => 'Turned on security actions of the server.',
  37: () => 'Turned off security actions of the server.',
  44: () => 'Bought something.',
  46: () => 'The poll has ended.',
}

/** A sentence for a notice of the platform; null for a message. A type that Discord adds later counts as a notice. */
export function noticeText({ type, content }: { readonly type: number; readonly content: string }) {
  if (WRITTEN.has(type)) return null
  return NOTICES[type]?.(content) ?? 'Something changed in the chat.'
}

/** True for the copy of another message that Discord shows at the top of a thread. */
export function isThreadStarter({ type }: { readonly type: number }): boolean {
  return type === THREAD_STARTER
}
