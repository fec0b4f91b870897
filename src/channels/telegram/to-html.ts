import { nestSpans } from '../../text/markdown/nest-spans.ts'
import type { Rich, Style, StyleSpan } from '../../text/markdown/rich.ts'

/** The text as Telegram's HTML. Only this function writes tags, and every character of the text is escaped. */
export function toHtml({ text, spans }: Rich): string {
  const html: string[] = []
  const open: StyleSpan[] = []
  let at = 0
  const write = (to: number) => {
    html.push(escapeHtml(text.slice(at, to)))
    at = to
  }
  const closeBefore = (place: number) => {
    for (let top = open.at(-1); top && top.end <= place; top = open.at(-1)) {
      write(top.end)
      html.push(tagsOf(top.style).close)
      open.pop()
    }
  }
  for (const span of nestSpans(spans)) {
    closeBefore(span.start)
    write(span.start)
    html.push(tagsOf(span.style).open)
    open.push(span)
  }
  closeBefore(text.length)
  write(text.length)
  return html.join('')
}

const TAGS = {
  bold: ['<b>', '</b>'],
  italic: ['<i>', '</i>'],
  strike: ['<s>', '</s>'],
  code: ['<code>', '</code>'],
  quote: ['<blockquote>', '</blockquote>'],
} as const

function tagsOf(style: Style): { readonly open: string; readonly close: string } {
  if (style.kind === 'link') return { open: `<a href="${escapeHtml(style.href)}">`, close: '</a>' }
  if (style.kind === 'pre') {
    if (style.language === null) return { open: '<pre>', close: '</pre>' }
    const language = escapeHtml(style.language)
    return { open: `<pre><code class="language-${language}">`, close: '</code></pre>' }
  }
  const [open, close] = TAGS[style.kind]
  return { open, close }
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
