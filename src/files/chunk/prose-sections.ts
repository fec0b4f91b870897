import type { Document } from '../../domain/file.ts'
import { fenceMark, nextFence } from '../read/read-markdown.ts'
import { splitLines, type TextLine } from './lines.ts'
import type { Section } from './section.ts'

/** No line that opens a code block is longer. */
const MAX_FENCE_LINE = 200

/**
 * Paragraphs, each under its headings. A heading stays with the paragraph below it, a code block is not split,
 * and a page begins a new paragraph.
 */
export function* proseSections({ kind, text, headings, pages }: Document): Generator<Section> {
  const path = createPath(headings)
  const pageStarts = new Set(pages)
  let start = 0
  let current = path.at(0)
  let isOnlyHeading = false
  let isBetween = false
  let fence: string | null = null
  for (const line of splitLines(text)) {
    const isBlank = isBlankLine(text, line)
    const isHeading = path.isHeading(line.start)
    const begins = isHeading
      ? line.start > start && !isOnlyHeading
      : pageStarts.has(line.start) || (isBetween && !isBlank && !isOnlyHeading && fence === null)
    if (begins && line.start > start) {
      yield { start, end: line.start, path: current }
      start = line.start
    }
    if (isHeading) {
      current = path.at(line.start)
      isOnlyHeading = true
    } else if (!isBlank && !isUnderline(text, line)) isOnlyHeading = false
    if (kind === 'markdown' && line.end - line.start < MAX_FENCE_LINE) {
      const mark = fenceMark(text.slice(line.start, line.end))
      if (mark !== null) fence = nextFence(fence, mark)
    }
    isBetween = isBlank
  }
  if (start < text.length) yield { start, end: text.length, path: current }
}

/** The heading path at an offset; offsets must be passed in rising order. */
function createPath(headings: Document['headings']) {
  const above: { level: number; title: string }[] = []
  const starts = new Set(headings.map(({ offset }) => offset))
  let next = 0
  return {
    isHeading: (offset: number) => starts.has(offset),
    at: (offset: number): string[] => {
      for (let heading = headings[next]; heading && heading.offset <= offset; ) {
        while ((above.at(-1)?.level ?? 0) >= heading.level) above.pop()
        above.push(heading)
        next += 1
        heading = headings[next]
      }
      return above.map(({ title }) => title)
    },
  }
}

function isBlankLine(text: string, { start, end }: TextLine): boolean {
  for (let i = start; i < end; i += 1) if (!/\s/.test(text.charAt(i))) return false
  return true
}

/** The line of "===" or "---" that makes the line above it a heading. */
function isUnderline(text: string, { start, end }: TextLine): boolean {
  return end - start < MAX_FENCE_LINE && /^ {0,3}(=+|-+)\s*$/.test(text.slice(start, end))
}
