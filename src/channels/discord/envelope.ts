import type { RawEvent } from '../channel-event.ts'
import type { DiscordPlace } from './place.ts'
import type { DiscordInteraction, DiscordMessage } from './schemas.ts'
import { compareSnowflakes, snowflakeAt } from './snowflake.ts'

/** Names of what a text mentions by id; those of people come with the message. */
export type MentionNames = {
  readonly roles: Readonly<Record<string, { readonly name: string; readonly isOwn: boolean }>>
  readonly rooms: Readonly<Record<string, string>>
}

/** An event as the inbox stores it: what Discord sent, with what is needed to read it without asking Discord again. */
export type StoredDispatch =
  | {
      readonly kind: 'message'
      readonly isEdit: boolean
      readonly message: DiscordMessage
      readonly place: DiscordPlace
      readonly names: MentionNames
      /** True for a message that was found in the history long after it was sent: it is stored and not answered. */
      readonly isLate: boolean
    }
  | { readonly kind: 'delete'; readonly chat: string; readonly messageIds: readonly string[] }
  | {
      readonly kind: 'reactions'
      readonly chat: string
      readonly room: string
      readonly messageId: string
    }
  | {
      readonly kind: 'interaction'
      readonly interaction: DiscordInteraction
      readonly place: DiscordPlace
    }
  | {
      readonly kind: 'membership'
      readonly chat: string
      readonly title: string | null
      readonly status: 'member' | 'left'
      readonly at: string
      readonly hasJoined: boolean
    }
  | {
      readonly kind: 'gap'
      readonly id: string
      readonly place: DiscordPlace
      readonly since: string
      readonly until: string
    }

type Key = Pick<RawEvent, 'id' | 'author' | 'chat'> & {
  /** The messages that the event is about: it is processed after them. */
  readonly after?: readonly string[]
  readonly ordinal?: string
  readonly album?: string
}

/** The event of the inbox. An event without an id of its own time is placed at its arrival. */
export function toRawEvent(
  { id, author, chat, after = [], ordinal, album }: Key,
  envelope: StoredDispatch,
  now: Date,
): RawEvent {
  const arrived = ordinal ?? snowflakeAt(now)
  const place = after.reduce((latest, one) => {
    const next = String(BigInt(one) + 1n)
    return compareSnowflakes(latest, next) < 0 ? next : latest
  }, arrived)
  return {
    id,
    author,
    chat,
    ordinal: place,
    album: album ?? null,
    payload: JSON.stringify(envelope),
  }
}

/** Reads a stored payload. Trusted: our own rows. */
export function fromPayload(payload: string): StoredDispatch {
  return JSON.parse(payload)
}
