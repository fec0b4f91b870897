import {
  forEachSignal,
  type SignalWeights,
  scale,
  type TopicNet,
  weightsOf,
} from '../../src/text/segment/net.ts'
import type { Signals } from '../../src/text/segment/signals.ts'
import { seededRandom } from '../../test/chaos/seeded-random.ts'
import type { Sample } from './samples.ts'

/* Learns the net by gradient descent (Adam). Sets differ in size, and each counts alike. */

export type Recipe = {
  readonly units: number
  readonly epochs: number
  readonly batch: number
  readonly rate: number
  /** Pulls weights to zero, in each step. */
  readonly decay: number
  /** A net for each; their means are less moody than any of them. */
  readonly seeds: readonly number[]
}

/** Chosen by the folds of `--check`; README.md has what else was tried. */
export const RECIPE: Recipe = {
  units: 12,
  epochs: 15,
  batch: 256,
  rate: 0.004,
  decay: 0.002,
  seeds: [1, 2, 3],
}

type Row = { readonly inputs: Float64Array; readonly goal: number; readonly weight: number }
type Scale = { readonly mean: number; readonly deviation: number }

/** Trains a net on some sets of samples. */
export function learn(sets: readonly (readonly Sample[])[], recipe: Recipe = RECIPE): TopicNet {
  const columns = sets.map((set) => set.map(({ signals }) => numbersOf(signals)))
  const all = columns.flat()
  const scales = (all[0] ?? []).map((_, i) => scaleOf(all.map((row) => row[i] as number)))
  const rows = sets.flatMap((set, s) =>
    set.map(({ isChange }, r): Row => {
      const inputs = (columns[s]?.[r] ?? []).map((value, i) => {
        const { mean, deviation } = scales[i] as Scale
        return scale(value, mean, deviation)
      })
      const weight = all.length / sets.length / set.length
      return { inputs: Float64Array.from(inputs), goal: Number(isChange), weight }
    }),
  )
  const signals = sets[0]?.[0]?.signals
  if (signals === undefined) throw new Error('There is nothing to learn from.')
  const nets = recipe.seeds.map((seed) => {
    return toNet(descend(rows, scales.length, recipe, seed), signals, scales, recipe.units)
  })
  return sideBySide(nets)
}

function numbersOf(signals: Signals): number[] {
  const numbers: number[] = []
  forEachSignal(signals, (_, __, value) => numbers.push(value))
  return numbers
}

/** The weights under the names of their signals; `example` has the names. */
function toNet(
  weights: Float64Array,
  example: Signals,
  scales: readonly Scale[],
  units: number,
): TopicNet {
  const groups: Record<string, Record<string, SignalWeights>> = {}
  let i = 0
  forEachSignal(example, (group, name) => {
    const toHidden = [...weights.subarray(i * units, (i + 1) * units)]
    groups[group] = { ...groups[group], [name]: { ...(scales[i] as Scale), toHidden } }
    i += 1
  })
  const rest = i * units
  return {
    // The names are those of the signals themselves, which the compiler cannot see.
    signals: groups as unknown as TopicNet['signals'],
    hiddenBias: [...weights.subarray(rest, rest + units)],
    fromHidden: [...weights.subarray(rest + units, rest + 2 * units)],
    bias: weights[rest + 2 * units] as number,
  }
}

/** The mean of some nets is a net itself, with all their units side by side. */
function sideBySide(nets: readonly TopicNet[]): TopicNet {
  const [first] = nets
  if (first === undefined) throw new Error('The recipe has no seed.')
  const groups = Object.entries(first.signals).map(([group, of]) => {
    const weights = Object.entries(of).map(([name, own]) => {
      const toHidden = nets.flatMap((net) => weightsOf(net, group as keyof Signals, name).toHidden)
      return [name, { ...own, toHidden }]
    })
    return [group, Object.fromEntries(weights)]
  })
  return {
    signals: Object.fromEntries(groups),
    hiddenBias: nets.flatMap(({ hiddenBias }) => hiddenBias),
    fromHidden: nets.flatMap(({ fromHidden }) => fromHidden.map((weight) => weight / nets.length)),
    bias: nets.reduce((sum, { bias }) => sum + bias, 0) / nets.length,
  }
}

function scaleOf(values: readonly number[]): Scale {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const spread = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  return { mean, deviation: Math.sqrt(spread) || 1 }
}

/** All weights in one array: inputs × units, the units' biases, units to the end, the last bias. */
function descend(rows: readonly Row[], inputs: number, recipe: Recipe, seed: number): Float64Array {
  const { units, epochs, batch, rate, decay } = recipe
  const random = seededRandom(seed)
  const size = inputs * units + 2 * units + 1
  const weights = firstWeights(inputs, units, random.next)
  const [slopes, first, second] = [0, 1, 2].map(() => new Float64Array(size)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  const order = [...rows]
  const steps = epochs * Math.floor(rows.length / batch)
  let step = 0
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(order, random.between)
    for (let from = 0; from + batch <= order.length; from += batch) {
      for (let i = 0; i < size; i += 1) {
        // Biases are left alone: how often subjects change is no matter of modesty.
        const isBias = i === size - 1 || (i >= inputs * units && i < (inputs + 1) * units)
        slopes[i] = isBias ? 0 : decay * (weights[i] as number)
      }
      for (const row of order.slice(from, from + batch)) {
        addSlopes(weights, row, units, slopes, 1 / batch)
      }
      step += 1
      adam(weights, slopes, { first, second }, step, rate * (1 - step / steps) + 1e-5)
    }
  }
  return weights
}

function firstWeights(inputs: number, units: number, next: () => number): Float64Array {
  const weights = new Float64Array(inputs * units + 2 * units + 1)
  const around = (width: number) => ((next() + next() + next() - 1.5) * 2) / Math.sqrt(width)
  for (let i = 0; i < inputs * units; i += 1) weights[i] = around(inputs)
  for (let i = (inputs + 1) * units; i < (inputs + 2) * units; i += 1) weights[i] = around(units)
  weights[weights.length - 1] = -1.5
  return weights
}

function addSlopes(
  weights: Float64Array,
  { inputs, goal, weight }: Row,
  units: number,
  slopes: Float64Array,
  share: number,
): void {
  const bias = inputs.length * units
  const out = bias + units
  const hidden = new Float64Array(units)
  let sum = weights[out + units] as number
  for (let unit = 0; unit < units; unit += 1) {
    let value = weights[bias + unit] as number
    for (let i = 0; i < inputs.length; i += 1) {
      value += (inputs[i] as number) * (weights[i * units + unit] as number)
    }
    hidden[unit] = Math.tanh(value)
    sum += (hidden[unit] as number) * (weights[out + unit] as number)
  }
  const error = share * weight * (1 / (1 + Math.exp(-sum)) - goal)
  const add = (i: number, slope: number) => {
    slopes[i] = (slopes[i] as number) + slope
  }
  add(out + units, error)
  for (let unit = 0; unit < units; unit += 1) {
    const value = hidden[unit] as number
    add(out + unit, error * value)
    const inner = error * (weights[out + unit] as number) * (1 - value * value)
    add(bias + unit, inner)
    for (let i = 0; i < inputs.length; i += 1) add(i * units + unit, inner * (inputs[i] as number))
  }
}

function adam(
  weights: Float64Array,
  slopes: Float64Array,
  { first, second }: { readonly first: Float64Array; readonly second: Float64Array },
  step: number,
  rate: number,
): void {
  const [early1, early2] = [1 - 0.9 ** step, 1 - 0.999 ** step]
  for (let i = 0; i < weights.length; i += 1) {
    const slope = slopes[i] as number
    first[i] = 0.9 * (first[i] as number) + 0.1 * slope
    second[i] = 0.999 * (second[i] as number) + 0.001 * slope * slope
    const size = Math.sqrt((second[i] as number) / early2) + 1e-8
    weights[i] = (weights[i] as number) - (rate * (first[i] as number)) / early1 / size
  }
}

function shuffle<T>(items: T[], between: (from: number, to: number) => number): void {
  for (let i = items.length - 1; i > 0; i -= 1) {
    const j = between(0, i)
    ;[items[i], items[j]] = [items[j] as T, items[i] as T]
  }
}
