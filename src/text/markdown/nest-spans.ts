import type { Style, StyleSpan } from './rich.ts'

/* Spans as Telegram can show them, whatever way they overlap.
 *
 * Its rules: entities lie beside or inside each other; nothing lies in code or pre; links lie in no links;
 * a quote is in no quote, and what is no plain style does not reach over its border. So where two cannot
 * share a place the more useful one keeps it: pre, then link, then code, then bold, italic, strike.
 */

type Kind = Style['kind']

/** The most useful first: what Telegram would cut off beyond its limit goes in the opposite order. */
const BY_USE: readonly Kind[] = ['pre', 'link', 'code', 'quote', 'bold', 'strike', 'italic']
/** Telegram ignores what a message has more. */
const MAX_ENTITIES = 100

/** The same look as spans that nest properly, outer ones first, and not more than Telegram shows. */
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

/** Those that hold others first; of two over the same text the one that is named first. */
function inOrder(spans: readonly StyleSpan[]): StyleSpan[] {
  return spans.toSorted((a, b) => a.start - b.start || b.end - a.end)
}

/** Spans of one kind: those that say the same are one, of others the first keeps the place. */
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

/** What is left of spans where others lie. Both in order and without overlaps. */
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

/** Spans in pieces that reach over no border of a quote. Both in order and without overlaps. */
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
 * Cuts spans that cross. Read from left to right with a stack of those that are open: where one ends, those
 * above it end too and begin again. There are seven kinds, so the stack is never deeper.
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
