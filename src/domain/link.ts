import type { CorrectionId, MessageId } from './ids.ts'

/** That a message continues an earlier one: with which probability, and why, in words for a person. */
export type Link = {
  readonly from: MessageId
  readonly to: MessageId
  /** In [0, 1]; 1 is certain: a reply or a quote; 0 where only the draft considers it likely. */
  readonly probability: number
  /**
   * The first net's probability, before conversations were known: the second look at later messages is computed from
   * it.
   */
  readonly draft: number
  readonly reason: string
}

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

/** The links from each message. */
export function linksByMessage(links: readonly Link[]): (from: MessageId) => readonly Link[] {
  const groups = new Map<MessageId, Link[]>()
  for (const link of links) {
    const group = groups.get(link.from)
    if (group === undefined) groups.set(link.from, [link])
    else group.push(link)
  }
  return (from) => groups.get(from) ?? []
}
