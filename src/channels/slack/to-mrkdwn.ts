import { nestSpans } from '../../text/markdown/nest-spans.ts'
import type { Rich, Style, StyleSpan } from '../../text/markdown/rich.ts'

/**
 * The text in Slack's own markup. Only this function writes marks; `&`, `<` and `>` of the text are escaped, so that
 * it can contain no mention and no link. Slack knows no escape for the marks of emphasis: those that strangers typed
 * may be shown as emphasis.
 */
export function toMrkdwn({ text, spans }: Rich): string {
  return render(text, { from: 0, to: text.length }, nestSpans(spans))
}

type Range = { readonly from: number; readonly to: number }

/** Renders a part of the text with the spans inside it: outer ones first, properly nested. */
function render(text: string, { from, to }: Range, spans: readonly StyleSpan[]): string {
  const parts: string[] = []
  let at = from
  for (let i = 0; i < spans.length; ) {
    const span = spans[i]
    if (span === undefined) break
    let next = i + 1
    while ((spans[next]?.start ?? to) < span.end) next += 1
    parts.push(escapeMrkdwn(text.slice(at, span.start)))
    const inside = render(text, { from: span.start, to: span.end }, spans.slice(i + 1, next))
    const around = { before: text.charAt(span.start - 1), after: text.charAt(span.end) }
    parts.push(marked(inside, text.slice(span.start, span.end), span.style, around))
    at = span.end
    i = next
  }
  parts.push(escapeMrkdwn(text.slice(at, to)))
  return parts.join('')
}

const MARKS = { bold: '*', italic: '_', strike: '~', code: '`' } as const
/** Slack reads a mark only at the border of a word; elsewhere it would be shown as it is. */
const WORD = /[\p{L}\p{N}\p{M}_*~`]/u

function marked(
  inside: string,
  plainText: string,
  style: Style,
  around: { readonly before: string; readonly after: string },
): string {
  switch (style.kind) {
    case 'link':
      return linked(inside, style.href)
    case 'quote':
      return inside.replace(/^/gm, '> ')
    case 'pre':
      return plainText.includes('```') ? inside : `\`\`\`\n${inside}\n\`\`\``
    default: {
      const mark = MARKS[style.kind]
      const isInWord = WORD.test(around.before) || WORD.test(around.after)
      return isInWord || plainText.includes(mark) ? inside : eachLine(inside, mark)
    }
  }
}

/** Emphasis ends with its line, and does not begin or end with a space. */
function eachLine(inside: string, mark: string): string {
  return inside.replace(/^([^\S\n]*)(\S(?:.*\S)?)([^\S\n]*)$/gm, `$1${mark}$2${mark}$3`)
}

/** An address ends at the first `|`, and a link with its line. */
function linked(label: string, href: string): string {
  const target = escapeMrkdwn(href.replaceAll('|', '%7C').replace(/[<>\s]/g, encodeURIComponent))
  return `<${target}|${label.replaceAll('\n', ' ')}>`
}

function escapeMrkdwn(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
