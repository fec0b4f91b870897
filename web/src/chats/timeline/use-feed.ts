import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Snapshot, TimelineStore } from './timeline-store.ts'
import type { Target } from './use-timeline.ts'

/** Estimated height of a row: two lines of text. */
const ROW_HEIGHT = 62
/** Within this many pixels of the end the feed follows new messages. */
const AT_END = 60

/** The visible rows and the keyboard cursor. */
export function useFeed({
  scroller,
  store,
  snapshot,
  target,
}: {
  scroller: RefObject<HTMLElement | null>
  store: TimelineStore
  snapshot: Snapshot
  target: Target | null
}) {
  const total = snapshot.total ?? 0
  const [cursor, setCursor] = useState<number | null>(null)
  const wantsFocus = useRef(false)
  // The focused row stays mounted while scrolling, or the keyboard would lose its position.
  const rangeExtractor = useCallback(
    (range: Range) => {
      const seen = defaultRangeExtractor(range)
      if (cursor === null || cursor >= range.count || seen.includes(cursor)) return seen
      return [...seen, cursor].toSorted((a, b) => a - b)
    },
    [cursor],
  )
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: AT_END,
    rangeExtractor,
  })
  const hasRows = total > 0
  const hasTarget = useRef(target !== null)
  useLayoutEffect(() => {
    if (hasRows && !hasTarget.current) virtualizer.scrollToEnd()
  }, [hasRows, virtualizer])
  useLayoutEffect(() => {
    if (target === null) return
    hasTarget.current = true
    setCursor(target.index)
    virtualizer.scrollToIndex(target.index, { align: 'center' })
  }, [target, virtualizer])

  const first = virtualizer.range?.startIndex ?? 0
  const last = virtualizer.range?.endIndex ?? 0
  const isUpward = virtualizer.scrollDirection !== 'forward'
  const { version } = snapshot
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version invalidates all cached pages
  useEffect(() => {
    if (total > 0) store.setVisible(first, last, isUpward)
  }, [store, first, last, isUpward, total, version])

  const moveTo = useCallback(
    (index: number) => {
      if (total === 0) return
      const next = Math.max(0, Math.min(total - 1, index))
      wantsFocus.current = true
      setCursor(next)
      virtualizer.scrollToIndex(next, { align: 'auto' })
    },
    [total, virtualizer],
  )
  useEffect(() => {
    if (!wantsFocus.current || cursor === null) return
    wantsFocus.current = false
    const row = scroller.current?.querySelector(`[data-index="${cursor}"]`)
    if (row instanceof HTMLElement) row.focus({ preventScroll: true })
  }, [cursor, scroller])
  return { virtualizer, cursor, setCursor, moveTo, first, last }
}
