import { cleanText } from '../clean-text.ts'
import { listDepths, readItem } from './list-items.ts'
import { readInline } from './read-inline.ts'
import { concat, joined, plain, type Rich, styled } from './rich.ts'

/* Parses Markdown as chat models write it, to text with styles.
 *
 * Blocks first, by lines: fences, quotes, tables, headings, rules, list items, and everything else.
 * Lines stay lines, because a chat shows them so. Where CommonMark and the habits of models differ, the
 * habits win: an indented line is no code, a list needs no blank line before it, a fence that is never
 * closed ends with the text. HTML is text. */

const FENCE = /^([ \t]*)(`{3,}|~{3,})[ \t]*(.*)$/
const LANGUAGE = /^([\w+#.-]{1,40})(?:[ \t]+|$)/
const QUOTE = /^ {0,3}> ?/
const QUOTES = /^(?: {0,3}> ?)+/
const HEADING = /^ {0,3}#{1,6}[ \t]+(?=\S)/
const TABLE_RULE = /^\|?[ \t]*:?-+:?[ \t]*(?:\||$)[ \t|:-]*$/

/** Nested quotes are one quote: Telegram does not nest them. */
type Place = 'text' | 'quote'
type Block = 'blank' | 'fence' | 'quote' | 'table' | 'heading' | 'rule' | 'item' | 'text'
type Read = { readonly rich: Rich; readonly next: number }

/** Parses a model's answer to text with styles. Never fails, and loses no word: broken markup is text. */
export function readMarkdown(text: string): Rich {
  return readLines(cleanText(text).replaceAll(/\r\n?/g, '\n').split('\n'), 'text')
}

function readLines(lines: readonly string[], place: Place): Rich {
  const list = listDepths()
  const blocks: Rich[] = []
  let at = 0
  while (at < lines.length) {
    const block = blockAt(lines, at)
    // A blank line does not end a list, nor does code or a quote inside it.
    if (block === 'text' || block === 'heading') list.end()
    const depth = block === 'item' ? list.depthOf(lines[at] ?? '') : 0
    const { rich, next } = readBlock(lines, at, block, { place, depth })
    // Several blank lines become one, and leading ones are dropped.
    const isBlank = rich.text === ''
    if (!isBlank || (blocks.length > 0 && blocks.at(-1)?.text !== '')) blocks.push(rich)
    at = next
  }
  if (blocks.at(-1)?.text === '') blocks.pop()
  return joined(blocks, '\n')
}

function blockAt(lines: readonly string[], at: number): Block {
  const line = lines[at] ?? ''
  const [bare, next] = [line.trim(), lines[at + 1] ?? '']
  if (bare === '') return 'blank'
  if (openFence(line)) return 'fence'
  if (QUOTE.test(line)) return 'quote'
  if (line.includes('|') && next.includes('|') && TABLE_RULE.test(next.trim())) return 'table'
  if (HEADING.test(line)) return 'heading'
  if (isRule(bare)) return 'rule'
  return readItem(line) ? 'item' : 'text'
}

function readBlock(
  lines: readonly string[],
  at: number,
  block: Block,
  { place, depth }: { readonly place: Place; readonly depth: number },
): Read {
  switch (block) {
    case 'fence':
      return readFence(lines, at)
    case 'quote':
      return readQuote(lines, at, place)
    case 'table':
      return readTable(lines, at)
    case 'heading':
      return { rich: readHeading(lines[at] ?? ''), next: at + 1 }
    case 'blank':
    case 'rule':
      return { rich: plain(''), next: at + 1 }
    case 'item':
    case 'text':
      return readParagraph(lines, at, depth)
  }
}

function openFence(line: string): { indent: number; marks: string; info: string } | null {
  const [, indent = '', marks = '', info = ''] = FENCE.exec(line) ?? []
  // ```x``` on one line is code in a sentence.
  if (marks === '' || (marks.startsWith('`') && info.includes('`'))) return null
  return { indent: indent.length, marks, info: info.trim() }
}

function readFence(lines: readonly string[], at: number): Read {
  const { indent, marks, info } = openFence(lines[at] ?? '') ?? { indent: 0, marks: '', info: '' }
  const isEnd = (line: string) => {
    const bare = line.trim()
    return bare.startsWith(marks) && isOneMark(bare)
  }
  let end = at + 1
  while (end < lines.length && !isEnd(lines[end] ?? '')) end += 1
  const language = LANGUAGE.exec(info)?.[1] ?? null
  // Text after the language, such as the name of a file, becomes a line of the code.
  const rest = language === null ? info : info.slice(language.length).trim()
  const code = lines.slice(at + 1, end).map((line) => withoutIndent(line, indent))
  const text = [...(rest === '' ? [] : [rest]), ...code].join('\n').trimEnd()
  const isEmpty = text.trim() === ''
  const rich = isEmpty ? plain(language ?? '') : styled(plain(text), { kind: 'pre', language })
  return { rich, next: end + 1 }
}

function withoutIndent(line: string, indent: number): string {
  const blank = line.length - line.trimStart().length
  return line.slice(Math.min(indent, blank))
}

function readQuote(lines: readonly string[], at: number, place: Place): Read {
  const end = endOf(lines, at, (line) => QUOTE.test(line))
  const quoted = lines.slice(at, end)
  if (place === 'quote') {
    return { rich: readInline(trimmed(quoted.map((line) => line.replace(QUOTES, '')))), next: end }
  }
  const inner = readLines(
    quoted.map((line) => line.replace(QUOTE, '')),
    'quote',
  )
  return { rich: styled(inner, { kind: 'quote' }), next: end }
}

/** As typed, in a fixed-width font: a chat has no tables, and columns often line up already. */
function readTable(lines: readonly string[], at: number): Read {
  const end = endOf(lines, at, (line) => line.includes('|'))
  const text = lines
    .slice(at, end)
    .map((line) => line.trim())
    .join('\n')
  return { rich: styled(plain(text), { kind: 'pre', language: null }), next: end }
}

function readHeading(line: string): Rich {
  const title = line.replace(HEADING, '').trim()
  let end = title.length
  while (title.charAt(end - 1) === '#') end -= 1
  const isClosed = end === 0 || /\s/.test(title.charAt(end - 1))
  return styled(readInline(isClosed ? title.slice(0, end).trim() : title), { kind: 'bold' })
}

/** A paragraph or an item of a list, with the lines below that belong to it. */
function readParagraph(lines: readonly string[], at: number, depth: number): Read {
  const item = readItem(lines[at] ?? '')
  let end = at + 1
  while (end < lines.length && blockAt(lines, end) === 'text') end += 1
  const rest = lines.slice(at + 1, end)
  if (!item) return { rich: readInline(trimmed([lines[at] ?? '', ...rest])), next: end }
  const start = plain(`${'   '.repeat(depth)}${item.mark} `)
  return { rich: concat(start, readInline(trimmed([item.text, ...rest]))), next: end }
}

function trimmed(lines: readonly string[]): string {
  return lines.map((line) => line.trimEnd()).join('\n')
}

/** --- and * * *, three at least and nothing else. */
function isRule(bare: string): boolean {
  const marks = bare.replaceAll(/[ \t]/g, '')
  return marks.length >= 3 && '-*_'.includes(marks.charAt(0)) && isOneMark(marks)
}

function isOneMark(marks: string): boolean {
  return marks === marks.charAt(0).repeat(marks.length)
}

function endOf(lines: readonly string[], at: number, belongs: (line: string) => boolean): number {
  let end = at
  while (end < lines.length && belongs(lines[end] ?? '')) end += 1
  return end
}
