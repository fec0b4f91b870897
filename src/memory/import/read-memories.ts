import { AppError } from '../../domain/errors.ts'
import { entryOf } from './entry-fields.ts'
import type { ImportedMemory, MemoryFile, MemoryFormat } from './imported-memory.ts'
import { isMem0, readMem0 } from './read-mem0.ts'
import { readMemoryLines } from './read-memory-lines.ts'
import { isMemoryMarkdown, readMemoryMarkdown } from './read-memory-markdown.ts'
import { OWN_FORMAT, OWN_VERSION, readOwnMemory } from './read-own-memories.ts'
import { isZep, readZep } from './read-zep.ts'

/** More is no memory of a person or chat; the rest can be imported from a second file. */
export const MAX_MEMORIES = 5_000

const ACCEPTED =
  'Accepted are: what "earshot memory export" wrote, lists of memories from mem0 (an array, or under "results"), facts or edges from Zep (an array, or under "facts" or "edges"), the memory of ChatGPT as lines of text, and the memory of Claude as Markdown.'

/** Where lists of entries are, in the order they are looked for. */
const LISTS = ['memories', 'results', 'facts', 'edges', 'relevant_facts'] as const
const FACT_LISTS: readonly string[] = ['facts', 'relevant_facts']

type EntryReader = (value: unknown, position: number) => ImportedMemory | null

/** Reads a file of memories, in whichever format; fails for an unknown one, naming those there are. */
export function readMemories(text: string): MemoryFile {
  const bare = text.replace(/^\uFEFF/, '').trim()
  if (bare === '') throw unreadable('The file is empty.')
  // NUL: UTF-16 without its mark, or no text at all.
  if (bare.includes('\0')) throw unreadable('The file is no text in UTF-8.')
  const file = isJson(bare) ? fromJson(parse(bare)) : fromText(bare)
  const count = file.memories.length + file.unreadable.length
  if (count > MAX_MEMORIES) {
    throw unreadable(
      `The file has ${count} memories, more than ${MAX_MEMORIES}. Split it and import the parts one by one.`,
    )
  }
  return file
}

/** "[2024-05-01] - likes tea" begins like an array, and is a line of text. */
function isJson(text: string): boolean {
  return text.startsWith('{') || /^\[\s*(?:[{["\]]|null\b)/u.test(text)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new AppError(
      'import_line_invalid',
      `The file begins like JSON and cannot be read as JSON: it is damaged or incomplete. ${ACCEPTED}`,
      { cause: error },
    )
  }
}

function fromText(text: string): MemoryFile {
  return isMemoryMarkdown(text)
    ? { format: 'claude', memories: readMemoryMarkdown(text), unreadable: [] }
    : { format: 'chatgpt', memories: readMemoryLines(text), unreadable: [] }
}

function fromJson(value: unknown): MemoryFile {
  const whole = entryOf(value)
  if (whole?.format === OWN_FORMAT) {
    if (whole.version !== OWN_VERSION) {
      throw unreadable(
        `The file has version ${String(whole.version).slice(0, 20)} of ${OWN_FORMAT}, and this Earshot reads version ${OWN_VERSION}. Update Earshot.`,
      )
    }
    if (Array.isArray(whole.memories)) return readEach('earshot', whole.memories, readOwnMemory)
  }
  const [name, entries] = listIn(value)
  if (entries !== null) {
    if (entries.length === 0) return { format: 'mem0', memories: [], unreadable: [] }
    if (entries.some(isZep)) return readEach('zep', entries, readZep)
    if (entries.some(isMem0)) return readEach('mem0', entries, readMem0)
    const areTexts = entries.every((entry) => typeof entry === 'string')
    if ((name === '' || FACT_LISTS.includes(name)) && areTexts)
      return readEach('zep', entries, readZep)
  }
  throw unreadable('No memories are recognised in this JSON.')
}

/** The first list of entries, with the name of its field; an array has none. */
function listIn(value: unknown): readonly [string, readonly unknown[] | null] {
  if (Array.isArray(value)) return ['', value]
  const whole = entryOf(value)
  for (const name of LISTS) {
    const list = whole !== null && Object.hasOwn(whole, name) ? whole[name] : null
    if (Array.isArray(list)) return [name, list]
  }
  return ['', null]
}

function readEach(
  format: MemoryFormat,
  entries: readonly unknown[],
  read: EntryReader,
): MemoryFile {
  const memories: ImportedMemory[] = []
  const missed: number[] = []
  for (const [i, entry] of entries.entries()) {
    const memory = read(entry, i + 1)
    if (memory === null) missed.push(i + 1)
    else memories.push(memory)
  }
  return { format, memories, unreadable: missed }
}

function unreadable(what: string): AppError {
  return new AppError('import_line_invalid', `${what} ${ACCEPTED}`)
}
