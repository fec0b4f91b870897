let segmenter: Intl.Segmenter | null = null
/** A visible character that is longer is not one anybody reads. */
const LONGEST_CHARACTER = 64

/**
 * The last place at or before `limit`, but not at 0, where no visible character is torn: no accent, flag or
 * family. One that alone is longer than the limit is cut between two code points.
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
