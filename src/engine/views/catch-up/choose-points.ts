import type { MissedMessage } from '../../../db/messages/missed-messages.ts'
import type { ConversationId, PersonId } from '../../../domain/ids.ts'
import { byTime, HIDDEN_TEXT, type Message } from '../../../domain/message.ts'
import type { SourceLine } from '../../../domain/prompt.ts'
import { pickSalient } from '../../../models/offline/pick-salient.ts'
import { readSentences } from '../../../models/offline/sentences.ts'
import { onlyAgrees, statesDecision } from '../../../text/query/states-decision.ts'
import { TITLE_MESSAGES, titleConversation } from '../title-conversation.ts'

/* What of the messages somebody missed is worth telling, by conversation.
 *
 *   1. questions to the asker that they have not answered, and other messages to them
 *   2. decisions
 *   3. the question that a conversation ended with
 *   4. a sentence or two of what else was said
 *
 * Of the first three everything is told, of the rest a little. Conversations that concern the asker come first. */

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

/** The person who catches up; null where nobody is named. */
type CatchUpAsker = {
  readonly personId: PersonId
  isNamedIn(text: string): boolean
} | null

export type Missed = {
  readonly messages: readonly MissedMessage[]
  readonly asker: CatchUpAsker
  /** The channel's ids of the asker's messages that are replied to. */
  readonly ownParents: ReadonlySet<string>
  /** Conversations in which the asker wrote before. */
  readonly ownConversations: ReadonlySet<ConversationId>
}

/** Messages of a conversation that its gist is read from: the newest. */
const GIST_MESSAGES = 200
const MAX_SAID = 2
/** A bound against floods; a person reads no more. */
const MAX_POINTS = 12

/** The conversations with their points, those that concern the asker first. */
export function choosePoints(missed: Missed): MissedConversation[] {
  const groups = new Map<string, MissedMessage[]>()
  for (const message of missed.messages) {
    const key = String(message.conversationId ?? `message ${message.id}`)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [message])
    else group.push(message)
  }
  return [...groups.values()]
    .map((messages) => toConversation(messages, missed))
    .filter(({ points }) => points.length > 0)
    .sort((a, b) => rankOf(b) - rankOf(a) || b.lastAt.getTime() - a.lastAt.getTime())
}

function rankOf({ points, concernsAsker }: MissedConversation): number {
  const has = (kind: PointKind) => points.some((point) => point.kind === kind)
  if (has('question_to_you')) return 4
  if (has('to_you')) return 3
  if (has('decision')) return concernsAsker ? 3 : 2
  if (concernsAsker) return 2
  return has('open_question') ? 1 : 0
}

function toConversation(messages: readonly MissedMessage[], missed: Missed): MissedConversation {
  const own = missed.asker?.personId
  const isTold = ({ text, authorId, isBot }: Message) =>
    authorId !== own && !isBot && text.trim() !== '' && text !== HIDDEN_TEXT
  const others = messages.filter(isTold)
  const lastOwn = messages.findLast(({ authorId }) => authorId === own)
  const last = messages.at(-1) as MissedMessage
  // Whatever another person writes after a question answers it: an open one is among the last messages of one author.
  const lastOther = messages.findLast(({ authorId }) => authorId !== last.authorId)
  const isAfter = (a: Message, b: Message | undefined) => b === undefined || byTime(a, b) > 0
  const agreed = agreedIn(others)
  const kindOf = (message: MissedMessage): PointKind | null => {
    if (isAddressed(message, missed) && isAfter(message, lastOwn)) {
      return message.isQuestion ? 'question_to_you' : 'to_you'
    }
    if (agreed.has(message) || statesDecision(message.text)) return 'decision'
    return message.isQuestion && isAfter(message, lastOther) ? 'open_question' : null
  }
  const kinds = others.map(kindOf)
  const named = others.flatMap((message, i): CatchUpPoint[] => {
    const kind = kinds[i] ?? null
    return kind === null ? [] : [{ kind, message, text: message.text }]
  })
  const rest = others.filter((_, i) => kinds[i] === null).slice(-GIST_MESSAGES)
  const isToYou = kinds.some((kind) => kind === 'question_to_you' || kind === 'to_you')
  const id = last.conversationId
  return {
    id,
    title: titleConversation(others.slice(0, TITLE_MESSAGES)).title,
    people: [...new Set(others.map(({ authorName }) => authorName))],
    messageCount: messages.length,
    lastAt: last.sentAt,
    concernsAsker: isToYou || (id !== null && missed.ownConversations.has(id)),
    points: [
      ...inOrder(named).slice(0, MAX_POINTS),
      ...gistOf(rest, Math.max(0, Math.min(MAX_SAID, MAX_POINTS - named.length))),
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

function inOrder(points: readonly CatchUpPoint[]): CatchUpPoint[] {
  return points.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
}

/** Whether the message names the asker or replies to a message of theirs. */
function isAddressed({ text, replyTo }: Message, { asker, ownParents }: Missed): boolean {
  if (asker === null) return false
  if (replyTo !== null && ownParents.has(replyTo)) return true
  return asker.isNamedIn(text)
}

function gistOf(messages: readonly MissedMessage[], count: number): CatchUpPoint[] {
  const lines = messages.map(({ text, authorName, sentAt }, i): SourceLine => {
    return { number: i, speaker: authorName, sentAt, text }
  })
  const picked = pickSalient(readSentences(lines), count)
  return picked
    .toSorted((a, b) => a.line.number - b.line.number)
    .map(({ line, text }) => ({
      kind: 'said',
      message: messages[line.number] as MissedMessage,
      text,
    }))
}
