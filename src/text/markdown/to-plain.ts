import type { Rich } from './rich.ts'

/**
 * The text alone, with the addresses of its links after them: for when Telegram refuses our markup. May be longer
 * than the text was, so it has to be split again.
 */
export function toPlain({ text, spans }: Rich): string {
  const parts: string[] = []
  let at = 0
  for (const { start, end, style } of spans.toSorted((a, b) => a.end - b.end)) {
    if (style.kind !== 'link' || isShown(text.slice(start, end), style.href)) continue
    parts.push(text.slice(at, end), ` (${style.href})`)
    at = end
  }
  return parts.join('') + text.slice(at)
}

/** Whether the text of a link already shows its target: https://example.org/ as example.org. */
function isShown(text: string, href: string): boolean {
  const bare = (address: string) => address.replace(/^https?:\/\//i, '').replace(/\/$/, '')
  return bare(text.trim()) === bare(href)
}
