/** Which chats Telegram wants left alone, and until when; nothing at all is asked there meanwhile. */
export type ChatBackoff = {
  isResting(chat: string): boolean
  rest(chat: string, seconds: number): void
}

/** Rests are counted by a clock that only goes forward. */
export function createChatBackoff(nowMs: () => number = () => performance.now()): ChatBackoff {
  const until = new Map<string, number>()
  return {
    isResting: (chat) => (until.get(chat) ?? 0) > nowMs(),
    rest: (chat, seconds) => {
      for (const [one, end] of until) if (end <= nowMs()) until.delete(one)
      until.set(chat, nowMs() + seconds * 1_000)
    },
  }
}
