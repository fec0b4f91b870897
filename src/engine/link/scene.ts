import type { Message } from '../../domain/message.ts'
import { enterNames, findNamed, type NameTable } from './names.ts'
import type { Reading, Tables } from './read-text.ts'

/* The scene into which a message falls: the last messages before it, who spoke in them and to whom.
 *
 * Everything is worked out from the messages at hand and nothing else: no state is carried from one
 * message to the next. That is what makes links come out the same whether a chat was heard live, was
 * imported, or arrived in the wrong order. */

/** How many messages back a message may continue. */
export const WINDOW = 100
/** How many are read to know who talks with whom. */
export const SPAN = 200

/** A message, or a tag that is not stored. */
export type Linkable = Pick<Message, 'sentAt' | 'text' | 'quote' | 'replyTo' | 'isBot'> & {
  readonly authorId: Message['authorId'] | null
  readonly authorName: string | null
  readonly authorUsername: string | null
}

/** A message as the model hears it; people are indexes into the scene's. */
export type Heard = {
  readonly author: number
  readonly minute: number
  readonly reading: Reading
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

export type Scene = {
  readonly target: Heard
  /** Oldest first, at most SPAN. */
  readonly earlier: readonly Heard[]
  readonly people: readonly PersonHere[]
}

export type SceneTools = { readonly read: (text: string) => Reading; readonly tables: Tables }

/** Sets the scene. `earlier` is what was said before in the same topic, oldest first. */
export function sceneOf(target: Linkable, before: readonly Message[], tools: SceneTools): Scene {
  const said = before.slice(-SPAN)
  const indexes = new Map<Message['authorId'] | null, number>()
  const indexOf = (id: Message['authorId'] | null) => {
    const known = indexes.get(id) ?? indexes.size
    indexes.set(id, known)
    return known
  }
  const targetAuthor = indexOf(target.authorId)
  const names: NameTable = new Map()
  // They may have been spoken to before they said a word themselves.
  enterNames(names, targetAuthor, target)
  for (const message of said) enterNames(names, indexOf(message.authorId), message)
  const authorOf = repliedAuthors(said, indexOf)
  const hear = (message: Linkable): Heard =>
    hearMessage(message, indexOf(message.authorId), names, authorOf, tools)

  const earlier = said.map(hear)
  const people = Array.from({ length: indexes.size }, nobodyYet)
  for (const [i, heard] of earlier.entries()) takeIn(heard, i, earlier, people, targetAuthor)
  return { target: hear(target), earlier, people }
}

function hearMessage(
  message: Linkable,
  author: number,
  names: NameTable,
  authorOf: (externalId: string) => number | undefined,
  { read, tables }: SceneTools,
): Heard {
  const reading = read(message.text)
  const named = findNamed(reading.names, author, names, tables)
  const replied = message.replyTo === null ? undefined : authorOf(message.replyTo)
  // A reply is what "ann:" is where nobody can reply: it says whom the message speaks to.
  const isToOther = replied !== undefined && replied !== author
  return {
    author,
    minute: Math.floor(message.sentAt.getTime() / 60_000),
    reading,
    isBot: message.isBot,
    mentions:
      isToOther && !named.mentions.includes(replied)
        ? [...named.mentions, replied]
        : named.mentions,
    addressee: isToOther ? replied : named.addressee,
    answers: 0,
    isAnsweredByTarget: false,
    isFirstOfAuthor: false,
  }
}

/** Enters a message into what is known of its people, in the order of the chat. */
function takeIn(
  heard: Heard,
  at: number,
  earlier: readonly Heard[],
  people: readonly PersonHere[],
  targetAuthor: number,
): void {
  const speaker = people[heard.author] as PersonHere
  heard.isFirstOfAuthor = speaker.count === 0
  speaker.count += 1
  speaker.last = at
  for (const who of heard.mentions) {
    const other = people[who] as PersonHere
    speaker.partner = who
    speaker.partnerAt = at
    other.partner = heard.author
    other.partnerAt = at
    if (heard.author === targetAuthor) {
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
    answered.isAnsweredByTarget ||= heard.author === targetAuthor
  }
}

function repliedAuthors(
  said: readonly Message[],
  indexOf: (id: Message['authorId']) => number,
): (externalId: string) => number | undefined {
  let authors: Map<string, number> | null = null
  return (externalId) => {
    authors ??= new Map(said.map((m) => [m.externalId, indexOf(m.authorId)]))
    return authors.get(externalId)
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
