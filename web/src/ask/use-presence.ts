import { useEffect } from 'react'
import { api } from '../lib/api.ts'

const HEARTBEAT_MS = 25_000

/** Tells the server that a session's page is there, was hidden, is shown again: that decides when it ends. */
export function usePresence(session: string | null): void {
  useEffect(() => {
    if (session === null) return
    // A session that is not begun yet, or a server that is away: the page goes on either way.
    const tell = (path: string, body: object) =>
      void api.post(path, { session_id: session, ...body }).catch(() => undefined)
    const onChange = () => tell('/api/chat/visibility', { visible: !document.hidden })
    const timer = setInterval(() => {
      if (!document.hidden) tell('/api/chat/heartbeat', {})
    }, HEARTBEAT_MS)
    document.addEventListener('visibilitychange', onChange)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onChange)
    }
  }, [session])
}
