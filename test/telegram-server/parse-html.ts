import type { MessageEntity } from 'grammy/types'
import { badRequest } from './refusal.ts'

/* Telegram's HTML, by the rules of the server that reads it for the real Bot API: it knows a few
 * tags, four named entities and nothing of the rest of HTML, and refuses the whole text at the first
 * mistake, naming the byte. A sloppier reader here would let through what people then never see. */

/** A text and what is marked in it; offsets count UTF-16 units, as everywhere in the Bot API. */
export type Formatted = { readonly text: string; readonly entities: MessageEntity[] }

/** A language belongs to a code tag, and shows only where a pre is around it. */
type Mark = { readonly entity: MessageEntity; readonly language: string }
type Place = { readonly offset: number; readonly length: number }

type OpenTag = {
  readonly name: string
  /** The one attribute that matters for this tag, or empty. */
  readonly argument: string
  readonly offset: number
}

const STYLES: Readonly<Record<string, Style>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strikethrough',
  strike: 'strikethrough',
  del: 'strikethrough',
  span: 'spoiler',
  'tg-spoiler': 'spoiler',
}
type Style = 'bold' | 'italic' | 'underline' | 'strikethrough' | 'spoiler'
const TAGS = new Set([...Object.keys(STYLES), 'a', 'pre', 'code', 'blockquote', 'tg-emoji'])
const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' }

/** Reads a text sent with `parse_mode: 'HTML'`; refuses it as the real server does. */
export function parseHtml(source: string): Formatted {
  const open: OpenTag[] = []
  const marks: Mark[] = []
  let text = ''
  let at = 0
  while (at < source.length) {
    const char = source[at]
    if (char === '<' && source[at + 1] === '/') {
      at = readEndTag(source, at, open, (tag) => close(tag, text, marks))
    } else if (char === '<') {
      const { tag, end } = readStartTag(source, at)
      open.push({ ...tag, offset: text.length })
      at = end
    } else {
      const { decoded, end } = char === '&' ? decode(source, at) : { decoded: null, end: at + 1 }
      text += decoded ?? char
      at = decoded === null ? at + 1 : end
    }
  }
  const left = open.at(-1)
  if (left) throw cantParse(`Can't find end tag corresponding to start tag "${left.name}"`)
  if (!text.isWellFormed()) {
    throw cantParse(
      'Text contains invalid Unicode characters after decoding HTML entities, check for unmatched surrogate code units',
    )
  }
  return { text, entities: marks.map(({ entity }) => entity).toSorted(byPlace) }
}

const cantParse = (why: string) => badRequest(`can't parse entities: ${why}`)
const byteOffset = (source: string, at: number) => Buffer.byteLength(source.slice(0, at))
const isSpace = (char: string | undefined) => char === undefined || /[\s\0]/.test(char)

/** Longer marks first where several begin at one place: so they nest. */
export const byPlace = (a: MessageEntity, b: MessageEntity) =>
  a.offset - b.offset || b.length - a.length

function readStartTag(
  source: string,
  begin: number,
): { tag: Omit<OpenTag, 'offset'>; end: number } {
  const place = `at byte offset ${byteOffset(source, begin)}`
  let at = begin + 1
  while (!isSpace(source[at]) && source[at] !== '>') at += 1
  if (at >= source.length) throw cantParse(`Unclosed start tag ${place}`)
  const name = source.slice(begin + 1, at).toLowerCase()
  if (!TAGS.has(name)) throw cantParse(`Unsupported start tag "${name}" ${place}`)
  let argument = ''
  for (;;) {
    while (at < source.length && isSpace(source[at])) at += 1
    if (source[at] === '>') break
    const attribute = readAttribute(source, at, name, place)
    argument = argumentOf(name, attribute) ?? argument
    at = attribute.end
  }
  if (name === 'span' && argument !== 'tg-spoiler') {
    throw cantParse(`Tag "span" must have class "tg-spoiler" ${place}`)
  }
  return { tag: { name, argument }, end: at + 1 }
}

type Attribute = { readonly name: string; readonly value: string | null; readonly end: number }

function readAttribute(source: string, begin: number, tag: string, place: string): Attribute {
  let at = begin
  while (!isSpace(source[at]) && !'=>/"\''.includes(source[at] ?? '')) at += 1
  const name = source.slice(begin, at)
  if (name === '') throw cantParse(`Empty attribute name in the tag "${tag}" ${place}`)
  const skipSpace = () => {
    while (at < source.length && isSpace(source[at])) at += 1
    if (at >= source.length) throw cantParse(`Unclosed start tag "${tag}" ${place}`)
  }
  skipSpace()
  if (source[at] !== '=') return { name, value: null, end: at }
  at += 1
  skipSpace()
  const { value, end } = readValue(source, at)
  if (end >= source.length) throw cantParse(`Unclosed start tag ${place}`)
  return { name, value, end }
}

function readValue(source: string, begin: number): { value: string; end: number } {
  const quote = source[begin]
  if (quote !== '"' && quote !== "'") {
    const token = /^[a-z0-9.-]*/i.exec(source.slice(begin))?.[0] ?? ''
    const end = begin + token.length
    if (end < source.length && !isSpace(source[end]) && source[end] !== '>') {
      const place = byteOffset(source, begin)
      throw cantParse(`Unexpected end of name token at byte offset ${place}`)
    }
    return { value: token.toLowerCase(), end }
  }
  let value = ''
  let at = begin + 1
  while (at < source.length && source[at] !== quote) {
    const { decoded, end } = source[at] === '&' ? decode(source, at) : { decoded: null, end: at }
    value += decoded ?? source[at]
    at = decoded === null ? at + 1 : end
  }
  return { value, end: at + 1 }
}

function argumentOf(tag: string, { name, value }: Attribute): string | null {
  if (tag === 'blockquote' && name === 'expandable') return 'expandable'
  if (value === null) return null
  if (tag === 'a' && name === 'href') return value
  if (tag === 'code' && name === 'class' && value.startsWith('language-')) return value.slice(9)
  if (tag === 'span' && name === 'class') return value
  if (tag === 'tg-emoji' && name === 'emoji-id') return value
  return null
}

function readEndTag(
  source: string,
  begin: number,
  open: OpenTag[],
  close: (tag: OpenTag) => void,
): number {
  const place = `at byte offset ${byteOffset(source, begin)}`
  const last = open.pop()
  if (!last) throw cantParse(`Unexpected end tag ${place}`)
  let at = begin + 2
  while (!isSpace(source[at]) && source[at] !== '>') at += 1
  const name = source.slice(begin + 2, at).toLowerCase()
  while (at < source.length && isSpace(source[at])) at += 1
  if (source[at] !== '>') throw cantParse(`Unclosed end tag ${place}`)
  if (name !== '' && name !== last.name) {
    throw cantParse(`Unmatched end tag ${place}, expected "</${last.name}>", found "</${name}>"`)
  }
  close(last)
  return at + 1
}

function close({ name, argument, offset }: OpenTag, text: string, marks: Mark[]): void {
  const place = { offset, length: text.length - offset }
  if (place.length === 0) return
  const add = (...entities: MessageEntity[]) =>
    marks.push(...entities.map((entity) => ({ entity, language: argument })))
  const style = STYLES[name]
  if (style) add({ type: style, ...place })
  else if (name === 'a') add(...linkTo(argument || text.slice(offset), place))
  else if (name === 'blockquote') {
    add({ type: argument ? 'expandable_blockquote' : 'blockquote', ...place })
  } else if (name === 'tg-emoji') {
    if (!/^[1-9]\d*$/.test(argument)) throw cantParse('Invalid custom emoji identifier specified')
    add({ type: 'custom_emoji', ...place, custom_emoji_id: argument })
  } else {
    const language = takeInner(marks, name === 'pre' ? 'code' : 'pre', place)
    // <pre><code class="language-x"> is one mark, whichever of the two is outside.
    const tongue = argument || language
    if (language !== null) add({ type: 'pre', ...place, ...(tongue && { language: tongue }) })
    else add({ type: name === 'pre' ? 'pre' : 'code', ...place })
  }
}

/** Takes the last mark away if it is of this type and covers the same text; says its language. */
function takeInner(marks: Mark[], type: string, place: Place): string | null {
  const last = marks.at(-1)
  if (last?.entity.type !== type) return null
  if (last.entity.offset !== place.offset || last.entity.length !== place.length) return null
  marks.pop()
  return last.language
}

/** An address the server finds no good is dropped, and its text stays. */
function linkTo(href: string, place: Place): MessageEntity[] {
  const user = /^tg:\/\/user\?id=(\d+)$/i.exec(href)?.[1]
  if (user) {
    return [
      { type: 'text_mention', ...place, user: { id: Number(user), is_bot: false, first_name: '' } },
    ]
  }
  const withScheme = /^[a-z][a-z0-9+.-]*:/i.test(href) ? href : `http://${href}`
  if (!URL.canParse(withScheme)) return []
  const url = new URL(withScheme)
  const isWeb = /^https?:$/.test(url.protocol) && url.hostname.includes('.')
  return isWeb || url.protocol === 'tg:' ? [{ type: 'text_link', ...place, url: url.href }] : []
}

/** Four names and any number; everything else, and so `&nbsp;`, is just text. */
function decode(source: string, at: number): { decoded: string | null; end: number } {
  const found = /^&(?:#x([0-9a-f]*)|#(\d*)|([a-z]*));?/i.exec(source.slice(at, at + 40))
  if (!found) return { decoded: null, end: at }
  const [whole, hex, decimal, name] = found
  const end = at + whole.length
  if (name !== undefined) return { decoded: NAMED[name] ?? null, end }
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  const isGood = code > 0 && code < 0x10ffff && whole.replace(';', '').length < 10
  return { decoded: isGood ? String.fromCodePoint(code) : null, end }
}
