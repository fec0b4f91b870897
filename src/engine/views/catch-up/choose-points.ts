import type { MissedMessage } from '../../../db/messages/missed-messages.ts'
import type { ConversationId, MessageId, PersonId } from '../../../domain/ids.ts'
import { byTime, HIDDEN_TEXT, type Message } from '../../../domain/message.ts'
import type { SourceLine } from '../../../domain/prompt.ts'
import { pickSalient } from '../../../models/offline/pick-salient.ts'
import { readSentences } from '../../../models/offline/sentences.ts'
import { onlyAgrees, statesDecision } from '../../../text/query/states-decision.ts'
import { TITLE_MESSAGES, titleConversation } from '../title-conversation.ts'
import { openQuestions } from './open-questions.ts'

/* Selects what a catch-up lists of the missed messages, by conversation.
 *
 *   1. questions to the asker that they have not answered, and other messages to them
 *   2. decisions
 *   3. unanswered questions
 *   4. a sentence or two of the rest
 *
 * Of the first three everything is listed, of the rest a little. Conversations that concern the asker come first. */

export type PointKind = 'question_to_you' | 'to_you' | 'decision' | 'open_question' | 'said'

export type CatchUpPoint = {
  readonly kind: PointKind
  readonly message: Message
  /** The whole message, or the sentence of it that matters. */
  readonly text: string
}

export type MissedConversation = {
  readonly id: ConversationId | null
  readonly title: string
  /** Names of the authors, in order of appearance. */
  readonly people: readonly string[]
  readonly messageCount: number
  readonly lastAt: Date
  /** The asker wrote in it before, or was addressed. */
  readonly concernsAsker: boolean
  readonly points: readonly CatchUpPoint[]
}

/** The person who catches up; null if none is named. */
type CatchUpAsker = {
  readonly personId: PersonId
  isNamedIn(text: string): boolean
} | null

export type Missed = {
  /** The messages by conversation, oldest first. */
  readonly groups: readonly (readonly MissedMessage[])[]
  readonly asker: CatchUpAsker
  /** The channel's ids of the asker's messages that are replied to. */
  readonly ownParents: ReadonlySet<string>
  /** Conversations in which the asker wrote before. */
  readonly ownConversations: ReadonlySet<ConversationId>
  /** Messages that a message of another person continues. */
  readonly continued: ReadonlySet<MessageId>
}

/** Messages of a conversation that its gist is read from: the newest. */
const GIST_MESSAGES = 200
const MAX_SAID = 2
/** Beside other points: the title shows what the conversation is about already. */
const MAX_SAID_BESIDE = 1
/** A bound against floods; a person reads no more. */
const MAX_POINTS = 12

/** Messages by conversation; one without a conversation is a group by itself. */
export function groupMissed(messages: readonly MissedMessage[]): MissedMessage[][] {
  const groups = new Map<string, MissedMessage[]>()
  for (const message of messages) {
    const key = String(message.conversationId ?? `message ${message.id}`)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [message])
    else group.push(message)
  }
  return [...groups.values()]
}

type Choice = {
  /** Only conversations that concern the asker. */
  readonly isOnlyMe: boolean
  readonly limit: number
}

/** The number of conversations with a point, and the first of them, those that concern the asker first. */
export function choosePoints(
  missed: Missed,
  { isOnlyMe, limit }: Choice,
): { readonly conversationCount: number; readonly conversations: readonly MissedConversation[] } {
  const drafts = missed.groups
    .map((messages) => toDraft(messages, missed))
    .filter(({ concernsAsker }) => concernsAsker || !isOnlyMe)
    .filter(({ named, rest }) => named.length > 0 || rest.some(hasSubject))
    .sort((a, b) => rankOf(b) - rankOf(a) || b.lastAt.getTime() - a.lastAt.getTime())
  // Title and gist compare sentences, which takes most of the time: of thousands of conversations only a few are listed.
  return {
    conversationCount: drafts.length,
    conversations: drafts.slice(0, limit).map(toConversation),
  }
}

/** A conversation before its title and gist are made. */
type Draft = Pick<MissedConversation, 'id' | 'messageCount' | 'lastAt' | 'concernsAsker'> & {
  readonly others: readonly MissedMessage[]
  readonly named: readonly CatchUpPoint[]
  /** What is no point by itself. */
  readonly rest: readonly MissedMessage[]
}

function rankOf({ named, concernsAsker }: Draft): number {
  const has = (kind: PointKind) => named.some((point) => point.kind === kind)
  if (has('question_to_you')) return 4
  if (has('to_you')) return 3
  if (has('decision')) return concernsAsker ? 3 : 2
  if (concernsAsker) return 2
  return has('open_question') ? 1 : 0
}

function toDraft(messages: readonly MissedMessage[], missed: Missed): Draft {
  const own = missed.asker?.personId
  const isListed = ({ text, authorId, isBot }: Message) =>
    authorId !== own && !isBot && text.trim() !== '' && text !== HIDDEN_TEXT
  const others = messages.filter(isListed)
  const lastOwn = messages.findLast(({ authorId }) => authorId === own)
  const last = messages.at(-1) as MissedMessage
  const isAfter = (a: Message, b: Message | undefined) => b === undefined || byTime(a, b) > 0
  const agreed = agreedIn(others)
  const open = openQuestions(messages, missed.continued)
  const kindOf = (message: MissedMessage): PointKind | null => {
    if (isAddressed(message, missed) && isAfter(message, lastOwn)) {
      return message.isQuestion ? 'question_to_you' : 'to_you'
    }
    if (agreed.has(message) || statesDecision(message.text)) return 'decision'
    return open.has(message) ? 'open_question' : null
  }
  const kinds = others.map(kindOf)
  const isToYou = kinds.some((kind) => kind === 'question_to_you' || kind === 'to_you')
  const id = last.conversationId
  return {
    id,
    messageCount: messages.length,
    lastAt: last.sentAt,
    concernsAsker: isToYou || (id !== null && missed.ownConversations.has(id)),
    others,
    named: others.flatMap((message, i): CatchUpPoint[] => {
      const kind = kinds[i] ?? null
      return kind === null ? [] : [{ kind, message, text: message.text }]
    }),
    rest: others.filter((_, i) => kinds[i] === null).slice(-GIST_MESSAGES),
  }
}

function toConversation({ others, named, rest, ...draft }: Draft): MissedConversation {
  const maxSaid = named.length === 0 ? MAX_SAID : MAX_SAID_BESIDE
  return {
    ...draft,
    title: titleConversation(others.slice(0, TITLE_MESSAGES)).title,
    people: [...new Set(others.map(({ authorName }) => authorName))],
    points: [
      ...inOrder(newestOf(named)),
      ...gistOf(rest, Math.max(0, Math.min(maxSaid, MAX_POINTS - named.length))),
    ],
  }
}

/** What others agreed to in so many words: the message they replied to, or the one before. */
function agreedIn(messages: readonly MissedMessage[]): Set<MissedMessage> {
  const byId = new Map(messages.map((message) => [message.externalId, message]))
  const agreed = messages.map(({ text, replyTo, authorId }, i) => {
    if (!onlyAgrees(text)) return undefined
    const to = replyTo === null ? messages[i - 1] : byId.get(replyTo)
    return to?.authorId === authorId ? undefined : to
  })
  return new Set(agreed.filter((message) => message !== undefined))
}

const ORDER: readonly PointKind[] = [
  'question_to_you',
  'to_you',
  'decision',
  'open_question',
  'said',
]

/** At most MAX_POINTS: all of a kind before any of the next, the newest of a kind, since they supersede the rest. */
function newestOf(points: readonly CatchUpPoint[]): CatchUpPoint[] {
  const chosen = new Set(inOrder(points.toReversed()).slice(0, MAX_POINTS))
  return points.filter((point) => chosen.has(point))
}

function inOrder(points: readonly CatchUpPoint[]): CatchUpPoint[] {
  return points.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
}

/** Whether the message names the asker or replies to a message of theirs. */
function isAddressed({ text, replyTo }: Message, { asker, ownParents }: Missed): boolean {
  if (asker === null) return false
  if (replyTo !== null && ownParents.has(replyTo)) return true
  return asker.isNamedIn(text)
}

/** Whether a sentence of it may be listed as the gist. */
function hasSubject(message: MissedMessage): boolean {
  return readSentences([toLine(message, 0)]).some(({ words }) => words.size > 0)
}

function gistOf(messages: readonly MissedMessage[], count: number): CatchUpPoint[] {
  const picked = pickSalient(readSentences(messages.map(toLine)), count)
  return picked
    .toSorted((a, b) => a.line.number - b.line.number)
    .map(({ line, text }) => ({
      kind: 'said',
      message: messages[line.number] as MissedMessage,
      text,
    }))
}

function toLine({ text, authorName, sentAt }: Message, i: number): SourceLine {
  return { number: i, speaker: authorName, sentAt, text }
}
