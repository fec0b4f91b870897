import type { InlineKeyboardMarkup } from 'grammy/types'
import type { Rich } from '../../../text/markdown/rich.ts'
import { splitRich } from '../../../text/markdown/split-rich.ts'

/** A message of the bot, ready to send. */
export type OutgoingMessage = {
  /** One Telegram message each. */
  readonly parts: readonly Rich[]
  /** Under the last part. */
  readonly keyboard: InlineKeyboardMarkup | null
  /** The message it replies to. */
  readonly replyTo: string | null
  /** The message of the streamed draft, if any; it is edited instead of sending the first part. */
  readonly draftId: string | null
  /** The text of each part to store as a message of the chat; null for a notice, which is not stored. */
  readonly kept: readonly string[] | null
}

/** A notice: a message about the bot itself or a listing; not stored as a message of the chat. */
export function notice(
  rich: Rich,
  replyTo: string | null,
  keyboard: InlineKeyboardMarkup | null = null,
): OutgoingMessage {
  return { parts: splitRich(rich), keyboard, replyTo, draftId: null, kept: null }
}
