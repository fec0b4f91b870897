/**
 * A script for the page. Before each frame is painted it looks at what is inside of the timeline's window: rows
 * that are still blank, and room that no row covers. It keeps the longest time one row stayed blank, the longest
 * time something on the screen was, and the longest frame.
 */
export const PROBE = `(() => {
  const fresh = () => ({ frames: 0, rowMs: 0, screenMs: 0, frameMs: 0 })
  // Six million pixels down, places are rounded to halves; a line of text is 20.
  const ROUNDING = 12
  let seen = fresh()
  let blankSince = new Map()
  let dirtySince = null
  let before = null
  let isBlank = false
  const look = (now) => {
    const scroller = document.querySelector('.chats-scroller')
    if (scroller !== null) {
      const box = scroller.getBoundingClientRect()
      const rows = [...scroller.querySelectorAll('article')]
        .map((row) => ({ row, at: row.getBoundingClientRect() }))
        .filter(({ at }) => at.bottom > box.top + 1 && at.top < box.bottom - 1)
      const blank = new Map()
      for (const { row } of rows) {
        if (row.hasAttribute('data-blank')) blank.set(row.dataset.index, blankSince.get(row.dataset.index) ?? now)
      }
      const covered = rows.reduce((sum, { at }) => sum + Math.min(at.bottom, box.bottom) - Math.max(at.top, box.top), 0)
      if (covered < box.height - ROUNDING) blank.set('room', blankSince.get('room') ?? now)
      for (const since of blank.values()) seen.rowMs = Math.max(seen.rowMs, now - since)
      dirtySince = blank.size === 0 ? null : (dirtySince ?? now)
      if (dirtySince !== null) seen.screenMs = Math.max(seen.screenMs, now - dirtySince)
      blankSince = blank
      isBlank = blank.size > 0
      if (before !== null) seen.frameMs = Math.max(seen.frameMs, now - before)
      before = now
      seen.frames += 1
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  globalThis.isBlank = () => isBlank
  globalThis.takeSeen = () => {
    const taken = seen
    seen = fresh()
    blankSince = new Map()
    dirtySince = null
    before = null
    return taken
  }
})()`
