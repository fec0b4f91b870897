import { cleanText } from '../../text/clean-text.ts'
import { cutAtCharacter } from '../../text/markdown/characters.ts'
import { concat, joined, plain, type Rich, styled } from '../../text/markdown/rich.ts'

/** A citation of an answer, as shown to a reader in a chat. */
export type ShownCitation = {
  readonly number: number
  readonly source: string
  readonly excerpt: string
  readonly link: string | null
}

const LONGEST_SOURCE = 60
const LONGEST_EXCERPT = 80
/** Bidirectional controls: they would reverse the remaining line, and with it the next cited author's name. */
const TURNS_LINES = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * The citations of an answer, one a line; empty if there are none. Names and excerpts are untrusted: they
 * are inserted as text and never parsed as Markdown.
 */
export function citationLines(sources: readonly ShownCitation[]): Rich {
  if (sources.length === 0) return plain('')
  const title = styled(plain('Sources'), { kind: 'bold' })
  return joined([title, ...sources.map(citationLine)], '\n')
}

/** One citation: its number and author, and the beginning of its text. */
export function citationLine({ number, source, excerpt, link }: ShownCitation): Rich {
  const label = plain(`[${number}] ${oneLine(source, LONGEST_SOURCE)}`)
  // Links to our own console do not work from a chat.
  const isOpen = link !== null && /^https:\/\/[^\s]+$/.test(link)
  const said = oneLine(excerpt, LONGEST_EXCERPT)
  const shown = isOpen ? styled(label, { kind: 'link', href: link }) : label
  return concat(shown, plain(said === '' ? '' : `: ${said}`))
}

function oneLine(text: string, longest: number): string {
  const line = cleanText(text).replaceAll(TURNS_LINES, '').replaceAll(/\s+/g, ' ').trim()
  if (line.length <= longest) return line
  return `${line.slice(0, cutAtCharacter(line, longest - 1)).trimEnd()}…`
}
