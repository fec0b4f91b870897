import type { IncludedPiece } from '../../domain/candidate.ts'
import { dropFalseMarks } from './citations.ts'
import { type Cleaning, cleanPart, unwrap, withoutOwnHeader } from './clean-reply.ts'

/* Cleans a reply while it is streamed. Sent text cannot be taken back, so a part is sent only once nothing
 * that follows can change its meaning: at the end of a line or a sentence, and not inside a bracket or a
 * tag. A line is cleaned from its beginning each time, since the meaning of a word depends on its place.
 * The whole text, cleaned as a whole, is returned at the end all the same. */

/** Long enough for any header; a bracket that is open longer than this is just a bracket. */
const LONGEST_OPEN = 600
const LINE_END = /\n/g
const SENTENCE_END = /\n|[.!?…。！？]["')\]]*[ \t]/g
/** The start of a JSON string, or a complete one. */
const STRING_SO_FAR = /^\s*(?:"(?:[^"\\]|\\.)*(?:"\s*|\\)?)?$/s

/** Buffers pieces of a stream and emits them cleaned. */
export function createStreamCleaner(
  cleaning: () => Cleaning,
  kept: readonly IncludedPiece[],
  onText: (piece: string) => void,
): { readonly push: (piece: string) => void; readonly end: () => void } {
  /** The text from the beginning of the line on, and the part of it that was emitted. */
  let waiting = ''
  let emitted = ''
  let isFirst = true
  let mayBeString = true
  const emit = (part: string) => {
    const clean = cleanPart(part, cleaning())
    const text = dropFalseMarks(isFirst ? withoutOwnHeader(clean) : clean, kept)
    const rest = restAfter(text, emitted)
    // The emitted text was cleaned differently: the end of this line comes with the whole text only.
    if (rest === null || rest === '') return
    emitted = text
    onText(rest)
  }
  const endLine = (end: number) => {
    emit(waiting.slice(0, end))
    waiting = waiting.slice(end)
    isFirst &&= emitted === ''
    emitted = ''
  }
  return {
    push: (piece) => {
      waiting += piece
      mayBeString &&= STRING_SO_FAR.test(waiting)
      if (mayBeString) return
      const line = lastSafe(waiting, LINE_END)
      if (line > 0) endLine(line)
      const sentence = lastSafe(waiting, SENTENCE_END)
      if (sentence > 0) emit(waiting.slice(0, sentence))
    },
    end: () => {
      if (mayBeString) waiting = unwrap(waiting.trim())
      endLine(waiting.length)
    },
  }
}

/** The text after the emitted part, ignoring white space; null if the text does not start with it. */
function restAfter(text: string, emitted: string): string | null {
  let at = 0
  for (const character of emitted.replaceAll(/\s/g, '')) {
    while (at < text.length && /\s/.test(text[at] ?? '')) at += 1
    if (!text.startsWith(character, at)) return null
    at += character.length
  }
  return /\s$/.test(emitted) ? text.slice(at).replace(/^[ \t]/, '') : text.slice(at)
}

/** Position after the last such end at which nothing is open; 0 if there is none. */
function lastSafe(text: string, ends: RegExp): number {
  const places = [...text.matchAll(ends)].map((match) => match.index + match[0].length)
  return places.findLast((place) => isClosed(text.slice(0, place))) ?? 0
}

/** No bracket, parenthesis or tag is open, nor a reference name that waits for its address. */
function isClosed(text: string): boolean {
  if (/\]:\s*$/.test(text)) return false
  const isOpen = (open: number, close: number) => open > close && text.length - open <= LONGEST_OPEN
  return (
    !isOpen(text.lastIndexOf('['), text.lastIndexOf(']')) &&
    !isOpen(text.lastIndexOf('('), text.lastIndexOf(')')) &&
    // A tag counts at any length.
    !/<\/?[a-z][^>]*$/i.test(text)
  )
}
