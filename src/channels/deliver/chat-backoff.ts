/** Which chats the platform has rate-limited, and until when; no call is made there meanwhile. */
export type ChatBackoff = {
  isResting(chat: string): boolean
  rest(chat: string, seconds: number): void
}

/** Counts pauses by a monotonic clock. */
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
