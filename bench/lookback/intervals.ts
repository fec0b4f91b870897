import { seededRandom } from '../../test/chaos/seeded-random.ts'
import { quantile } from '../statistics.ts'

/* Intervals by bootstrap. Messages of one chat resemble each other, so chats are drawn first, then as many
 * targets of each as it has. Every contender is given the same draws: a difference is of pairs. */

export const DRAWS = 1_000

export type Estimate = { readonly mean: number; readonly low: number; readonly high: number }

/** Draws of targets, as their places; `files` names the chat of each target. */
export function drawTargets(files: readonly string[], seed: number): Uint32Array[] {
  const random = seededRandom(seed)
  const byFile = new Map<string, number[]>()
  for (const [i, file] of files.entries()) {
    const places = byFile.get(file)
    if (places === undefined) byFile.set(file, [i])
    else places.push(i)
  }
  const chats = [...byFile.values()]
  return Array.from({ length: chats.length === 0 ? 0 : DRAWS }, () =>
    Uint32Array.from(
      chats.flatMap(() => {
        const chat = chats[random.between(0, chats.length - 1)] as number[]
        return chat.map(() => chat[random.between(0, chat.length - 1)] as number)
      }),
    ),
  )
}

/** The mean, and where it lies in 95 % of the draws. */
export function estimate(values: readonly number[], draws: readonly Uint32Array[]): Estimate {
  const means = draws.map((places) => {
    let sum = 0
    for (const place of places) sum += values[place] as number
    return sum / places.length
  })
  const mean = values.reduce((a, b) => a + b, 0) / values.length
  return { mean, low: quantile(means, 0.025), high: quantile(means, 0.975) }
}

/** Ours subtracted, pair by pair. */
export function estimateDifference(
  values: readonly number[],
  ours: readonly number[],
  draws: readonly Uint32Array[],
): Estimate {
  return estimate(
    values.map((value, i) => value - (ours[i] as number)),
    draws,
  )
}

/** Points of a hundred: "83.1 [81.0, 85.2]". */
export function inPoints({ mean, low, high }: Estimate): string {
  return `${points(mean)} [${points(low)}, ${points(high)}]`
}

/** One number as points of a hundred. */
export function points(value: number): string {
  return (100 * value).toFixed(1).replace('-', '−')
}
