import type { Message } from './message.ts'

/** A message with the probability that it belongs to a conversation, from 0 to 1, and why. */
export type WeighedMessage = {
  readonly message: Message
  readonly weight: number
  readonly reason: string
}

/**
 * Where a message stands to a conversation: in it, beside it, in another one that the mention may be about nearly as
 * likely, or surely in a third.
 */
type Standing = 'conversation' | 'beside' | 'rival' | 'elsewhere'

/** A message that the look back examined, in the conversation or not. */
export type PlacedMessage = WeighedMessage & { readonly standing: Standing }
