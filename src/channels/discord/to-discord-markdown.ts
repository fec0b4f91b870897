import { nestSpans } from '../../text/markdown/nest-spans.ts'
import type { Rich, Style, StyleSpan } from '../../text/markdown/rich.ts'

/* The text in Discord's Markdown. Only this file writes marks: every character of the text that could be one is escaped,
 * so that what strangers typed makes no mention, no heading, and no link that shows another address. */

/** Addresses are left as they are: an escaped one would lead elsewhere, and none can hold a mark that matters. */
const URLS = /https?:\/\/[^\s<>()[\]{}|*`~\\^"]+/g
const ANYWHERE = /[\\*_~`|[\]<]|@(?=everyone|here)/g
/** Headings, small print, lists and quotes begin a line. */
const AT_START_OF_LINE = /^[^\S\n]*(?:(?:#{1,3}|[-+>])|\d+(?=\.))/gm
const BLANK = '\u200b'

/** Writes a rich text in Discord's Markdown. */
export function toDiscordMarkdown({ text, spans }: Rich): string {
  const escaped = escapes(text)
  const out = createOutput()
  const open: StyleSpan[] = []
  let at = 0
  const write = (to: number) => {
    out.text(text, at, to, { escaped, code: open.find(({ style }) => isCode(style)) })
    at = to
  }
  const closeBefore = (place: number) => {
    for (let top = open.at(-1); top && top.end <= place; top = open.at(-1)) {
      write(top.end)
      out.close(top, text)
      open.pop()
    }
  }
  for (const span of nestSpans(spans.flatMap((one) => trimmed(one, text)))) {
    closeBefore(span.start)
    write(span.start)
    out.open(span, text)
    open.push(span)
  }
  closeBefore(text.length)
  write(text.length)
  return out.end()
}

function isCode({ kind }: Style): boolean {
  return kind === 'code' || kind === 'pre'
}

/** Discord reads no mark of emphasis that stands beside a blank on its inner side. */
function trimmed(span: StyleSpan, text: string): StyleSpan[] {
  const inner = text.slice(span.start, span.end)
  const start = span.start + (inner.length - inner.trimStart().length)
  const end = span.end - (inner.length - inner.trimEnd().length)
  return start < end ? [{ ...span, start, end }] : []
}

/** The places of the text before which a backslash stands. */
function escapes(text: string): ReadonlySet<number> {
  const places = new Set<number>()
  for (const { index } of text.matchAll(ANYWHERE)) places.add(index)
  for (const { index, 0: found } of text.matchAll(AT_START_OF_LINE)) {
    const isNumber = /\d$/.test(found)
    places.add(isNumber ? index + found.length : index + found.search(/\S/))
  }
  for (const { index, 0: url } of text.matchAll(URLS)) {
    for (let place = index; place < index + url.length; place += 1) places.delete(place)
  }
  return places
}

type Piece = {
  readonly escaped: ReadonlySet<number>
  readonly code: StyleSpan | undefined
}

/** The marks, and the lines: every line of a quote begins with a mark of its own. */
function createOutput() {
  let out = ''
  let isQuote = false
  const add = (piece: string) => {
    out += isQuote ? piece.replaceAll('\n', '\n> ') : piece
  }
  const startLine = () => {
    if (out !== '' && !out.endsWith('\n')) out += '\n'
  }
  return {
    text: (text: string, from: number, to: number, { escaped, code }: Piece) => {
      if (code !== undefined) return add(codeText(text.slice(from, to), code.style))
      let piece = ''
      for (let place = from; place < to; place += 1) {
        piece += escaped.has(place) ? `\\${text[place]}` : text[place]
      }
      add(piece)
    },
    open: (span: StyleSpan, text: string) => {
      if (span.style.kind === 'quote') {
        startLine()
        out += '> '
        isQuote = true
      } else add(marksOf(span, text).open)
    },
    close: (span: StyleSpan, text: string) => {
      if (span.style.kind === 'quote') {
        isQuote = false
        if (text[span.end] !== undefined && text[span.end] !== '\n') out += '\n'
      } else add(marksOf(span, text).close)
    },
    end: () => out,
  }
}

const MARKS = { bold: '**', italic: '*', strike: '~~' } as const

function marksOf({ style, start, end }: StyleSpan, text: string): { open: string; close: string } {
  switch (style.kind) {
    case 'code': {
      const fence = text.slice(start, end).includes('`') ? '``' : '`'
      // A backtick at the edge would belong to the fence.
      const [before, after] = [text[start] === '`', text[end - 1] === '`']
      return { open: `${fence}${before ? ' ' : ''}`, close: `${after ? ' ' : ''}${fence}` }
    }
    case 'pre': {
      const language = /^[\w+#.-]{1,20}$/.test(style.language ?? '') ? style.language : ''
      return { open: `\`\`\`${language}\n`, close: '\n```' }
    }
    case 'link':
      return linkMarks(style.href, text.slice(start, end))
    case 'quote':
      return { open: '', close: '' }
    default:
      return { open: MARKS[style.kind], close: MARKS[style.kind] }
  }
}

/** Discord shows no link whose text is an address itself; it stands behind the text then. */
function linkMarks(href: string, shown: string): { open: string; close: string } {
  const address = href.replaceAll(/[<>\s\\]/g, encodeURIComponent)
  if (!/^(https?|mailto):/i.test(address)) return { open: '', close: '' }
  if (shown.trim() === href) return { open: '', close: '' }
  if (/https?:\/\//i.test(shown)) return { open: '', close: ` (<${address}>)` }
  return { open: '[', close: `](<${address}>)` }
}

/** Code is not escaped: what would end it is parted. */
function codeText(text: string, { kind }: Style): string {
  const fence = kind === 'pre' ? '```' : '``'
  const parted = [...fence].join(BLANK)
  return text.replaceAll(fence, parted)
}
