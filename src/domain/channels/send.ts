/* What the bot owes a chat, and how far it has come.
 *
 *   due ──▶ sending ──▶ due (the next part) … ──▶ posted ──▶ sent
 *              │                                   kept as a message of the chat
 *              └──▶ uncertain: it may have arrived or not; a person decides
 *
 * Most platforms know no key by which a second send is recognised as the first. So a send is recorded before it is
 * attempted, and a process that finds the record without its end does not attempt it again: at most once. */

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

/** An answer to a mention or unasked to an open question, the reply to a command, to a button, a greeting, a digest, a reminder, a reaction. */
type SendKind =
  | 'answer'
  | 'unprompted'
  | 'command'
  | 'button'
  | 'greeting'
  | 'digest'
  | 'reminder'
  | 'reaction'

/** Whether a send is an answer, which is stored as a message of the chat; others are notices. */
export function isAnswer(kind: SendKind): boolean {
  return kind === 'answer' || kind === 'unprompted'
}

/** A pending send. It holds no text: that is composed when it is sent, from the rows it names. */
export type PendingSend = {
  readonly kind: SendKind
  /** The reason for the send; unique, so that it is sent once. */
  readonly cause: string
  /** The data of a pressed button; the chat and the period of a digest; the emoji of a reaction. */
  readonly detail: string | null
  readonly chat: string
  readonly isGroup: boolean
  readonly topic: string | null
  /** The message it replies to. */
  readonly messageId: string | null
  /** The person it answers, by the channel's id: each gets one answer at a time. */
  readonly person: string | null
  /** When it is sent; now if absent. */
  readonly notBefore?: Date
}

export type Send = PendingSend & {
  readonly id: number
  readonly channel: string
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
