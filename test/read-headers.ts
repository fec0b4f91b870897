import type { HistoryFormatName } from '../src/domain/prompt-history.ts'

/* Reads a prompt as somebody would who knows the formats by their descriptions only. What a line is, it
 * is by how it begins: a text that got a line to itself would be read as a line of ours, or as a line
 * that has no business there, which is an error. Nothing of the writers is used here, or both could be
 * wrong in the same way. */

export type ReadLine = {
  readonly number: number | null
  /** Null for the assistant's own line, where the format does not name it. */
  readonly name: string | null
  /** Which of the people with this name. */
  readonly nameCount: number
  readonly isSelf: boolean
  readonly replyTo: string | null
  readonly text: string
  readonly quote: string | null
  readonly media: readonly string[]
}

export type ReadPrompt = {
  /** Everything said, in order; what is to be answered last. */
  readonly lines: readonly ReadLine[]
  /** What stands under the heading of nearby messages; the line to answer never does. */
  readonly nearby: readonly ReadLine[]
  /** How often that heading is there. */
  readonly nearbyHeadings: number
  /** JSON objects on lines of their own: memory, earlier questions, passages, tool results. */
  readonly objects: readonly unknown[]
  /** Lines that open or close a fence. */
  readonly fences: number
  /** How often the line to answer is marked. */
  readonly markers: number
}

/** Whatever some reader takes for the end of a line. */
const LINE_BREAK = /\r\n|(?!\t)[\p{Cc}\u2028\u2029]/u

/** All that stands in the messages of a prompt; fails on a line that nobody could explain. */
export function readPrompt(format: HistoryFormatName, contents: readonly string[]): ReadPrompt {
  const found = {
    lines: [] as ReadLine[],
    nearby: [] as ReadLine[],
    nearbyHeadings: 0,
    objects: [] as unknown[],
    fences: 0,
    markers: 0,
  }
  const add = (line: ReadLine) => {
    const isNearby = found.nearbyHeadings > 0 && line.number !== null
    ;(isNearby ? found.nearby : found.lines).push(line)
  }
  for (const content of contents) {
    const rows = content.split(LINE_BREAK)
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at] ?? ''
      if (isFurniture(row)) continue
      if (row === 'Nearby messages (may be about something else):') {
        found.nearbyHeadings += 1
        continue
      }
      const passages =
        /^Passages of files, each between two lines with the mark ([0-9a-f]{16}):$/.exec(row)
      if (passages !== null) {
        at = readPassages(rows, at + 1, passages[1] ?? '', found.objects)
        continue
      }
      if (row.startsWith('{')) found.objects.push(JSON.parse(row))
      else if (row.startsWith('The chat: ')) found.objects.push(JSON.parse(row.slice(10)))
      else if (/^\s*(`{3,}|~{3,})/.test(row)) found.fences += 1
      else if (row === '[RESPOND]') found.markers += 1
      else if (format === 'turns') {
        add(readTurn(rows.slice(at, at + 3)))
        at += 2
      } else if (format === 'compact') add(readCompact(row))
      else {
        const { line, isMarked } = readBlock(row)
        if (found.fences % 2 !== 1) throw new Error(`outside of the fence: ${row}`)
        if (isMarked) found.markers += 1
        add(line)
      }
    }
  }
  return found
}

/** Reads passages from a row on: a head, then any text between two rows with the mark. Returns the last row. */
function readPassages(
  rows: readonly string[],
  from: number,
  mark: string,
  objects: unknown[],
): number {
  let at = from
  while (/^\[\d+\] "/.test(rows[at] ?? '')) {
    const head = scan(rows[at] ?? '')
    const n = Number(head.must(/\[\d+\] /y).slice(1, -2))
    const place = head.json()
    const under = head.maybe(/( under )/y) === null ? null : head.json()
    if (!head.isDone()) throw new Error(`more than a head: ${rows[at]}`)
    if (rows[at + 1] !== `<<< ${mark}`) throw new Error(`no mark after ${rows[at]}`)
    const end = rows.indexOf(`>>> ${mark}`, at)
    if (end === -1) throw new Error(`no end of ${rows[at]}`)
    objects.push({ n, place, under, text: rows.slice(at + 2, end).join('\n') })
    at = end + 1
  }
  return at - 1
}

const DAY = String.raw`[A-Z][a-z]+, \d{1,2} [A-Z][a-z]+ \d{4}`
const FURNITURE = [
  /^(Tool results|Summaries of earlier conversations, by the day they ended):$/,
  /^What is remembered of earlier conversations (in this group|with this person):$/,
  /^The conversation \(last up to \d+ messages\):$/,
  /^(Note|Now): /,
  new RegExp(`^== (now|${DAY})$`),
  /^…$/,
]

/** What we write around the lines ourselves. */
function isFurniture(row: string): boolean {
  return row === '' || FURNITURE.some((pattern) => pattern.test(row))
}

/** [speaker …], [meta …], "text" [media], on three lines. */
function readTurn([who = '', meta = '', said = '']: readonly string[]): ReadLine {
  const speaker = readHeader(scan(who), 'speaker')
  const about = readHeader(scan(meta), 'meta')
  const rest = scan(said)
  return {
    ...readMeta(new Map([...about, ...speaker])),
    isSelf: speaker.get('you') === '1',
    text: rest.json(),
    media: readMedia(rest),
  }
}

/** The fields of a header that every format has. */
function readMeta(values: ReadonlyMap<string, string>) {
  if (!/^([A-Z][a-z]{2} )\d{4}-\d\d-\d\d \d\d:\d\d$/.test(values.get('at') ?? '')) {
    throw new Error(`no time: ${values.get('at')}`)
  }
  return {
    number: numberOf(values.get('n')),
    name: String(values.get('name')),
    nameCount: Number(values.get('same_name') ?? 1),
    replyTo: values.get('reply_to') ?? null,
    quote: values.get('quoting') ?? null,
  }
}

/** [number] time name (2) → target quoting "…": "text" [media]. */
function readCompact(row: string): ReadLine {
  const rest = scan(row)
  const number = rest.maybe(/\[(\d+)\] /y)
  rest.must(/\d\d:\d\d /y)
  const isSelf = rest.maybe(/(you)(?= → |: "| quoting ")/y) !== null
  const name = isSelf ? null : readName(rest)
  const count = rest.maybe(/ \((\d+)\)/y)
  const target = rest.maybe(/ → ((?:probably )?\[\d+\]|a message that is not here)/y)
  const quote = rest.maybe(/( quoting )(?=")/y) === null ? null : rest.json()
  rest.must(/: /y)
  const text = rest.json()
  const media = readMedia(rest)
  return {
    number: numberOf(number ?? undefined),
    name,
    nameCount: Number(count ?? 1),
    isSelf,
    replyTo: target?.startsWith('a') ? 'not_shown' : (target?.replaceAll(/\D/g, '') ?? null),
    text,
    quote,
    media,
  }
}

/** who [meta …]: "text" [media] [REPLY TO THIS]. */
function readBlock(row: string): { line: ReadLine; isMarked: boolean } {
  const rest = scan(row)
  const role = rest.must(/(?:user|bot|you) /y)
  const meta = readHeader(rest, 'meta')
  rest.must(/: /y)
  const text = rest.json()
  const marks = readMedia(rest)
  const line = {
    ...readMeta(meta),
    isSelf: role === 'you ',
    text,
    media: marks.filter((mark) => mark !== 'REPLY TO THIS'),
  }
  return { line, isMarked: marks.at(-1) === 'REPLY TO THIS' }
}

/** A name is letters and the like, or a JSON string. */
function readName(rest: Scanner): string {
  if (rest.peek() === '"') return rest.json()
  return rest.must(/[\p{L}\p{M}\p{N}_.'’ -]+?(?= \(\d+\)| → |: "| quoting "|: )/uy)
}

/** `[name key=value …]`; a value is a JSON string or has neither blanks nor brackets. */
function readHeader(rest: Scanner, name: string): Map<string, string> {
  rest.must(new RegExp(`\\[${name}`, 'y'))
  const values = new Map<string, string>()
  while (rest.maybe(/(\])/y) === null) {
    const key = rest.must(/ [a-z_]+=/y).slice(1, -1)
    if (values.has(key)) throw new Error(`${key} is there twice`)
    values.set(key, rest.peek() === '"' ? rest.json() : rest.must(/[\w:.-]+/y))
  }
  return values
}

function readMedia(rest: Scanner): string[] {
  const marks: string[] = []
  while (!rest.isDone()) marks.push(rest.must(/ \[[A-Za-z ]+\]/y).slice(2, -1))
  return marks
}

type Scanner = ReturnType<typeof scan>

/** A row with a finger on it. */
function scan(row: string) {
  let at = 0
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(row)
    if (found !== null) at = pattern.lastIndex
    return found
  }
  const must = (pattern: RegExp) => {
    const found = match(pattern)
    if (found === null) throw new Error(`no ${pattern} at ${at} of ${JSON.stringify(row)}`)
    return found[0]
  }
  return {
    peek: () => row[at],
    isDone: () => at === row.length,
    must,
    /** The first group, where the pattern fits. */
    maybe: (pattern: RegExp) => match(pattern)?.[1] ?? null,
    json: () => String(JSON.parse(must(/"(?:[^"\\]|\\.)*"/y))),
  }
}

function numberOf(value: string | undefined): number | null {
  return value === undefined ? null : Number(value)
}
