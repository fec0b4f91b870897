import type { InlineKeyboardMarkup } from 'grammy/types'
import type { Rich } from '../../../text/markdown/rich.ts'
import { splitRich } from '../../../text/markdown/split-rich.ts'

/** What the bot says, as it will be sent. */
export type OutgoingMessage = {
  /** One message each. */
  readonly parts: readonly Rich[]
  /** Under the last of them. */
  readonly keyboard: InlineKeyboardMarkup | null
  /** The message it answers. */
  readonly replyTo: string | null
  /** A message that shows it already, as far as it was written. */
  readonly draftId: string | null
  /** What is kept of each part as said in the chat; null where it is no part of the talk. */
  readonly kept: readonly string[] | null
}

/** What the bot says of itself, or shows: no part of the talk, and not kept. */
export function notice(
  rich: Rich,
  replyTo: string | null,
  keyboard: InlineKeyboardMarkup | null = null,
): OutgoingMessage {
  return { parts: splitRich(rich), keyboard, replyTo, draftId: null, kept: null }
}
