import type { Message } from './message.ts'

/** A message with how surely it belongs to a conversation, from 0 to 1, and why. */
export type WeighedMessage = {
  readonly message: Message
  readonly weight: number
  readonly reason: string
}

/** Where a message stands to a conversation: in it, beside it, or surely part of another one. */
export type Standing = 'conversation' | 'beside' | 'elsewhere'

/** A message that was looked at, in the conversation or not. */
export type PlacedMessage = WeighedMessage & { readonly standing: Standing }
