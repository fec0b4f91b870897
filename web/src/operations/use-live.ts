import { useEffect, useState } from 'react'
import type { LiveNow } from '../../../src/api/wire/operations-wire.ts'
import { request } from '../lib/api.ts'
import { readEvents } from '../lib/events.ts'

export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'paused'

const RECONNECT_MS = 500
const RETRY_MS = 3_000

/** Subscribes to the live stream while the page is visible. */
export function useLive(): { readonly state: LiveState; readonly now: LiveNow | null } {
  const [state, setState] = useState<LiveState>('connecting')
  const [now, setNow] = useState<LiveNow | null>(null)
  const isVisible = useVisible()
  useEffect(() => {
    if (!isVisible) {
      setState('paused')
      return
    }
    const unmounted = new AbortController()
    const follow = async () => {
      setState((before) => (before === 'live' ? before : 'connecting'))
      while (!unmounted.signal.aborted) {
        const ended = await readStream(unmounted.signal, (snapshot) => {
          setNow(snapshot)
          setState('live')
        })
        if (unmounted.signal.aborted) return
        if (!ended) setState('reconnecting')
        await pause(ended ? RECONNECT_MS : RETRY_MS, unmounted.signal)
      }
    }
    void follow()
    return () => unmounted.abort()
  }, [isVisible])
  return { state, now }
}

/** Reads one stream to its end; false if it failed. The server ends each stream after a minute. */
async function readStream(
  signal: AbortSignal,
  onSnapshot: (snapshot: LiveNow) => void,
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
    const update = () => setVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
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
