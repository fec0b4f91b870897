import type { ChatKind, ChatRef } from './chat.ts'
import type { ChatId, MessageId, PersonId, SessionId } from './ids.ts'

/** What is known of a picture, file or voice note; its bytes are not kept here. */
export type Media = {
  readonly kind: string
  readonly fileId?: string | undefined
  readonly name?: string | undefined
  readonly mimeType?: string | undefined
  readonly sizeBytes?: number | undefined
  /** Where its bytes can be had, if the channel says so. */
  readonly url?: string | undefined
  /** The channel's name for pictures that were sent together. */
  readonly album?: string | undefined
}

/** How many people answered a message with this sign. */
export type Reaction = { readonly emoji: string; readonly count: number }

/** What people (and bots) say, or what the platform itself notes: joined, pinned, renamed. */
export const MESSAGE_KINDS = ['message', 'system'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** Who speaks, as the channel names them. */
export type Author = {
  readonly externalId: string
  readonly name: string | null
  readonly username: string | null
  readonly isBot: boolean
}

/** A parent that was sent before Earshot could hear, as the channel showed it to us. */
export type Snapshot = {
  readonly text: string
  readonly author: string | null
  readonly sentAt: Date | null
}

/** A message at the door: checked and cleaned, not yet stored. */
export type IncomingMessage = {
  readonly externalId: string
  readonly kind: MessageKind
  readonly author: Author
  readonly sentAt: Date
  readonly text: string
  readonly replyTo: string | null
  readonly quote: string | null
  readonly topic: string | null
  readonly media: readonly Media[]
  readonly reactions: readonly Reaction[]
  readonly contextSnapshot: Snapshot | null
  readonly editedAt: Date | null
  /** The payload as it came, as text: never parsed inside the database. */
  readonly raw: string | null
}

/** The parts of a message that most leave empty. */
export const EMPTY_FIELDS = {
  kind: 'message',
  replyTo: null,
  quote: null,
  topic: null,
  media: [],
  reactions: [],
  contextSnapshot: null,
  editedAt: null,
  raw: null,
} as const satisfies Partial<IncomingMessage>

/** Messages of one chat, as one delivery. */
export type Delivery = {
  readonly chat: ChatRef & { readonly kind: ChatKind; readonly title: string | null }
  readonly messages: readonly IncomingMessage[]
  /** `foreign`: the ids are an exporter's, and the channel may call the same messages otherwise. */
  readonly ids?: 'foreign' | undefined
}

/** A stored message. Order within a chat is (sentAt, position, id), however it arrived. */
export type Message = {
  readonly id: MessageId
  readonly chatId: ChatId
  readonly externalId: string
  readonly kind: MessageKind
  readonly authorId: PersonId
  readonly authorName: string
  readonly authorUsername: string | null
  readonly isBot: boolean
  readonly sentAt: Date
  readonly position: number
  readonly text: string
  readonly replyTo: string | null
  readonly quote: string | null
  readonly topic: string | null
  readonly sessionId: SessionId | null
  readonly contextSnapshot: Snapshot | null
}

/** What stands in a group for a message of somebody who wants nothing remembered. */
export const HIDDEN_TEXT = '(a message of somebody who wants nothing remembered)'
export const HIDDEN_NAME = 'somebody'

/** The message as others may see it: its place among the others, without its words and whose they are. */
export function hidden<M extends Message>(message: M): M {
  return {
    ...message,
    authorName: HIDDEN_NAME,
    authorUsername: null,
    text: HIDDEN_TEXT,
    quote: null,
    contextSnapshot: null,
  }
}

/** Earlier first: the order of a chat, the same whatever order the messages arrived in. */
export function byTime(a: Message, b: Message): number {
  return a.sentAt.getTime() - b.sentAt.getTime() || a.position - b.position || a.id - b.id
}

/**
 * Second key of the order, for channels whose clock ticks in seconds: a numeric id counts up with
 * time. Ids that are no number all get 0, and arrival decides.
 */
export function positionOf(externalId: string): number {
  return /^\d{1,15}$/.test(externalId) ? Number(externalId) : 0
}
