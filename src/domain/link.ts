import type { MessageId } from './ids.ts'

/** That a message continues an earlier one: how surely, and why, in words a person understands. */
export type Link = {
  readonly from: MessageId
  readonly to: MessageId
  /** In (0, 1]; 1 is certain: a reply or a quote. */
  readonly probability: number
  readonly reason: string
}
