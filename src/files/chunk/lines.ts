export type TextLine = {
  /** Where it begins. */
  readonly start: number
  /** Where it ends, its \n not counted. */
  readonly end: number
}

/** The lines of a text as offsets: a text of many megabytes is not copied line by line. */
export function* splitLines(text: string, from = 0, to = text.length): Generator<TextLine> {
  let start = from
  while (start < to) {
    const newline = text.indexOf('\n', start)
    const end = newline < 0 || newline > to ? to : newline
    yield { start, end }
    start = end + 1
  }
}
