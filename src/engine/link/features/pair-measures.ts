import type { LinkWindow } from './link-window.ts'
import type { Pair } from './pairs.ts'
import type { ChatState } from './target-features.ts'

/**
 * Some numbers about the target and one candidate: their names, and the function that works them out in that order. One
 * function a group and not one a number: with forty candidates a message, calls took longer than the arithmetic.
 */
export type PairMeasures = {
  readonly names: readonly string[]
  readonly measure: (pair: Pair, scene: LinkWindow, state: ChatState) => readonly number[]
}
