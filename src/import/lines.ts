/** A line without its end; `isTooLong`: it exceeded the limit, and is empty here. */
export type InputLine = {
  readonly number: number
  readonly text: string
  readonly isTooLong: boolean
}

const MAX_LINE_BYTES = 1 << 20
const NEWLINE = 0x0a

/** The lines of a text, in bounded memory even for an endless line. */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<InputLine> {
  let parts: Buffer[] = []
  let size = 0
  let number = 0
  const take = (part: Buffer) => {
    size += part.length
    if (size <= MAX_LINE_BYTES) parts.push(part)
    else parts = []
  }
  const finish = (): InputLine => {
    number += 1
    const isTooLong = size > MAX_LINE_BYTES
    const text = isTooLong ? '' : Buffer.concat(parts).toString('utf8').replace(/\r$/, '')
    parts = []
    size = 0
    return { number, text, isTooLong }
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      take(chunk.subarray(from, end))
      yield finish()
      from = end + 1
    }
    if (from < chunk.length) take(chunk.subarray(from))
  }
  if (size > 0) yield finish()
}
