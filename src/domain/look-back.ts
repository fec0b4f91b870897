import type { Message } from './message.ts'

/** A message with the probability that it belongs to a conversation, from 0 to 1, and why. */
export type WeighedMessage = {
  readonly message: Message
  readonly weight: number
  readonly reason: string
}

/** The relation of a message to a conversation: in it, near it, or surely part of another one. */
export type Standing = 'conversation' | 'beside' | 'elsewhere'

/** A message that the look back examined, in the conversation or not. */
export type PlacedMessage = WeighedMessage & { readonly standing: Standing }
