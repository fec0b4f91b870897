/* How much fits into a chunk, and where a text may be cut. All of it looks at a window of the text and
 * never at the whole, so that a line of ten megabytes costs what ten megabytes of lines cost. */

/** About 230 words, 300 tokens: enough to be understood alone, small enough to be cited. */
const TARGET = 1_400
/** Never more characters than this. */
const CAP = 2_500
/** Characters repeated from the chunk before: a sentence or two. */
const OVERLAP = 200
/** A Chinese, Japanese or Korean character holds as much as three others, and costs tokens accordingly. */
const WIDE_FROM = 0x2e80
const WIDE = 3

/** How much of a chunk this stretch fills: 1 is the size a chunk should have. */
export function fillOf(text: string, start = 0, end = text.length): number {
  // Text beyond this is cut anyway, so its amount does not matter.
  const until = Math.min(end, start + CAP)
  let units = 0
  for (let i = start; i < until; i += 1) units += text.charCodeAt(i) >= WIDE_FROM ? WIDE : 1
  return Math.max(units / TARGET, (end - start) / CAP)
}

/** Where a chunk that begins at `start` should end: the best break in its second half. */
export function findCut(text: string, start: number, end: number): number {
  let limit = start
  for (let units = 0; limit < end && units < TARGET; limit += 1) {
    units += text.charCodeAt(limit) >= WIDE_FROM ? WIDE : 1
  }
  if (limit >= end) return end
  const from = start + Math.floor((limit - start) / 2)
  const window = text.slice(from, limit)
  const at = lastBreak(window)
  return at > 0 ? from + at : wholeCharacter(text, limit)
}

/** Where a chunk that follows one ending at `end` begins, so that it repeats the last sentence. */
export function findOverlap(text: string, start: number, end: number): number {
  const from = Math.max(start, end - OVERLAP)
  const window = text.slice(from, end).trimEnd()
  const starts = [...window.matchAll(/\n+|[.!?…]["'”’)\]]*\s+|[。！？]+/gu)]
    .map((match) => match.index + match[0].length)
    .filter((at) => at < window.length)
  const [first] = starts
  if (first !== undefined) return from + first
  // One long sentence: some words of it; where there are no words, nothing.
  const space = window.indexOf(' ', Math.floor(window.length / 2))
  return space < 0 ? end : from + space + 1
}

function lastBreak(window: string): number {
  const paragraph = window.lastIndexOf('\n\n')
  if (paragraph > 0) return paragraph + 2
  const line = window.lastIndexOf('\n')
  if (line > 0) return line + 1
  const sentence = [...window.matchAll(/[.!?…]["'”’)\]]*\s+|[。！？]+/gu)].at(-1)
  if (sentence !== undefined) return sentence.index + sentence[0].length
  return window.search(/\s\S*$/) + 1
}

/** The place itself, or one before it if it would cut a character of two halves. */
function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at
}
