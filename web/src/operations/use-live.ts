import { useEffect, useState } from 'react'
import type { LiveNow } from '../../../src/api/wire/operations-wire.ts'
import { request } from '../lib/api.ts'
import { readEvents } from '../lib/events.ts'

export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'paused'

const RECONNECT_MS = 500
const RETRY_MS = 3_000

/** Follows the server's own news of itself for as long as the page is looked at. */
export function useLive(): { readonly state: LiveState; readonly now: LiveNow | null } {
  const [state, setState] = useState<LiveState>('connecting')
  const [now, setNow] = useState<LiveNow | null>(null)
  const isVisible = useVisible()
  useEffect(() => {
    if (!isVisible) {
      setState('paused')
      return
    }
    const leaving = new AbortController()
    const follow = async () => {
      setState((before) => (before === 'live' ? before : 'connecting'))
      while (!leaving.signal.aborted) {
        const ended = await readStream(leaving.signal, (news) => {
          setNow(news)
          setState('live')
        })
        if (leaving.signal.aborted) return
        if (!ended) setState('reconnecting')
        await pause(ended ? RECONNECT_MS : RETRY_MS, leaving.signal)
      }
    }
    void follow()
    return () => leaving.abort()
  }, [isVisible])
  return { state, now }
}

/** Reads one stream to its end; false if it broke. The server ends it each minute by itself. */
async function readStream(
  signal: AbortSignal,
  onSnapshot: (news: LiveNow) => void,
): Promise<boolean> {
  try {
    const response = await request('/api/operations/live', { signal })
    if (response.body === null) return false
    for await (const { event, data } of readEvents(response.body)) {
      if (event === 'now') onSnapshot(JSON.parse(data) as LiveNow)
      if (event === 'problem') return false
    }
    return true
  } catch {
    return false
  }
}

function useVisible(): boolean {
  const [isVisible, setVisible] = useState(document.visibilityState === 'visible')
  useEffect(() => {
    const operations = () => setVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', operations)
    return () => document.removeEventListener('visibilitychange', operations)
  }, [])
  return isVisible
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
