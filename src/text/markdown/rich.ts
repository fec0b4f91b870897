/** The style of a piece of text; what Telegram can show and chat models write. */
export type Style =
  | { readonly kind: 'bold' | 'italic' | 'strike' | 'code' | 'quote' }
  | { readonly kind: 'pre'; readonly language: string | null }
  | { readonly kind: 'link'; readonly href: string }

/** A style over a part of a text, in UTF-16 units, as Telegram counts. */
export type StyleSpan = { readonly start: number; readonly end: number; readonly style: Style }

/**
 * Text and its styles, separately: it can be cut and joined without parsing markup, and untrusted text is text, no
 * matter which characters are in it.
 */
export type Rich = { readonly text: string; readonly spans: readonly StyleSpan[] }

/** Text without styles. */
export function plain(text: string): Rich {
  return { text, spans: [] }
}

/** Applies one style to all of a text, on top of those it has. */
export function styled(rich: Rich, style: Style): Rich {
  const { text, spans } = rich
  return text === '' ? rich : { text, spans: [{ start: 0, end: text.length, style }, ...spans] }
}

/** Joins parts without a separator. */
export function concat(...parts: readonly Rich[]): Rich {
  return joined(parts, '')
}

/** Joins parts with a separator. Takes a list: a long answer has more lines than a call may have arguments. */
export function joined(parts: readonly Rich[], separator: string): Rich {
  const spans: StyleSpan[] = []
  let at = 0
  for (const part of parts) {
    for (const { start, end, style } of part.spans) {
      spans.push({ start: start + at, end: end + at, style })
    }
    at += part.text.length + separator.length
  }
  return { text: parts.map(({ text }) => text).join(separator), spans }
}
