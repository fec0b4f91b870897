import { useEffect, useRef } from 'react'

/** Moves the focus to a list if a change removed the focused element: the keyboard would start at the top of the page. */
export function useListFocus(data: unknown) {
  const ref = useRef<HTMLElement>(null)
  const isChanged = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each response
  useEffect(() => {
    if (isChanged.current && document.activeElement === document.body) {
      ref.current?.focus({ preventScroll: true })
    }
    isChanged.current = false
  }, [data])
  const keepFocus = () => {
    isChanged.current = true
  }
  return { ref, keepFocus }
}
