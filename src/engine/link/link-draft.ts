import type { LinkWindow } from './features/link-window.ts'
import type { Pair } from './features/pairs.ts'

/** Which earlier message a message continues, in probabilities; the rest of 1 is "it starts a conversation". */
export type Belief = {
  readonly scene: LinkWindow
  /** What it may continue, newest first. */
  readonly pairs: readonly Pair[]
  /** Of each pair, and last of starting a conversation. */
  readonly probabilities: Float64Array
}

export type LinkDraft = Belief & {
  /** Every pair of the window, newest first; `pairs` are those that are plausible. */
  readonly window: readonly Pair[]
  /** Before the softmax, in the order of the probabilities. */
  readonly scores: Float64Array
  /** Indexes of the likeliest pairs, and the features of each of them and of the self row. */
  readonly likeliest: readonly number[]
  readonly rows: readonly Float32Array[]
}
