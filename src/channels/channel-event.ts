import type { Delivery, Reaction } from '../domain/message.ts'

/* What happens on a platform, as it was sent and as the bot understands it. */

/** An event as the platform sent it. */
export type RawEvent = {
  /** Identifies the event: a second delivery has the same. */
  readonly id: string
  /** Place in the platform's order, as decimal digits; null for the order of arrival. */
  readonly ordinal: string | null
  readonly payload: string
  /** The author; null for an event without one. Forgetting a person erases their pending events. */
  readonly author: string | null
  /** The chat; null for an event of no chat. */
  readonly chat: string | null
  /** The album whose parts are read together. */
  readonly album: string | null
}

export type ChannelEvent =
  | MessageEvent
  | {
      readonly kind: 'delete'
      readonly chat: string
      readonly messageIds: readonly string[]
    }
  | ReactionsEvent
  | ButtonEvent
  | MembershipEvent
  | {
      /** The chat has another id now. */
      readonly kind: 'moved'
      readonly from: string
      readonly to: string
    }

export type MessageEvent = {
  readonly kind: 'message'
  /** One message. */
  readonly delivery: Delivery
  readonly isEdit: boolean
  /** The name of a command for this bot; null for other messages. */
  readonly command: string | null
  /** Whether it calls the bot: in private, by a mention, a reply or a name. Never true for a bot's message. */
  readonly isAddressed: boolean
  /** True if a bot that receives only what is addressed to it would not have received it. */
  readonly isOverheard: boolean
  /** Ids and names of the chat and of the author, by which settings may list them. */
  readonly chatNames: readonly (string | null)[]
  readonly authorNames: readonly (string | null)[]
  /** The message it replies to, as far as the platform shows it. */
  readonly parent: ParentInfo | null
  /** The chat under its old id, if this message reports its move. */
  readonly movedFrom: string | null
}

type ParentInfo = {
  readonly messageId: string
  readonly isOwn: boolean
  readonly album: { readonly album: string; readonly near: Date } | null
}

/** All reactions that a message has now. */
export type ReactionsEvent = {
  readonly kind: 'reactions'
  readonly chat: string
  readonly messageId: string
  readonly reactions: readonly Reaction[]
}

export type ButtonEvent = {
  readonly kind: 'button'
  /** The action of the pressed button; untrusted. */
  readonly action: string
  readonly chat: string
  readonly isGroup: boolean
  readonly topic: string | null
  readonly messageId: string
  readonly person: string
  /** Tells the platform that the press was received; its failure is ignored. */
  acknowledge(): Promise<void>
}

export type MembershipEvent = {
  readonly kind: 'membership'
  readonly chat: string
  readonly title: string | null
  readonly isGroup: boolean
  /** member, administrator, restricted, left or kicked. */
  readonly status: string
  readonly at: Date
  readonly hasJoined: boolean
}
