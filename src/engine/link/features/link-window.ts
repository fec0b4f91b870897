import type { Message } from '../../../domain/message.ts'
import { type AuthorId, createNameFinder, type FindNamed, type NamedAuthor } from './names.ts'
import { createReader, type EmbedText, type Tables, type TextReading } from './read-text.ts'
import { similaritiesOf, WINDOW, type WindowSimilarity } from './similarity.ts'

/* The scene into which a message falls: the last messages before it, who spoke in them and to whom.
 *
 * Everything is worked out from the messages at hand and nothing else: no state is carried from one
 * message to the next. That is what makes links come out the same whether a chat was received live, was
 * imported, or arrived in the wrong order. */

/** A message, or a tag that is not stored. */
export type Linkable = Pick<Message, 'sentAt' | 'text' | 'quote' | 'replyTo' | 'isBot'> & {
  readonly authorId: Message['authorId'] | null
  readonly authorName: string | null
  readonly authorUsername: string | null
}

/** A message as the model hears it; people are indexes into the scene's. */
export type WindowMessage = {
  readonly author: number
  readonly minute: number
  readonly reading: TextReading
  readonly isBot: boolean
  readonly mentions: readonly number[]
  readonly addressee: number
  /** How often it seems to have been answered, and whether the target's author did so. */
  answers: number
  isAnsweredByTarget: boolean
  isFirstOfAuthor: boolean
}

export type PersonHere = {
  count: number
  /** Index of their latest message, -1 before the first. */
  last: number
  /** With whom they last talked, and when, as the index of a message. */
  partner: number
  partnerAt: number
  /** Between them and the target's author: how often, and when last. */
  fromTarget: number
  fromTargetAt: number
  toTarget: number
  toTargetAt: number
}

export type LinkWindow = {
  readonly target: WindowMessage
  /** Oldest first, at most WINDOW. */
  readonly earlier: readonly WindowMessage[]
  readonly people: readonly PersonHere[]
  /** For each of the target's words, the places of the earlier messages that have it. */
  readonly wordHolders: readonly (readonly number[])[]
  /** How near each earlier message is to the target in meaning, and in spelling. */
  readonly meaning: WindowSimilarity
  readonly spelling: WindowSimilarity
}

export type WindowTools = {
  readonly read: (text: string) => TextReading
  readonly findNames: (people: readonly NamedAuthor[]) => FindNamed
}

/** What scenes are set with: how texts are read, and names found. */
export function createWindowTools(tables: Tables, embed: EmbedText): WindowTools {
  return { read: createReader(tables, embed), findNames: createNameFinder(tables) }
}

/** Reads the window. `before` are the earlier messages of the same thread, oldest first. */
export function readWindow(
  target: Linkable,
  before: readonly Message[],
  tools: WindowTools,
): LinkWindow {
  const said = before.slice(-WINDOW)
  const indexes = new Map<AuthorId, number>()
  const indexOf = (id: AuthorId) => {
    const known = indexes.get(id)
    if (known !== undefined) return known
    indexes.set(id, indexes.size)
    return indexes.size - 1
  }
  const targetAuthor = indexOf(target.authorId)
  const authors = said.map(({ authorId }) => indexOf(authorId))
  const tell = {
    read: tools.read,
    // The target's author may have been spoken to before their first message.
    find: tools.findNames([...latestFirst(said, authors), target]),
    indexOf,
    authorOf: repliedAuthors(said, authors),
  }
  const earlier = said.map((message, i) => readMessage(message, authors[i] as number, tell))
  const people = Array.from({ length: indexes.size }, nobodyYet)
  for (const [i, message] of earlier.entries())
    addToWindow(message, i, earlier, people, targetAuthor)
  const message = readMessage(target, targetAuthor, tell)
  return {
    target: message,
    earlier,
    people,
    wordHolders: message.reading.words.map((word) => holdersOf(word, earlier)),
    meaning: similaritiesOf(message, earlier, 'meaning'),
    spelling: similaritiesOf(message, earlier, 'spelling'),
  }
}

function holdersOf(word: string, earlier: readonly WindowMessage[]): number[] {
  const holders: number[] = []
  for (let i = 0; i < earlier.length; i += 1) {
    if ((earlier[i] as WindowMessage).reading.wordSet.has(word)) holders.push(i)
  }
  return holders
}

/** A message of each author, the latest speaker first. */
function latestFirst(said: readonly Message[], authors: readonly number[]): Message[] {
  const latest: Message[] = []
  const hasSpoken: boolean[] = []
  for (let i = said.length - 1; i >= 0; i -= 1) {
    const author = authors[i] as number
    if (hasSpoken[author] === true) continue
    hasSpoken[author] = true
    latest.push(said[i] as Message)
  }
  return latest
}

type Telling = {
  readonly read: WindowTools['read']
  readonly find: FindNamed
  readonly indexOf: (id: AuthorId) => number
  readonly authorOf: (externalId: string) => number | undefined
}

function readMessage(
  message: Linkable,
  author: number,
  { read, find, indexOf, authorOf }: Telling,
): WindowMessage {
  const reading = read(message.text)
  const named = find(reading, message.authorId)
  const mentions = named.mentions.length === 0 ? NOBODY : named.mentions.map(indexOf)
  const replied = message.replyTo === null ? undefined : authorOf(message.replyTo)
  // A reply addresses the author of its parent, as "ann:" does on channels without replies.
  const isToOther = replied !== undefined && replied !== author
  return {
    author,
    minute: Math.floor(message.sentAt.getTime() / 60_000),
    reading,
    isBot: message.isBot,
    mentions: isToOther && !mentions.includes(replied) ? [...mentions, replied] : mentions,
    addressee: isToOther ? replied : named.addressee === undefined ? -1 : indexOf(named.addressee),
    answers: 0,
    isAnsweredByTarget: false,
    isFirstOfAuthor: false,
  }
}

const NOBODY: readonly number[] = []

/** Enters a message into what is known of its people, in the order of the chat. */
function addToWindow(
  message: WindowMessage,
  at: number,
  earlier: readonly WindowMessage[],
  people: readonly PersonHere[],
  targetAuthor: number,
): void {
  const speaker = people[message.author] as PersonHere
  message.isFirstOfAuthor = speaker.count === 0
  speaker.count += 1
  speaker.last = at
  for (const who of message.mentions) {
    const other = people[who] as PersonHere
    speaker.partner = who
    speaker.partnerAt = at
    other.partner = message.author
    other.partnerAt = at
    if (message.author === targetAuthor) {
      other.fromTarget += 1
      other.fromTargetAt = at
    }
    if (who === targetAuthor) {
      speaker.toTarget += 1
      speaker.toTargetAt = at
    }
    const answered = earlier[other.last]
    if (answered === undefined) continue
    answered.answers += 1
    answered.isAnsweredByTarget ||= message.author === targetAuthor
  }
}

function repliedAuthors(
  said: readonly Message[],
  authors: readonly number[],
): (externalId: string) => number | undefined {
  let byId: Map<string, number> | null = null
  return (externalId) => {
    byId ??= new Map(said.map((m, i) => [m.externalId, authors[i] as number]))
    return byId.get(externalId)
  }
}

function nobodyYet(): PersonHere {
  return {
    count: 0,
    last: -1,
    partner: -1,
    partnerAt: -1,
    fromTarget: 0,
    fromTargetAt: -1,
    toTarget: 0,
    toTargetAt: -1,
  }
}
