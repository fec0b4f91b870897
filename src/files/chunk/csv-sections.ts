import type { Section } from './section.ts'

/* Rows, each with the table's header. Only where rows begin matters: quotes may hold line breaks, and
 * a quote counts only at the start of a field, so the separator has to be known. */

/** A header longer than this is not repeated: it would leave no space for the rows. */
const MAX_HEADER = 500
const SEPARATORS = [',', ';', '\t', '|'] as const

/** The rows of a table, as sections that repeat its header. */
export function* csvSections(text: string): Generator<Section> {
  const quote = hasOpenQuote(text) ? null : '"'
  const path: string[] = []
  let header: string | null = null
  let start = 0
  for (const row of readRows(text, quote)) {
    if (header === null) {
      const first = text.slice(start, row.end).trim()
      if (first === '') continue
      // A line without a letter is data, and so is one with no rows below it.
      const isHeader = /\p{L}/u.test(first) && /\S/.test(text.slice(row.end))
      header = isHeader && first.length <= MAX_HEADER ? first : ''
      if (header !== '') {
        start = row.end
        continue
      }
    }
    yield { start, end: row.end, path, header }
    start = row.end
  }
}

type Row = { readonly end: number }

/** Rows as places in the text; returns whether a quote stands open at the end. */
function* readRows(text: string, quote: '"' | null): Generator<Row, boolean> {
  const separator = findSeparator(text)
  let isQuoted = false
  let isFieldStart = true
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i]
    if (isQuoted) {
      if (char !== quote) continue
      if (text[i + 1] === quote) i += 1
      else isQuoted = false
    } else if (char === quote && isFieldStart) {
      isQuoted = true
      isFieldStart = false
    } else if (char === '\n') {
      yield { end: i + 1 }
      isFieldStart = true
    } else isFieldStart = char === separator
  }
  if (!text.endsWith('\n')) yield { end: text.length }
  return isQuoted
}

/** True if a quote is never closed: then it is no quote, and lines are rows. */
function hasOpenQuote(text: string): boolean {
  const rows = readRows(text, '"')
  for (;;) {
    const { done, value } = rows.next()
    if (done) return value
  }
}

/** The separator that the first line has most of. */
function findSeparator(text: string): string {
  const newline = text.indexOf('\n')
  const line = text.slice(0, newline < 0 ? 10_000 : Math.min(newline, 10_000))
  const counts = SEPARATORS.map((separator) => line.split(separator).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ','
}
