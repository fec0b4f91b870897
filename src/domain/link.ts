import type { MessageId } from './ids.ts'

/** That a message continues an earlier one: how surely, and why, in words a person understands. */
export type Link = {
  readonly from: MessageId
  readonly to: MessageId
  /** In [0, 1]; 1 is certain: a reply or a quote; 0 where only the draft holds it likely. */
  readonly probability: number
  /** Of the first look, before conversations were known: the second look at later messages is worked out from it. */
  readonly draft: number
  readonly reason: string
}
