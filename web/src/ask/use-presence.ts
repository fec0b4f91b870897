import { useEffect } from 'react'
import { api } from '../lib/api.ts'

const HEARTBEAT_MS = 25_000

/** Reports heartbeats and the visibility of a session's page, from which the server decides when it ends. */
export function usePresence(session: string | null): void {
  useEffect(() => {
    if (session === null) return
    // The session may not exist yet, or the server may be down: errors are ignored.
    const report = (path: string, body: object) =>
      void api.post(path, { session_id: session, ...body }).catch(() => undefined)
    const onChange = () => report('/api/chat/visibility', { visible: !document.hidden })
    const timer = setInterval(() => {
      if (!document.hidden) report('/api/chat/heartbeat', {})
    }, HEARTBEAT_MS)
    document.addEventListener('visibilitychange', onChange)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onChange)
    }
  }, [session])
}
