let segmenter: Intl.Segmenter | null = null
/** A longer grapheme is not a readable character. */
const LONGEST_CHARACTER = 64

/**
 * The last position at or before `limit`, but not 0, that splits no grapheme: no accent, flag or family. One that
 * alone is longer than the limit is cut between two code points.
 */
export function cutAtCharacter(text: string, limit: number): number {
  if (text.length <= limit) return text.length
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const segments = segmenter.segment(text.slice(0, limit + LONGEST_CHARACTER))
  const start = segments.containing(limit)?.index ?? limit
  if (start > 0) return start
  const unit = text.charCodeAt(limit)
  return unit >= 0xdc00 && unit <= 0xdfff && limit > 1 ? limit - 1 : limit
}
