import type { Style, StyleSpan } from './rich.ts'

/* Resolves overlapping spans to what Telegram can show.
 *
 * Its rules: entities are adjacent or nested; nothing is inside code or pre; links are in no links; a quote
 * is in no quote, and only plain styles cross its border. So where two spans conflict the more useful one
 * wins: pre, then link, then code, then bold, italic, strike. */

type Kind = Style['kind']

/** The most useful first: beyond Telegram's limit spans are dropped in the opposite order. */
const BY_USE: readonly Kind[] = ['pre', 'link', 'code', 'quote', 'bold', 'strike', 'italic']
/** Telegram ignores further entities of a message. */
const MAX_ENTITIES = 100

/** The same look as properly nested spans, outer ones first, and not more than Telegram shows. */
export function nestSpans(spans: readonly StyleSpan[]): StyleSpan[] {
  const of = (kind: Kind) => withoutOverlaps(spans.filter(({ style }) => style.kind === kind))
  const quotes = of('quote')
  const pre = of('pre')
  const links = without(of('link'), pre)
  const code = without(of('code'), inOrder([...pre, ...links]))
  const blocks = cutAtBorders(inOrder([...pre, ...links, ...code]), quotes)
  const fixed = inOrder([...pre, ...code])
  const styles = (['bold', 'italic', 'strike'] as const).flatMap((kind) => without(of(kind), fixed))
  return mostUseful(nested(inOrder([...quotes, ...blocks, ...styles])))
}

/** Outer spans first; of two over the same text the one whose kind is listed first. */
function inOrder(spans: readonly StyleSpan[]): StyleSpan[] {
  return spans.toSorted((a, b) => a.start - b.start || b.end - a.end)
}

/** Spans of one kind: equal ones are merged, of different ones the first wins. */
function withoutOverlaps(spans: readonly StyleSpan[]): StyleSpan[] {
  const kept: StyleSpan[] = []
  for (const span of inOrder(spans)) {
    const last = kept.at(-1)
    const start = Math.max(span.start, last?.end ?? 0)
    if (span.start >= span.end || start >= span.end) continue
    if (last && span.start < last.end && isSame(span.style, last.style)) {
      kept[kept.length - 1] = { ...last, end: span.end }
    } else kept.push({ ...span, start })
  }
  return kept
}

function isSame(a: Style, b: Style): boolean {
  if (a.kind === 'pre') return b.kind === 'pre' && a.language === b.language
  return a.kind === 'link' ? b.kind === 'link' && a.href === b.href : a.kind === b.kind
}

/** The rest of spans outside of others. Both in order and without overlaps. */
function without(spans: readonly StyleSpan[], others: readonly StyleSpan[]): StyleSpan[] {
  const left: StyleSpan[] = []
  let first = 0
  for (const span of spans) {
    while ((others[first]?.end ?? span.end) <= span.start) first += 1
    let start = span.start
    for (let i = first; (others[i]?.start ?? span.end) < span.end; i += 1) {
      const other = others[i]
      if (other && other.start > start) left.push({ ...span, start, end: other.start })
      start = Math.max(start, other?.end ?? start)
    }
    if (start < span.end) left.push({ ...span, start })
  }
  return left
}

/** Splits spans at the borders of quotes. Both in order and without overlaps. */
function cutAtBorders(spans: readonly StyleSpan[], quotes: readonly StyleSpan[]): StyleSpan[] {
  const borders = [...new Set(quotes.flatMap(({ start, end }) => [start, end]))]
  let first = 0
  return spans.flatMap((span) => {
    while ((borders[first] ?? span.end) <= span.start) first += 1
    const cuts = [span.start]
    for (let i = first; (borders[i] ?? span.end) < span.end; i += 1) cuts.push(borders[i] ?? 0)
    return cuts.map((start, i) => ({ ...span, start, end: cuts[i + 1] ?? span.end }))
  })
}

/**
 * Splits spans that cross. Scans from left to right with a stack of open spans: where one ends, those above it end
 * too and begin again. There are seven kinds, so the stack is never deeper.
 */
function nested(spans: readonly StyleSpan[]): StyleSpan[] {
  const borders = [...new Set(spans.flatMap(({ start, end }) => [start, end]))].sort(
    (a, b) => a - b,
  )
  const pieces: { start: number; end: number; style: Style }[] = []
  const open: { readonly span: StyleSpan; readonly piece: { end: number } }[] = []
  let next = 0
  for (const at of borders) {
    const outermost = open.findIndex(({ span }) => span.end === at)
    const closed = outermost === -1 ? [] : open.splice(outermost)
    for (const { piece } of closed) piece.end = at
    const opening = closed.flatMap(({ span }) => (span.end > at ? [{ ...span, start: at }] : []))
    for (let span = spans[next]; span?.start === at; span = spans[next]) {
      opening.push(span)
      next += 1
    }
    for (const span of inOrder(opening)) {
      const piece = { start: at, end: span.end, style: span.style }
      pieces.push(piece)
      open.push({ span, piece })
    }
  }
  return pieces
}

function mostUseful(spans: readonly StyleSpan[]): StyleSpan[] {
  if (spans.length <= MAX_ENTITIES) return [...spans]
  const rank = ({ style }: StyleSpan) => BY_USE.indexOf(style.kind)
  const kept = new Set(spans.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_ENTITIES))
  return spans.filter((span) => kept.has(span))
}
