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

const BLOCKS = new Set(['p', 'div', 'ul', 'ol', 'table', 'tr', 'blockquote', 'hr', 'details'])
const HEADINGS = /^h[1-6]$/
const HIDDEN = new Set(['mx-reply', 'script', 'style', 'title'])
/** The address of a user, as clients link one. */
const USER_LINK = /^(?:https:\/\/matrix\.to\/#\/|matrix:u\/)(@|%40)?([^?/]+)/i
/** Elements deeper than this are read as if they were this deep. */
const MAX_DEPTH = 100

type Open = { readonly name: string; readonly at: number; readonly user: string | null }

/**
 * Reads the HTML of a message. A pill of the bot becomes its @name, as it is written in a text without HTML. The parser
 * reads tag after tag, so that no nesting is too deep for it.
 */
export function readHtml(html: string, me: string): MatrixText {
  const out = { text: '' }
  const code: [number, number][] = []
  const pills = new Set<string>()
  const open: Open[] = []
  let hidden = 0
  let codes = 0
  let quotes = 0
  const startLine = () => {
    if (out.text !== '' && !out.text.endsWith('\n')) out.text += '\n'
  }
  const write = (text: string) => {
    const isLineStart = out.text === '' || out.text.endsWith('\n')
    out.text += isLineStart && quotes > 0 && text.trim() !== '' ? `> ${text}` : text
  }
  const begin = (name: string) => {
    if (name === 'br') out.text += '\n'
    if (BLOCKS.has(name) || HEADINGS.test(name) || name === 'li' || name === 'pre') startLine()
    if (name === 'li') write('- ')
    if (name === 'td' || name === 'th') write(' ')
    if (name === 'blockquote') quotes += 1
    if (name === 'pre' || name === 'code') {
      codes += 1
      if (codes === 1) write(name === 'pre' ? '```\n' : '`')
    }
  }
  const end = ({ name, at, user }: Open) => {
    if (user !== null && codes === 0) {
      pills.add(user)
      if (user === me) out.text = `${out.text.slice(0, at)}@${localpartOf(me)}`
    }
    if (name === 'pre' || name === 'code') {
      if (codes === 1) {
        if (name === 'pre') startLine()
        out.text += name === 'pre' ? '```' : '`'
        code.push([at, out.text.length])
      }
      codes -= 1
    }
    if (name === 'blockquote') quotes -= 1
    if (BLOCKS.has(name) || HEADINGS.test(name) || name === 'pre') startLine()
  }
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (HIDDEN.has(name)) hidden += 1
      else if (hidden === 0 && open.length < MAX_DEPTH) {
        const at = out.text.length
        begin(name)
        open.push({ name, at, user: name === 'a' ? userIn(attributes.href ?? '') : null })
      }
    },
    ontext: (text) => {
      if (hidden === 0) write(codes > 0 ? text : text.replaceAll(/\s+/g, ' '))
    },
    onclosetag: (name) => {
      if (HIDDEN.has(name)) hidden -= 1
      else if (hidden === 0 && open.at(-1)?.name === name) {
        const closed = open.pop()
        if (closed !== undefined) end(closed)
      }
    },
  })
  parser.end(html)
  return { text: out.text.trimEnd(), code, pills }
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

function userIn(href: string): string | null {
  const found = USER_LINK.exec(href)
  if (found === null) return null
  const [, sigil, name = ''] = found
  if (sigil === undefined && !/^matrix:u\//i.test(href)) return null
  try {
    return `@${decodeURIComponent(name)}`
  } catch {
    return null
  }
}
