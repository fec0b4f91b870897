import { useEffect } from 'react'

/** Calls `end` on Escape while active. */
export function useEscape(end: () => void, isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') end()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [end, isActive])
}
