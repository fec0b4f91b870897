import type { Signals } from './signals.ts'

/* A net of one small hidden layer weighs the signals. A plain weighted sum was refused: whether a question opens a
 * subject depends on the rest of the dialogue (chit-chat opens with questions, a clerk asks within the matter),
 * and a sum that has seen both kinds is worse at each (train/topics). */

/** One signal's scale in training, and its weight for each hidden unit. */
export type SignalWeights = {
  readonly mean: number
  readonly deviation: number
  readonly toHidden: readonly number[]
}

export type TopicNet = {
  /** A signal without weights does not compile: after a change to the signals, train again. */
  readonly signals: {
    readonly [Group in keyof Signals]: Readonly<Record<keyof Signals[Group], SignalWeights>>
  }
  readonly hiddenBias: readonly number[]
  readonly fromHidden: readonly number[]
  readonly bias: number
}

/** Signals further out than this many deviations are clamped: training had nothing like it. */
const EDGE = 4

/** The probability that a new subject begins, from 0 to 1. */
export function weigh(net: TopicNet, signals: Signals): number {
  const hidden = [...net.hiddenBias]
  forEachSignal(signals, (group, name, value) => {
    const { mean, deviation, toHidden } = weightsOf(net, group, name)
    const scaled = scale(value, mean, deviation)
    for (let unit = 0; unit < hidden.length; unit += 1) {
      hidden[unit] = (hidden[unit] as number) + scaled * (toHidden[unit] as number)
    }
  })
  const sum = hidden.reduce(
    (total, value, unit) => total + Math.tanh(value) * (net.fromHidden[unit] as number),
    net.bias,
  )
  return 1 / (1 + Math.exp(-sum))
}

/** Every signal of every group, in a fixed order. */
export function forEachSignal(
  signals: Signals,
  use: (group: keyof Signals, name: string, value: number) => void,
): void {
  let group: keyof Signals
  for (group in signals) {
    const numbers: Readonly<Record<string, number>> = signals[group]
    for (const name in numbers) use(group, name, numbers[name] as number)
  }
}

/** The weights of one signal. */
export function weightsOf(net: TopicNet, group: keyof Signals, name: string): SignalWeights {
  const weights: Readonly<Record<string, SignalWeights>> = net.signals[group]
  return weights[name] as SignalWeights
}

/** A signal in deviations from its mean, as the net sees it. */
export function scale(value: number, mean: number, deviation: number): number {
  return Math.max(-EDGE, Math.min(EDGE, (value - mean) / deviation))
}
