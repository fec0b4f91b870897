import { findTerms } from './find-terms.ts'

/** The marks before and after a matched word. */
type HighlightMarks = { readonly open: string; readonly close: string }

/**
 * The text with its matched words between marks. Every mark in the result is ours: one that the text had
 * itself is broken up by a space, and so is one that would arise where text and mark meet.
 */
export function highlight(text: string, terms: readonly string[], marks: HighlightMarks): string {
  let result = ''
  let at = 0
  for (const { start, end } of spansOf(text, terms)) {
    result = join(result, withoutMarks(text.slice(at, start), marks), marks.close)
    result = join(result, marks.open, marks.open)
    result += withoutMarks(text.slice(start, end), marks) + marks.close
    at = end
  }
  return join(result, withoutMarks(text.slice(at), marks), marks.close)
}

/** Joins two parts, with a space between them where a mark would run into its neighbour. */
function join(before: string, after: string, mark: string): string {
  for (let length = 1; length < mark.length; length++) {
    const isLonger =
      mark === after
        ? before.endsWith(mark.slice(0, length))
        : before.endsWith(mark) && after.startsWith(mark.slice(-length))
    if (isLonger) return `${before} ${after}`
  }
  return before + after
}

/** The matches as spans that do not overlap: overlapping pairs of letters become one. */
export function spansOf(text: string, terms: readonly string[]): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = []
  for (const { start, end } of findTerms(text, terms)) {
    const last = spans.at(-1)
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end)
    else spans.push({ start, end })
  }
  return spans
}

function withoutMarks(text: string, { open, close }: HighlightMarks): string {
  return withoutMark(withoutMark(text, open), close)
}

/** Inserts a space after the first character of every occurrence of the mark, overlapping ones too. */
function withoutMark(text: string, mark: string): string {
  if (mark === '' || !text.includes(mark)) return text
  if (mark.length === 1) return text.replaceAll(mark, ' ')
  let result = ''
  for (let i = 0; i < text.length; i++) {
    result += text.startsWith(mark, i) ? `${text.charAt(i)} ` : text.charAt(i)
  }
  return result
}
