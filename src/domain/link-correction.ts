import type { CorrectionId, MessageId } from './ids.ts'

/** The statements a person can make about the conversations of a chat. */
export const CORRECTION_KINDS = ['together', 'apart', 'start'] as const
export type CorrectionKind = (typeof CORRECTION_KINDS)[number]

/**
 * A correction of the links by a person.
 *
 *   together   both messages are of one conversation; `messageId` is the later one
 *   apart      `messageId` does not belong to the conversation of `otherId`
 *   start      `messageId` starts a new conversation; `otherId` is null
 */
export type LinkCorrection = {
  readonly id: CorrectionId
  readonly kind: CorrectionKind
  readonly messageId: MessageId
  readonly otherId: MessageId | null
  readonly createdAt: Date
}
