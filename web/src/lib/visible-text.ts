/* What people type may hold characters that show nothing, or turn the text around them: names that look
 * like others, lines that read backwards. They are shown as what they are. */

/** Controls and what is made to be ignored (directions, zero widths, tags), but breaks and parts of emoji. */
const INVISIBLE =
  /(?![\t\n\r]|\p{Join_Control}|\p{Variation_Selector})[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]/gu
/** Some scripts need these two between letters, and emoji between their parts; elsewhere they hide. */
const JOINERS =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu
const MANY_MARKS = /(\p{M}{8})\p{M}+/gu
const LINK = /\bhttps?:\/\/[^\s\p{C}<>"'`\\{}|^]+[^\s\p{C}<>"'`\\{}|^.,;:!?)\]]/giu

export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  /** A character that would not be seen, as `U+202E`. */
  | { readonly kind: 'escape'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }

/** Cuts a text into what is shown plainly, what must be made visible, and links to the web. */
export function visibleParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  const plain = text.replaceAll(MANY_MARKS, '$1')
  let at = 0
  for (const match of plain.matchAll(LINK)) {
    parts.push(...escapeInvisible(plain.slice(at, match.index)))
    parts.push(linkOf(match[0]))
    at = match.index + match[0].length
  }
  parts.push(...escapeInvisible(plain.slice(at)))
  return parts
}

/** The same as one string, for attributes and titles, where no markup can be. */
export function visibleText(text: string): string {
  return visibleParts(text)
    .map(({ kind, text: shown }) => (kind === 'escape' ? `⟨${shown}⟩` : shown))
    .join('')
}

function escapeInvisible(text: string): TextPart[] {
  const unseen = [...text.matchAll(INVISIBLE), ...text.matchAll(JOINERS)].sort(
    (a, b) => a.index - b.index,
  )
  const parts: TextPart[] = []
  let at = 0
  for (const { 0: character, index } of unseen) {
    if (index > at) parts.push({ kind: 'text', text: text.slice(at, index) })
    parts.push({ kind: 'escape', text: codeOf(character) })
    at = index + character.length
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) })
  return parts
}

function codeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

/** A link shows where it really leads: the name of a host in foreign letters as its plain form. */
function linkOf(text: string): TextPart {
  const url = URL.canParse(text) ? new URL(text) : null
  // Whoever writes a name and a password before the host wants it to look like another host.
  if (url === null || url.username !== '' || url.password !== '') return { kind: 'text', text }
  return { kind: 'link', text: url.href, href: url.href }
}
