import type { MessageId } from './ids.ts'

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
