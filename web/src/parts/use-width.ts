import { type RefCallback, useCallback, useState } from 'react'

/** The width an element has, followed as it changes: a drawing that is stretched has stretched letters. */
export function useWidth(): [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(600)
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
