import type { RedactedSpan } from './redaction.ts'

/** The spans in order, without those that overlap an earlier or longer one. */
export function withoutOverlaps(spans: readonly RedactedSpan[]): RedactedSpan[] {
  const kept: RedactedSpan[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (span.start >= (kept.at(-1)?.end ?? 0)) kept.push(span)
  }
  return kept
}
