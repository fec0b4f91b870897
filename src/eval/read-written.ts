import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { AppError } from '../domain/errors.ts'
import { type AnnotatedChat, type ChatLine, toChat } from './read-chats.ts'

/* Written chats: plain text, a header a chat and a line a message, each labelled with its conversation:
 *
 *     # chat: flat 12 | lang: en | kind: flatmates | people: Mira, Tobi
 *     A|+0|Mira|the sink is blocked again
 *     A|+4m|Tobi^|how
 *     -|+1m|Mira|😂
 *
 * train/chats/README.md describes the format. */

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 } as const
const START = Date.UTC(2025, 0, 6, 9)

/** Reads every .txt file of a directory, in the order of their names. */
export function readWrittenChats(directory: string): AnnotatedChat[] {
  const files = readdirSync(directory).filter((file) => file.endsWith('.txt'))
  return files
    .sort()
    .flatMap((file) =>
      parseWrittenChats(basename(file, '.txt'), readFileSync(join(directory, file), 'utf8')),
    )
}

/** The chats of one text; `name` begins the name of each. */
export function parseWrittenChats(name: string, text: string): AnnotatedChat[] {
  const chats: { header: string; rows: Row[] }[] = []
  for (const [i, line] of text.split('\n').entries()) {
    if (line.startsWith('# chat')) chats.push({ header: line, rows: [] })
    else if (line.trim() !== '') chats.at(-1)?.rows.push(toRow(line, `line ${i + 1} of ${name}`))
  }
  return chats.map(({ header, rows }, i) => {
    const file = `${name}-${String(i + 1).padStart(3, '0')}`
    const lang = /lang:\s*([a-z]+)/.exec(header)?.[1]
    return toChat(file, toLines(file, rows, lang))
  })
}

type Row = {
  readonly label: string
  readonly seconds: number
  readonly author: string
  readonly isReply: boolean
  readonly text: string
}

const ROW = /^\s*([A-Z]|-)\s*\|\s*\+([\d.smhdw]+)\s*\|([^|]+)\|([^|]*)$/

function toRow(line: string, place: string): Row {
  const [, label, after, name, text] = ROW.exec(line) ?? []
  if (label === undefined || after === undefined || name === undefined || text === undefined) {
    throw new AppError(
      'import_line_invalid',
      `${place} is not of the form "A|+4m|Author|text". Fix the line; nothing was written.`,
    )
  }
  const steps = [...after.matchAll(/([\d.]+)([smhdw])/g)]
  return {
    label,
    seconds: steps.reduce((sum, [, n, unit]) => sum + Number(n) * SECONDS[unit as 's'], 0),
    author: name.trim().replace(/\s*\^$/, ''),
    isReply: name.trim().endsWith('^'),
    text: text.trim().replaceAll(' / ', '\n'),
  }
}

/** A reply answers the last message of its conversation by another person. */
function toLines(file: string, rows: readonly Row[], lang: string | undefined): ChatLine[] {
  let time = START
  return rows.map((row, idx) => {
    time += row.seconds * 1_000
    const isMate = (other: Row) => row.label !== '-' && other.label === row.label
    const previous = rows.slice(0, idx).findLastIndex(isMate)
    const others = (other: Row) => isMate(other) && other.author !== row.author
    const parent = row.isReply ? rows.slice(0, idx).findLastIndex(others) : -1
    const continued = parent >= 0 ? parent : previous
    return {
      file,
      idx,
      time: new Date(time).toISOString(),
      author: row.author,
      kind: 'message',
      text: row.text,
      links: [continued < 0 ? idx : continued],
      annotated: true,
      reply_to: parent < 0 ? null : parent,
      ...(lang === undefined ? {} : { lang }),
    }
  })
}
