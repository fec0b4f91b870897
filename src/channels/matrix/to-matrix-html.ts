import { nestSpans } from '../../text/markdown/nest-spans.ts'
import type { Rich, Style, StyleSpan } from '../../text/markdown/rich.ts'

/**
 * The text as Matrix's HTML. Only this function writes tags, and every character of the text is escaped: what people
 * wrote stays text.
 */
export function toMatrixHtml({ text, spans }: Rich): string {
  const html: string[] = []
  const open: StyleSpan[] = []
  let at = 0
  const write = (to: number) => {
    const isPre = open.some(({ style }) => style.kind === 'pre')
    const escaped = escapeMarkup(text.slice(at, to))
    html.push(isPre ? escaped : escaped.replaceAll('\n', '<br>'))
    at = to
  }
  const closeBefore = (place: number) => {
    for (let top = open.at(-1); top && top.end <= place; top = open.at(-1)) {
      write(top.end)
      html.push(matrixTags(top.style).close)
      open.pop()
    }
  }
  for (const span of nestSpans(spans)) {
    closeBefore(span.start)
    write(span.start)
    html.push(matrixTags(span.style).open)
    open.push(span)
  }
  closeBefore(text.length)
  write(text.length)
  return html.join('')
}

const TAGS = {
  bold: 'strong',
  italic: 'em',
  strike: 'del',
  code: 'code',
  quote: 'blockquote',
} as const

function matrixTags(style: Style): { readonly open: string; readonly close: string } {
  if (style.kind === 'link') {
    return { open: `<a href="${escapeMarkup(style.href)}">`, close: '</a>' }
  }
  if (style.kind === 'pre') {
    const language =
      style.language === null ? '' : ` class="language-${escapeMarkup(style.language)}"`
    return { open: `<pre><code${language}>`, close: '</code></pre>' }
  }
  const tag = TAGS[style.kind]
  return { open: `<${tag}>`, close: `</${tag}>` }
}

function escapeMarkup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
