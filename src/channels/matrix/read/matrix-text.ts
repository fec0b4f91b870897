import { Parser } from 'htmlparser2'
import { localpartOf } from '../matrix-event.ts'

/* The text of a message's HTML: what people see of it, with the marks of code, lists and quotes. */

/** A text, and which parts of it are code: quoted text, which mentions no one. */
export type MatrixText = {
  readonly text: string
  readonly code: readonly (readonly [start: number, end: number])[]
  /** Users whose pills are in it, outside of code. */
  readonly pills: ReadonlySet<string>
}

const BLOCKS = /^(p|div|ul|ol|li|table|tr|blockquote|hr|details|pre|h[1-6])$/
const HIDDEN = /^(mx-reply|script|style|title)$/
const CODE = /^(pre|code)$/
/** The address of a user, as clients link one. */
const USER_LINK = /^(?:https:\/\/matrix\.to\/#\/(?:@|%40)|matrix:u\/)([^?/]+)/i
/** Elements that are nested deeper are ignored; their text is read. */
const MAX_DEPTH = 100

type Open = { readonly name: string; readonly at: number; readonly user: string | null }

/** What was read so far. */
type Page = {
  text: string
  readonly code: (readonly [number, number])[]
  readonly pills: Set<string>
  readonly open: Open[]
  /** How many open elements are code, quotes, and not shown at all. */
  codes: number
  quotes: number
  hidden: number
}

/**
 * Reads the HTML of a message. A pill of the bot becomes its @name, as it is written in a text without HTML. The parser
 * reads tag after tag, so that no nesting is too deep for it.
 */
export function readMatrixHtml(html: string, me: string): MatrixText {
  const page: Page = {
    ...{ text: '', code: [], pills: new Set(), open: [] },
    ...{ codes: 0, quotes: 0, hidden: 0 },
  }
  const parser = new Parser({
    onopentag: (name, { href = '' }) => {
      if (HIDDEN.test(name)) page.hidden += 1
      else if (page.hidden === 0 && page.open.length < MAX_DEPTH) {
        page.open.push({ name, at: page.text.length, user: name === 'a' ? userIn(href) : null })
        beginElement(page, name)
      }
    },
    ontext: (text) => {
      if (page.hidden === 0) write(page, page.codes > 0 ? text : text.replaceAll(/\s+/g, ' '))
    },
    onclosetag: (name) => {
      if (HIDDEN.test(name)) page.hidden -= 1
      else if (page.hidden === 0 && page.open.at(-1)?.name === name) {
        const closed = page.open.pop()
        if (closed !== undefined) endElement(page, closed, me)
      }
    },
  })
  parser.end(html)
  return { text: page.text.trimEnd(), code: page.code, pills: page.pills }
}

/** Reads a text without HTML, in which people may have typed the marks of code. */
export function readPlain(body: string): MatrixText {
  const code = [...body.matchAll(/```[\s\S]*?```|`[^`\n]+`/g)].map(
    (found) => [found.index, found.index + found[0].length] as const,
  )
  return { text: body, code, pills: new Set() }
}

/** Whether a place of a text is in code. */
export function isInMatrixCode({ code }: MatrixText, place: number): boolean {
  return code.some(([start, end]) => start <= place && place < end)
}

function beginElement(page: Page, name: string): void {
  if (name === 'br') page.text += '\n'
  if (BLOCKS.test(name)) startLine(page)
  if (name === 'li') write(page, '- ')
  if (name === 'td' || name === 'th') write(page, ' ')
  if (name === 'blockquote') page.quotes += 1
  if (!CODE.test(name)) return
  page.codes += 1
  // The code of a block is in both elements, and marked once.
  if (page.codes === 1) write(page, name === 'pre' ? '```\n' : '`')
}

function endElement(page: Page, { name, at, user }: Open, me: string): void {
  if (user !== null && page.codes === 0) {
    page.pills.add(user)
    if (user === me) page.text = `${page.text.slice(0, at)}@${localpartOf(me)}`
  }
  if (name === 'blockquote') page.quotes -= 1
  if (CODE.test(name)) {
    page.codes -= 1
    if (page.codes === 0) {
      if (name === 'pre') startLine(page)
      page.text += name === 'pre' ? '```' : '`'
      page.code.push([at, page.text.length])
    }
  }
  if (BLOCKS.test(name)) startLine(page)
}

function startLine(page: Page): void {
  if (page.text !== '' && !page.text.endsWith('\n')) page.text += '\n'
}

function write(page: Page, text: string): void {
  const isLineStart = page.text === '' || page.text.endsWith('\n')
  // Between two blocks, spaces are layout of the markup.
  const shown = isLineStart && page.codes === 0 ? text.trimStart() : text
  page.text += isLineStart && page.quotes > 0 && shown !== '' ? `> ${shown}` : shown
}

function userIn(href: string): string | null {
  const name = USER_LINK.exec(href)?.[1]
  if (name === undefined) return null
  try {
    return `@${decodeURIComponent(name)}`
  } catch {
    return null
  }
}
