import type { ChatKind, ChatRef } from './chat.ts'
import type { ChatId, MessageId, PersonId, SessionId } from './ids.ts'

/** The metadata of a picture, file or voice note; its bytes are not stored here. */
export type Media = {
  readonly kind: string
  readonly fileId?: string | undefined
  readonly name?: string | undefined
  readonly mimeType?: string | undefined
  readonly sizeBytes?: number | undefined
  /** Where its bytes can be downloaded, if the channel provides it. */
  readonly url?: string | undefined
  /** The channel's id of the album it belongs to. */
  readonly album?: string | undefined
}

/** The number of people who reacted to a message with this emoji. */
export type Reaction = { readonly emoji: string; readonly count: number }

/** Messages of people and bots, or the platform's own notices: joined, pinned, renamed. */
export const MESSAGE_KINDS = ['message', 'system'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** The author, as the channel names them. */
export type Author = {
  readonly externalId: string
  readonly name: string | null
  readonly username: string | null
  readonly isBot: boolean
}

/** A parent that was sent before Earshot received messages, as the channel showed it to us. */
export type Snapshot = {
  readonly text: string
  readonly author: string | null
  /** The author by the channel's id, where the channel says; forgetting that person erases the copy. */
  readonly authorId: string | null
  readonly sentAt: Date | null
}

/** A received message: validated and cleaned, not yet stored. */
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
  /** The payload as received, as text: never parsed inside the database. */
  readonly raw: string | null
}

/** Defaults of the fields that are empty in most messages. */
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

/**
 * Web addresses of a chat's messages, with `{thread}` and `{message}` in place of the ids. `{digits}` is an id of digits
 * and dots, without the dots; messages with other ids have no address.
 */
export type MessageLinks = { readonly message: string; readonly threadMessage: string }

/** Messages of one chat, delivered together. */
export type Delivery = {
  readonly chat: ChatRef & {
    readonly kind: ChatKind
    readonly title: string | null
    /** Undefined if the channel has no such addresses, or does not know them. */
    readonly links?: MessageLinks | undefined
  }
  readonly messages: readonly IncomingMessage[]
  /** `foreign`: the ids are an exporter's, and the channel may have other ids for the same messages. */
  readonly ids?: 'foreign' | undefined
  /** The import that stores these messages, and that can be undone. */
  readonly importId?: string | undefined
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

/** The text shown in a group in place of a message whose author opted out. */
export const HIDDEN_TEXT = '(a message of somebody who wants nothing remembered)'
export const HIDDEN_NAME = 'somebody'

/** The message as others may see it: its place in the order, without its text and author. */
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

/** Earlier first: the order of a chat, independent of the order of arrival. */
export function byTime(a: Message, b: Message): number {
  return a.sentAt.getTime() - b.sentAt.getTime() || a.position - b.position || a.id - b.id
}

/** Decimal digits of a safe integer. */
const SAFE_DIGITS = 15

/**
 * Second key of the order, for messages of one moment: numeric ids grow with time, also with a fraction as Slack writes
 * them. Of longer ids the last digits count, which is where ids of one moment differ. Ids that are not numeric all get
 * 0, and arrival decides.
 */
export function positionOf(externalId: string): number {
  if (!/^\d+(\.\d+)?$/.test(externalId)) return 0
  return Number(externalId.replace('.', '').slice(-SAFE_DIGITS))
}
