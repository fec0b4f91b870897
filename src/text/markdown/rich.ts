/** How a piece of text looks; what Telegram can show and chat models write. */
export type Style =
  | { readonly kind: 'bold' | 'italic' | 'strike' | 'code' | 'quote' }
  | { readonly kind: 'pre'; readonly language: string | null }
  | { readonly kind: 'link'; readonly href: string }

/** A style over a part of a text, in UTF-16 units, as Telegram counts. */
export type StyleSpan = { readonly start: number; readonly end: number; readonly style: Style }

/**
 * Text and how it looks, apart from each other: it can be cut and joined without parsing markup, and what
 * strangers typed is text whatever characters are in it.
 */
export type Rich = { readonly text: string; readonly spans: readonly StyleSpan[] }

/** Text that looks like text. */
export function plain(text: string): Rich {
  return { text, spans: [] }
}

/** All of a text in one style, on top of those it has. */
export function styled(rich: Rich, style: Style): Rich {
  const { text, spans } = rich
  return text === '' ? rich : { text, spans: [{ start: 0, end: text.length, style }, ...spans] }
}

/** One after the other, with nothing in between. */
export function concat(...parts: readonly Rich[]): Rich {
  return joined(parts, '')
}

/** One after the other with something in between. A list: a long answer has more lines than a call arguments. */
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
