/* User text may contain invisible and bidirectional control characters, which make a name look like another or a
 * line read backwards. They are displayed as escapes. */

/** Control and default-ignorable characters, except line breaks and parts of emoji. */
const INVISIBLE =
  /(?![\t\n\r]|\p{Join_Control}|\p{Variation_Selector})[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]/gu
/** Joiners outside of words and emoji, where no script needs them. */
const JOINERS =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu
const MANY_MARKS = /(\p{M}{8})\p{M}+/gu
const LINK = /\bhttps?:\/\/[^\s\p{C}<>"'`\\{}|^]+[^\s\p{C}<>"'`\\{}|^.,;:!?)\]]/giu

export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  /** An invisible character, as `U+202E`. */
  | { readonly kind: 'escape'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }

/** Splits a text into plain text, escaped characters and web links. */
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

/** The same as one string, for attributes and titles. */
export function visibleText(text: string): string {
  return visibleParts(text)
    .map(({ kind, text: shown }) => (kind === 'escape' ? `⟨${shown}⟩` : shown))
    .join('')
}

function escapeInvisible(text: string): TextPart[] {
  const invisible = [...text.matchAll(INVISIBLE), ...text.matchAll(JOINERS)].sort(
    (a, b) => a.index - b.index,
  )
  const parts: TextPart[] = []
  let at = 0
  for (const { 0: character, index } of invisible) {
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

/** A link displays its real target: an internationalized host name as Punycode. */
function linkOf(text: string): TextPart {
  const url = URL.canParse(text) ? new URL(text) : null
  // Credentials before the host make it look like another host.
  if (url === null || url.username !== '' || url.password !== '') return { kind: 'text', text }
  return { kind: 'link', text: url.href, href: url.href }
}
