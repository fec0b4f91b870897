import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { AppError } from '../domain/errors.ts'
import type { ChatId, MessageId, PersonId } from '../domain/ids.ts'
import type { Message } from '../domain/message.ts'

/* Annotated chats, as the engine would have received them: joins, parts and renames are no messages, a person
 * has one id through renames, and a bot is known to be one. */

/** The annotation of a message. Numbers are positions in the chat's messages. */
export type Gold = {
  /** Whether it was annotated at all: messages before the annotated part are context only. */
  readonly isTarget: boolean
  /** The same for all messages of one conversation. */
  readonly conversation: number
  /** The messages it continues; its own position where it starts a conversation. */
  readonly antecedents: readonly number[]
}

/** A line of the file as it was annotated; numbers are lines. */
export type GoldLine = {
  readonly line: number
  readonly isTarget: boolean
  readonly conversation: number
  readonly antecedents: readonly number[]
}

export type AnnotatedChat = {
  readonly name: string
  /** Code of the language, where the file names one. */
  readonly language: string | null
  readonly messages: readonly Message[]
  readonly gold: readonly Gold[]
  /** The number of each message in its file, where system lines count too. */
  readonly lineOf: readonly number[]
  /** Every line of the file, system lines too: annotators put some of them into conversations. */
  readonly lines: readonly GoldLine[]
  /** The person behind a name; an unknown name is a new person. */
  readonly personOf: (name: string) => PersonId
}

export type ChatLine = {
  readonly file: string
  readonly idx: number
  readonly time: string
  readonly author: string | null
  readonly kind: 'message' | 'action' | 'notice' | 'system'
  readonly text: string
  readonly links: readonly number[]
  readonly annotated: boolean
  readonly reply_to?: number | null
  readonly lang?: string
}

const RENAME = /(\S+) is now known as (\S+)/
/** On IRC a bot is recognised by its name; elsewhere the platform marks it. */
const BOT_NAME = /bot$|^ubot|^bot|ubottu|ubotu/i

/** Reads the chats of a .jsonl or .jsonl.gz file, in its order. */
export function readChats(path: string): AnnotatedChat[] {
  const byFile = new Map<string, ChatLine[]>()
  for (const line of readJsonLines<ChatLine>(path, isLine)) {
    const lines = byFile.get(line.file)
    if (lines === undefined) byFile.set(line.file, [line])
    else lines.push(line)
  }
  return [...byFile].map(([name, lines]) => toChat(name, lines))
}

/** Reads a file of JSON lines; an invalid line is reported by its number. */
export function readJsonLines<T>(path: string, isRight: (value: unknown) => value is T): T[] {
  return readText(path)
    .split('\n')
    .flatMap((text, i) => {
      if (text.trim() === '') return []
      const value = parse(text)
      if (isRight(value)) return [value]
      throw new AppError(
        'import_line_invalid',
        `Line ${i + 1} of ${path} does not have the expected format. Check that this is the right file; nothing was written.`,
      )
    })
}

function readText(path: string): string {
  try {
    const bytes = readFileSync(path)
    return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new AppError(
      'file_unreadable',
      `${path} cannot be read (${why}). Give the path of a .jsonl or .jsonl.gz file.`,
      { cause },
    )
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isLine(value: unknown): value is ChatLine {
  const line = value as Partial<ChatLine> | null
  return (
    typeof line === 'object' &&
    line !== null &&
    typeof line.file === 'string' &&
    typeof line.idx === 'number' &&
    typeof line.time === 'string' &&
    !Number.isNaN(toDate(line.time).getTime()) &&
    typeof line.text === 'string' &&
    Array.isArray(line.links)
  )
}

/** Builds a chat from its lines. */
export function toChat(name: string, lines: readonly ChatLine[]): AnnotatedChat {
  const said = lines.filter((line) => line.kind !== 'system')
  const personOf = peopleOf(lines)
  const conversationOf = conversationsOf(lines)
  const placeOf = new Map(said.map((line, i) => [line.idx, i]))
  return {
    name,
    language: lines[0]?.lang ?? null,
    personOf,
    messages: said.map((line) => toMessage(line, personOf(line.author ?? ''))),
    lineOf: said.map((line) => line.idx),
    lines: lines.map((line) => ({
      line: line.idx,
      isTarget: line.annotated,
      conversation: conversationOf(line.idx),
      antecedents: line.links,
    })),
    gold: said.map((line) => ({
      isTarget: line.annotated,
      conversation: conversationOf(line.idx),
      antecedents: line.links.flatMap((idx) => placeOf.get(idx) ?? []),
    })),
  }
}

function toMessage(line: ChatLine, authorId: PersonId): Message {
  const authorName = line.author ?? ''
  return {
    id: (line.idx + 1) as MessageId,
    chatId: 1 as ChatId,
    externalId: String(line.idx),
    kind: 'message',
    authorId,
    authorName,
    authorUsername: authorName,
    isBot: BOT_NAME.test(authorName),
    sentAt: toDate(line.time),
    position: line.idx,
    text: line.text,
    replyTo: line.reply_to == null ? null : String(line.reply_to),
    quote: null,
    topic: null,
    sessionId: null,
    contextSnapshot: null,
  }
}

/** A time without a zone is taken as UTC. */
export function toDate(time: string): Date {
  return new Date(/Z$|[+-]\d\d:?\d\d$/.test(time) ? time : `${time}Z`)
}

/** Name → person. A renamed person stays the same, unless the new name already belonged to another. */
function peopleOf(lines: readonly ChatLine[]): (name: string) => PersonId {
  const ids = new Map<string, number>()
  const idOf = (name: string) => {
    const id = ids.get(name) ?? ids.size + 1
    ids.set(name, id)
    return id
  }
  for (const { kind, author, text } of lines) {
    const [, before, after] = (kind === 'system' && RENAME.exec(text)) || []
    if (before !== undefined && after !== undefined && !ids.has(after)) ids.set(after, idOf(before))
    if (kind !== 'system') idOf(author ?? '')
  }
  return (name) => idOf(name) as PersonId
}

/** Number of a line → the lowest number of its conversation: everything its links connect. */
function conversationsOf(lines: readonly ChatLine[]): (idx: number) => number {
  const parents = new Map<number, number>()
  const root = (idx: number): number => {
    const parent = parents.get(idx) ?? idx
    if (parent === idx) return idx
    const found = root(parent)
    parents.set(idx, found)
    return found
  }
  for (const { idx, links } of lines) {
    for (const link of links) {
      const [low, high] = [root(idx), root(link)].sort((a, b) => a - b) as [number, number]
      parents.set(high, low)
    }
  }
  return root
}
