import { Parser } from 'htmlparser2'
import type { Document } from '../../domain/file.ts'
import { unreadable } from '../unreadable.ts'
import { yieldTurn } from '../yield-turn.ts'
import { createSheet } from './sheet.ts'

/* HTML into its visible text, with its headings.
 *
 * A streaming parser: blocks become paragraphs, cells are separated by a bar, white space is folded except
 * in <pre>. Scripts, styles, templates and hidden elements are dropped: text that no visitor sees is there
 * for machines, and often to deceive them. */

/** Real pages stay below 100. A closing tag is searched among all open ones. */
const MAX_DEPTH = 500
/** Characters parsed before the event loop gets a turn. */
const SLICE = 65_536

const DROPPED = new Set(
  'script style template noscript svg math iframe object embed canvas audio video head select datalist'.split(
    ' ',
  ),
)
const PARAGRAPHS = new Set(
  'p div section article main header footer nav aside blockquote figure figcaption table ul ol dl form fieldset address details summary pre hr h1 h2 h3 h4 h5 h6'.split(
    ' ',
  ),
)
const LINES = new Set(['br', 'li', 'tr', 'dt', 'dd', 'caption', 'option'])
const HIDDEN_STYLE =
  /(^|;)\s*(display\s*:\s*none|visibility\s*:\s*(hidden|collapse)|font-size\s*:\s*0(px|pt|em|rem|%)?\s*(;|$|!))/i

type Attributes = Readonly<Record<string, string>>

/** The visible text of a page, its title and its headings. */
export async function readHtml(html: string): Promise<Omit<Document, 'kind' | 'pages'>> {
  const pencil = createPencil()
  let depth = 0
  let hiddenAt = 0
  let isTitle = false
  let title = ''
  const parser = new Parser({
    onopentag: (name, attributes) => {
      depth += 1
      if (depth > MAX_DEPTH) throw tooDeep()
      if (name === 'title' && title === '') isTitle = true
      if (hiddenAt === 0 && isHidden(name, attributes)) hiddenAt = depth
      if (hiddenAt === 0) pencil.open(name)
    },
    onclosetag: (name) => {
      if (name === 'title') isTitle = false
      if (hiddenAt === 0) pencil.close(name)
      if (depth === hiddenAt) hiddenAt = 0
      depth -= 1
    },
    ontext: (text) => {
      if (isTitle) title += text
      else if (hiddenAt === 0) pencil.write(text)
    },
  })
  for (let at = 0; at < html.length; at += SLICE) {
    parser.write(html.slice(at, at + SLICE))
    await yieldTurn()
  }
  parser.end()
  const { text, headings } = pencil.finish()
  const named = title.replaceAll(/\s+/g, ' ').trim() || (headings[0]?.title ?? '')
  return { title: named, text, headings }
}

/** The charset a page names for itself in its first kilobyte. */
export function htmlCharset(bytes: Uint8Array): string | null {
  const begin = Buffer.from(bytes.subarray(0, 1_024)).toString('latin1')
  return /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(begin)?.[1] ?? null
}

function isHidden(name: string, attributes: Attributes): boolean {
  return (
    DROPPED.has(name) ||
    attributes.hidden !== undefined ||
    (name === 'dialog' && attributes.open === undefined) ||
    HIDDEN_STYLE.test(attributes.style ?? '')
  )
}

/** Maps the tags of a page to writes on its sheet of text. */
function createPencil() {
  const sheet = createSheet()
  let isRowStart = true
  let preformatted = 0
  const breakAround = (name: string) => {
    if (name === 'tr' || name === 'li') sheet.endMark()
    if (PARAGRAPHS.has(name)) sheet.breakLine(2)
    else if (LINES.has(name)) sheet.breakLine(1)
  }
  return {
    open: (name: string) => {
      breakAround(name)
      if (name === 'tr') isRowStart = true
      if (name === 'td' || name === 'th') {
        if (!isRowStart) sheet.markCell()
        isRowStart = false
      }
      if (name === 'li') sheet.markItem()
      if (name === 'pre') preformatted += 1
      const level = headingLevel(name)
      if (level !== null) sheet.openHeading(level)
    },
    close: (name: string) => {
      if (name === 'pre') preformatted -= 1
      if (headingLevel(name) !== null) sheet.closeHeading()
      if (name !== 'br') breakAround(name)
    },
    write: (text: string) => {
      if (preformatted > 0) sheet.writeAsIs(text)
      else sheet.write(text)
    },
    finish: sheet.finish,
  }
}

function headingLevel(name: string): number | null {
  return /^h[1-6]$/.test(name) ? Number(name[1]) : null
}

function tooDeep() {
  return unreadable(
    'too_deep',
    `The page nests more than ${MAX_DEPTH} elements inside each other. Save it again from a browser, or as text.`,
  )
}
