/** A range of lines of a file, inclusive, counted from 1. */
export type Span = { readonly from: number; readonly to: number }

/** Parses `3-9` or `3`; null for anything else. */
export function readSpan(part: string | undefined): Span | null {
  const read = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(part ?? '')
  if (read === null) return null
  const from = Number(read[1])
  const to = Number(read[2] ?? read[1])
  return from < 1 || to < from ? null : { from, to }
}

/** Lines shown before and after the marked ones. */
const LINES_AROUND = 100
const WINDOW_LINES = 600

/** The first window of lines: around the marked ones, or from the start. */
export function firstWindow(total: number, marked: Span | null): Span {
  const from = Math.max(1, Math.min((marked?.from ?? 1) - LINES_AROUND, total))
  const to = Math.max(from + WINDOW_LINES - 1, (marked?.to ?? 1) + LINES_AROUND)
  return { from, to: Math.max(from, Math.min(total, to)) }
}

/** Number of lines that the next window before and after adds. */
export function moreLines({ from, to }: Span, total: number): { before: number; after: number } {
  return {
    before: Math.min(WINDOW_LINES, from - 1),
    after: Math.min(WINDOW_LINES, Math.max(0, total - to)),
  }
}
