import type { Document, FileLimits, Heading } from '../../domain/file.ts'
import { unreadable } from '../unreadable.ts'
import type { PdfLine } from './protocol.ts'
import { readInThread } from './read-in-thread.ts'

/* A PDF has glyphs and positions, no paragraphs and no headings; both are derived from the layout:
 *
 *   size 18   Setting up                  larger than most of the document's type: a heading
 *   size 11   First, install it. Then
 *   size 11   make a con-                 a word cut at the line's end is joined again
 *   size 11   figuration file.
 *             (a gap)                     wider than between lines: a paragraph ends
 *   size 11   It is read at start.
 */

/** A gap of this many line heights ends a paragraph; set lines are 1.1 to 1.5 apart. */
const PARAGRAPH_GAP = 1.7
const HEADING_SIZE = 1.15
const HEADING_MAX_LENGTH = 120
const HEADING_LEVELS = 4
/** Fewer letters than this on the average page: scanned pages, with a number or a stamp at most. */
const MIN_LETTERS_A_PAGE = 5

/** The text of a PDF, page by page. */
export async function readPdf(
  bytes: Uint8Array,
  limits: Pick<FileLimits, 'maxPages' | 'maxText' | 'maxReadMs'>,
): Promise<Omit<Document, 'kind'>> {
  const { maxPages, maxText } = limits
  const read = await readInThread({ kind: 'pdf', bytes, maxPages, maxText }, limits.maxReadMs)
  const { title, pages } = 'pages' in read ? read : { title: '', pages: [] }
  return composePages(title, pages)
}

/** Lines of pages into text with paragraphs and headings. */
function composePages(
  title: string,
  pages: readonly (readonly PdfLine[])[],
): Omit<Document, 'kind'> {
  const lines = pages.flat()
  const letters = lines.reduce((sum, line) => sum + line.text.replaceAll(/\s/g, '').length, 0)
  if (letters < pages.length * MIN_LETTERS_A_PAGE) {
    throw unreadable(
      'no_text',
      'The PDF contains images of pages and no text. Run text recognition (OCR) first, and send the result.',
    )
  }
  const levelOf = headingLevels(lines)
  const headings: Heading[] = []
  const starts: number[] = []
  let text = ''
  for (const page of pages) {
    if (text !== '') text += '\n\n'
    starts.push(text.length)
    for (const [i, line] of page.entries()) {
      const level = levelOf(line)
      const above = page[i - 1]
      const isNewBlock = above === undefined || levelOf(above) !== level
      if (above !== undefined) text = joinLine(text, above, line, isNewBlock)
      if (level !== null && isNewBlock) {
        headings.push({ offset: text.length, level, title: line.text.trim() })
      }
      text += line.text.trim()
    }
  }
  return { title: title.trim() || (headings[0]?.title ?? ''), text, headings, pages: starts }
}

function joinLine(text: string, before: PdfLine, line: PdfLine, isNewBlock: boolean): string {
  const size = Math.max(before.size, line.size, 1)
  // A line that is higher than the one before is the top of the next column.
  const gap = before.y - line.y
  if (isNewBlock || gap > size * PARAGRAPH_GAP || gap < -size) return `${text}\n\n`
  const isCutWord = /\p{Ll}[-\u00ad\u2010]$/u.test(text) && /^\p{Ll}/u.test(line.text.trimStart())
  return isCutWord ? text.slice(0, -1) : `${text}\n`
}

/** Sizes clearly above that of most of the text are headings, the largest the outermost. */
function headingLevels(lines: readonly PdfLine[]): (line: PdfLine) => number | null {
  const lengths = new Map<number, number>()
  for (const { text, size } of lines) {
    const key = Math.round(size)
    lengths.set(key, (lengths.get(key) ?? 0) + text.length)
  }
  const body = [...lengths].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0
  const larger = [...lengths.keys()]
    .filter((size) => body > 0 && size > body * HEADING_SIZE)
    .toSorted((a, b) => b - a)
  return ({ text, size }) => {
    const rank = larger.indexOf(Math.round(size))
    if (rank < 0 || text.length > HEADING_MAX_LENGTH || !/\p{L}/u.test(text)) return null
    return Math.min(rank + 1, HEADING_LEVELS)
  }
}
