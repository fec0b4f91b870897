import type { Heading } from '../../domain/file.ts'

/** Collects the text of a page: white space is folded, line breaks are written once, before the next word. */
export function createSheet() {
  const pieces: string[] = []
  const headings: Heading[] = []
  let length = 0
  let breaks = 0
  let hasSpace = false
  // After the mark of a cell or a list item: a paragraph in it begins on the same line.
  let isMarked = false
  let heading: { offset: number | null; level: number; title: string } | null = null

  const put = (piece: string) => {
    pieces.push(piece)
    length += piece.length
    if (heading !== null) heading.title += piece
  }
  const mark = (sign: string) => {
    put(sign)
    isMarked = true
  }
  const settle = () => {
    if (length > 0 && breaks > 0) put('\n'.repeat(breaks))
    else if (length > 0 && hasSpace) put(' ')
    breaks = 0
    hasSpace = false
    isMarked = false
    if (heading !== null) heading.offset ??= length
  }
  return {
    breakLine: (count: number) => {
      if (isMarked) return
      breaks = Math.max(breaks, count)
      hasSpace = false
    },
    markItem: () => {
      settle()
      mark('- ')
    },
    markCell: () => {
      breaks = 0
      hasSpace = false
      mark(' | ')
    },
    endMark: () => {
      isMarked = false
    },
    openHeading: (level: number) => {
      heading = { offset: null, level, title: '' }
    },
    closeHeading: () => {
      const title = heading?.title.replaceAll(/\s+/g, ' ').trim() ?? ''
      if (heading !== null && heading.offset !== null && title !== '') {
        headings.push({ offset: heading.offset, level: heading.level, title })
      }
      heading = null
    },
    write: (text: string) => {
      const words = text.replaceAll(/[\s\u00a0]+/g, ' ')
      hasSpace ||= words.startsWith(' ')
      if (words.trim() === '') return
      settle()
      put(words.trim())
      hasSpace = words.endsWith(' ')
    },
    writeAsIs: (text: string) => {
      if (text.trim() === '' && length === 0) return
      settle()
      put(text)
    },
    finish: () => ({ text: pieces.join('').trimEnd(), headings }),
  }
}
