import { useCallback, useEffect, useState } from 'react'
import type { ChatList, ChatThread } from '../../../src/api/chats/chats.ts'
import { api } from '../lib/api.ts'
import { type Loaded, useLoad } from '../lib/use-load.ts'

const RELOAD_MS = 15_000
const STEP = 50
/** Maximum page size of the API. */
const MAX_PAGE = 200

export type Listed = { readonly threads: readonly ChatThread[]; readonly hasMore: boolean }

/** The chats, the most recently active first, reloaded periodically; `more` loads further ones. */
export function useChatList(): Loaded<Listed> & { more(): void } {
  const [size, setSize] = useState(STEP)
  const loaded = useLoad((signal) => listThreads(size, signal), [size])
  const { reload } = loaded
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') reload()
    }, RELOAD_MS)
    return () => clearInterval(timer)
  }, [reload])
  const more = useCallback(() => setSize((before) => before * 2), [])
  return { ...loaded, more }
}

async function listThreads(size: number, signal: AbortSignal): Promise<Listed> {
  const threads: ChatThread[] = []
  let after = ''
  for (;;) {
    const limit = Math.min(MAX_PAGE, size - threads.length)
    const page = await api.get<ChatList>(`/api/chats?limit=${limit}${after}`, signal)
    threads.push(...page.chats)
    if (page.next === null) return { threads, hasMore: false }
    if (threads.length >= size) return { threads, hasMore: true }
    after = `&after=${encodeURIComponent(page.next)}`
  }
}
