import { useCallback, useEffect, useRef, useState } from 'react'
import type { TimelineMessage } from '../../../../src/api/chats/chats.ts'

/** How long the pointer rests on a message before its details are shown. A pointer that crosses a row is faster. */
const REST_MS = 250

export type Details = {
  readonly message: TimelineMessage | null
  /** The pointer is on this message, or on none. */
  point(message: TimelineMessage | null): void
  /** Shows the details at once: the message was clicked or focused. */
  show(message: TimelineMessage): void
  dismiss(): void
}

/**
 * The message whose details are shown. They stay until another message is shown or Escape is pressed, so that the
 * pointer reaches them across other messages, and the keyboard by Tab (WCAG 1.4.13).
 */
export function useDetails(): Details {
  const [message, setMessage] = useState<TimelineMessage | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const point = useCallback((one: TimelineMessage | null) => {
    clearTimeout(timer.current)
    if (one !== null) timer.current = setTimeout(() => setMessage(one), REST_MS)
  }, [])
  const show = useCallback((one: TimelineMessage) => {
    clearTimeout(timer.current)
    setMessage(one)
  }, [])
  const dismiss = useCallback(() => {
    clearTimeout(timer.current)
    setMessage(null)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])
  return { message, point, show, dismiss }
}
