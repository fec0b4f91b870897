import { type RefCallback, useCallback, useState } from 'react'

/** The current width of an element: a scaled SVG would distort its text. */
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
