/** The id of a message: the second in which it was sent, and a counter. */
export const SLACK_TS = /^\d{9,11}\.\d{6}$/

/** True for the private chat of a person with the bot. */
export function isDirect(chat: string): boolean {
  return chat.startsWith('D')
}
