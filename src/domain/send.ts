/* What the bot owes a chat, and how far it has come.
 *
 *   due ──▶ sending ──▶ due (the next part) … ──▶ posted ──▶ sent
 *              │                                   kept as a message of the chat
 *              └──▶ uncertain: it may have arrived or not; a person decides
 *
 * Telegram knows no key by which a second send is recognised as the first. So a send is noted before it
 * is tried, and whoever finds the note without its end does not try again: at most once. */

export const SEND_STATES = [
  'due',
  'sending',
  'posted',
  'sent',
  'uncertain',
  'failed',
  'dropped',
] as const
export type SendState = (typeof SEND_STATES)[number]

/** An answer to a tag, the reply to a command, to a button, or a word of greeting. */
export type SendKind = 'answer' | 'command' | 'button' | 'greeting'

/** Something owed. It holds no words: they are made when it is sent, from what it names. */
export type PendingSend = {
  readonly kind: SendKind
  /** What it is owed for; owed once. */
  readonly cause: string
  /** What a button said. */
  readonly detail: string | null
  readonly chat: string
  readonly topic: string | null
  /** The message it replies to. */
  readonly messageId: string | null
  /** Whose turn it is, by the channel's id: one answer at a time for each. */
  readonly person: string | null
}

export type Send = PendingSend & {
  readonly id: number
  readonly state: SendState
  readonly answerId: string | null
  readonly draftId: string | null
  readonly nextPart: number
  readonly sentIds: readonly string[]
  readonly tries: number
  readonly problem: string | null
  readonly createdAt: Date
  readonly changedAt: Date
}
