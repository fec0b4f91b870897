import { type Emphasis, flanksOf, isDunder, stylesOf } from './emphasis.ts'
import { readTarget } from './link-target.ts'
import type { Rich, Style, StyleSpan } from './rich.ts'
import { codeRuns, parentheses } from './scan.ts'

/* Markup inside a paragraph, in one pass from left to right. The text becomes pieces; a mark is a piece of its own
 * that is emptied when its partner is found, so marks without a partner stay as typed. Each kind of emphasis has a
 * stack of its own: they may cross, toHtml nests them. Every character is read a bounded number of times, however
 * many marks stay open. */

/** Text without markup, up to the next character that may be markup or begin an address. */
const ORDINARY = /[^\\`*_~[\]!h]+/iy
/** A plain address: its underscores and tildes are no markup. */
const ADDRESS = /https?:\/\/[^\s<>"'`[\]()*|\\]+/iy
/** Characters that end a sentence or a style and not an address. */
const ADDRESS_TAIL = /[_~.,;:!?]/
const ESCAPED = /[!-/:-@[-`{-~\n]/

type Piece = { text: string }
type Opener = { readonly piece: number; readonly end: number }
type Found = { readonly from: number; readonly to: number; readonly style: Style }
type Reading = {
  readonly source: string
  readonly pieces: Piece[]
  readonly found: Found[]
  readonly openers: Map<string, Opener[]>
  brackets: Opener[]
  readonly codeEnd: (start: number, length: number) => number | null
  readonly closing: (open: number) => number | null
}

/** A paragraph without its markup. Never fails: broken markup is text. */
export function readInline(source: string): Rich {
  const reading: Reading = {
    source,
    pieces: [],
    found: [],
    openers: new Map(),
    brackets: [],
    codeEnd: codeRuns(source),
    closing: parentheses(source),
  }
  let at = 0
  while (at < source.length) at = readNext(reading, at)
  return assemble(reading)
}

/** Reads one element at a position, and returns the position of the next. */
function readNext(reading: Reading, at: number): number {
  const { source } = reading
  switch (source.charAt(at)) {
    case '\\':
      return readEscape(reading, at)
    case '`':
      return readCode(reading, at)
    case '*':
    case '_':
    case '~':
      return readMarks(reading, at)
    case '!':
      return source.charAt(at + 1) === '[' ? openBracket(reading, at, 2) : take(reading, at, at + 1)
    case '[':
      return openBracket(reading, at, 1)
    case ']':
      return closeBracket(reading, at)
    default:
      return take(reading, at, addressEnd(source, at) ?? ordinaryEnd(source, at))
  }
}

/** Copies a part of the source. */
function take(reading: Reading, start: number, end: number): number {
  reading.pieces.push({ text: reading.source.slice(start, end) })
  return end
}

function ordinaryEnd(source: string, at: number): number {
  ORDINARY.lastIndex = at
  return at + Math.max(1, ORDINARY.exec(source)?.[0].length ?? 0)
}

function addressEnd(source: string, at: number): number | null {
  if (!/h/i.test(source.charAt(at))) return null
  ADDRESS.lastIndex = at
  let length = ADDRESS.exec(source)?.[0].length ?? 0
  while (length > 0 && ADDRESS_TAIL.test(source.charAt(at + length - 1))) length -= 1
  return length > 0 ? at + length : null
}

function readEscape(reading: Reading, at: number): number {
  const isEscape = ESCAPED.test(reading.source.charAt(at + 1))
  return isEscape ? take(reading, at + 1, at + 2) : take(reading, at, at + 1)
}

function readCode(reading: Reading, at: number): number {
  const { source, pieces, found } = reading
  const start = runEnd(source, at)
  const end = reading.codeEnd(start, start - at)
  if (end === null) return take(reading, at, start)
  const content = source.slice(start, end)
  // One space on each side lets code begin with a backtick.
  const isPadded = content.startsWith(' ') && content.endsWith(' ') && content.trim() !== ''
  found.push({ from: pieces.length, to: pieces.length + 1, style: { kind: 'code' } })
  pieces.push({ text: isPadded ? content.slice(1, -1) : content })
  return end + start - at
}

function readMarks(reading: Reading, at: number): number {
  const { source, pieces, openers } = reading
  const mark = source.charAt(at)
  const end = runEnd(source, at)
  const styles = stylesOf(mark, end - at)
  if (styles.length === 0) return take(reading, at, end)
  const { canOpen, canClose } = flanksOf(source, at, end)
  for (const style of styles) {
    pieces.push({ text: style === 'italic' ? mark : mark + mark })
    const key = mark + style
    const waiting = openers.get(key) ?? []
    openers.set(key, waiting)
    const opener = canClose ? waiting.pop() : undefined
    if (opener) closeEmphasis(reading, opener, at, style)
    else if (canOpen) waiting.push({ piece: pieces.length - 1, end })
  }
  return end
}

function closeEmphasis(reading: Reading, opener: Opener, at: number, style: Emphasis): void {
  const { source, pieces, found } = reading
  if (isDunder(source.charAt(at), style, source.slice(opener.end, Math.min(at, opener.end + 50))))
    return
  const closer = pieces.length - 1
  for (const piece of [pieces[opener.piece], pieces[closer]]) if (piece) piece.text = ''
  found.push({ from: opener.piece, to: closer, style: { kind: style } })
}

function openBracket(reading: Reading, at: number, length: number): number {
  reading.brackets.push({ piece: reading.pieces.length, end: at + length })
  return take(reading, at, at + length)
}

/** A link if an address follows in parentheses; [1] and everything else stays as it is. */
function closeBracket(reading: Reading, at: number): number {
  const { source, pieces, found } = reading
  const opener = reading.brackets.pop()
  const close = opener && source.charAt(at + 1) === '(' ? reading.closing(at + 1) : null
  if (!opener || close === null || opener.end === at) return take(reading, at, at + 1)
  const target = readTarget(source, at + 2, close)
  const bracket = pieces[opener.piece]
  if (!bracket || target === null) return take(reading, at, at + 1)
  bracket.text = ''
  if (target.kind === 'link') found.push({ from: opener.piece, to: pieces.length, style: target })
  else if (source.slice(opener.end, at) !== target.address) {
    pieces.push({ text: ` (${target.address})` })
  }
  // Brackets open around a link cannot become one: links hold no links.
  reading.brackets = []
  return close + 1
}

function runEnd(source: string, at: number): number {
  let end = at + 1
  while (source.charAt(end) === source.charAt(at)) end += 1
  return end
}

function assemble({ pieces, found }: Reading): Rich {
  const starts: number[] = []
  let length = 0
  for (const { text } of pieces) {
    starts.push(length)
    length += text.length
  }
  const spans: StyleSpan[] = found
    .map(({ from, to, style }) => ({ start: starts[from] ?? 0, end: starts[to] ?? length, style }))
    .sort((a, b) => a.start - b.start || b.end - a.end)
  return { text: pieces.map(({ text }) => text).join(''), spans }
}
