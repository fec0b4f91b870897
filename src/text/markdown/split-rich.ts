import { cutAtCharacter } from './characters.ts'
import type { Rich } from './rich.ts'

/** Telegram's limit of a message, in UTF-16 units. */
export const LONGEST_MESSAGE = 4_096

/** Where one part ends and the next begins; between them is white space. */
type Cut = { readonly end: number; readonly next: number }

/** From the best to the worst; each matches the white space of a border, or the position of one without any. */
const BORDERS: readonly RegExp[] = [
  /\n[^\S\n]*\n/g,
  /\n/g,
  /(?<=[.!?…]["'”’»)\]]?)\s|(?<=[。！？]["」』”’）]?)(?!["」』”’）])/g,
  /\s/g,
]
/** A border is searched in this last part of a message: a short message is better than a torn sentence. */
const NEAR = 1 / 3

/**
 * Cuts a text into parts of at most `limit` units, 2 or more, at the best border near the end of each. White space at
 * a cut is dropped, the indent of the next line is not: it may be code. Styles that are cut continue in the next
 * part. No part is blank, so a blank text has none.
 */
export function splitRich(rich: Rich, limit = LONGEST_MESSAGE): Rich[] {
  const { text } = rich
  const parts: Rich[] = []
  let start = 0
  while (start < text.length) {
    const { end, next } = findCut(text, start, limit)
    if (text.slice(start, end).trim() !== '') parts.push(partOf(rich, start, end))
    start = next
  }
  return parts
}

function findCut(text: string, start: number, limit: number): Cut {
  if (text.length - start <= limit) return { end: text.length, next: text.length }
  const near = limit - Math.floor(limit * NEAR)
  // One unit more: white space right after a full message is a border too.
  const window = text.slice(start, start + limit + 1)
  for (const border of BORDERS) {
    const last = [...window.matchAll(border)].findLast(({ index }) => index <= limit)
    if (last && last.index >= near) return cutAt(text, start, start + last.index)
  }
  const end = start + cutAtCharacter(text.slice(start, start + 2 * limit), limit)
  return { end, next: end }
}

/** Drops all white space around a border, except the indent of the next line. */
function cutAt(text: string, start: number, border: number): Cut {
  let end = border
  while (end > start && isSpace(text, end - 1)) end -= 1
  let next = border
  while (isSpace(text, next)) next += 1
  const line = text.lastIndexOf('\n', next - 1)
  return { end, next: line >= border ? line + 1 : next }
}

function isSpace(text: string, at: number): boolean {
  return at < text.length && /\s/.test(text.charAt(at))
}

function partOf({ text, spans }: Rich, start: number, end: number): Rich {
  const inside = spans.flatMap((span) => {
    const [from, to] = [Math.max(span.start, start), Math.min(span.end, end)]
    return from < to ? [{ ...span, start: from - start, end: to - start }] : []
  })
  return { text: text.slice(start, end), spans: inside }
}
