import type { IncludedPiece } from '../../domain/candidate.ts'
import { dropFalseMarks } from './citations.ts'
import { type Cleaning, cleanPart, unwrap, withoutOwnHeader } from './clean-reply.ts'

/* A reply while it is being written. What a reader was shown cannot be taken back, so a piece is shown
 * only once nothing that follows can change what it is: at the end of a line or a sentence, and not
 * inside a bracket or a tag. A line is cleaned from its beginning each time, since what a word means
 * depends on where it stands. The whole text, cleaned as a whole, comes at the end all the same. */

/** Long enough for any header; a bracket that is open longer than this is a bracket. */
const LONGEST_OPEN = 600
const LINE_END = /\n/g
const SENTENCE_END = /\n|[.!?…。！？]["')\]]*[ \t]/g
/** A JSON string that may go on, or may be all there is. */
const STRING_SO_FAR = /^\s*(?:"(?:[^"\\]|\\.)*(?:"\s*|\\)?)?$/s

/** Takes pieces as they come and tells them on, cleaned. */
export function createStreamCleaner(
  cleaning: () => Cleaning,
  kept: readonly IncludedPiece[],
  onText: (piece: string) => void,
): { readonly push: (piece: string) => void; readonly end: () => void } {
  /** From the beginning of a line on, and what was told of it. */
  let waiting = ''
  let told = ''
  let isFirst = true
  let mayBeString = true
  const tell = (part: string) => {
    const clean = cleanPart(part, cleaning())
    const text = dropFalseMarks(isFirst ? withoutOwnHeader(clean) : clean, kept)
    const rest = restAfter(text, told)
    // Told otherwise already: the end of this line comes with the whole text only.
    if (rest === null || rest === '') return
    told = text
    onText(rest)
  }
  const endLine = (end: number) => {
    tell(waiting.slice(0, end))
    waiting = waiting.slice(end)
    isFirst &&= told === ''
    told = ''
  }
  return {
    push: (piece) => {
      waiting += piece
      mayBeString &&= STRING_SO_FAR.test(waiting)
      if (mayBeString) return
      const line = lastSafe(waiting, LINE_END)
      if (line > 0) endLine(line)
      const sentence = lastSafe(waiting, SENTENCE_END)
      if (sentence > 0) tell(waiting.slice(0, sentence))
    },
    end: () => {
      if (mayBeString) waiting = unwrap(waiting.trim())
      endLine(waiting.length)
    },
  }
}

/** What comes after the part that was told, white space apart; null if that is no part of it. */
function restAfter(text: string, told: string): string | null {
  let at = 0
  for (const character of told.replaceAll(/\s/g, '')) {
    while (at < text.length && /\s/.test(text[at] ?? '')) at += 1
    if (!text.startsWith(character, at)) return null
    at += character.length
  }
  return /\s$/.test(told) ? text.slice(at).replace(/^[ \t]/, '') : text.slice(at)
}

/** Behind the last such end at which nothing is open; 0 if there is none. */
function lastSafe(text: string, ends: RegExp): number {
  const places = [...text.matchAll(ends)].map((match) => match.index + match[0].length)
  return places.findLast((place) => isClosed(text.slice(0, place))) ?? 0
}

/** No bracket, parenthesis or tag is open, nor a name that waits for its address. */
function isClosed(text: string): boolean {
  if (/\]:\s*$/.test(text)) return false
  const isOpen = (open: number, close: number) => open > close && text.length - open <= LONGEST_OPEN
  return (
    !isOpen(text.lastIndexOf('['), text.lastIndexOf(']')) &&
    !isOpen(text.lastIndexOf('('), text.lastIndexOf(')')) &&
    // A tag is one however long it is.
    !/<\/?[a-z][^>]*$/i.test(text)
  )
}
