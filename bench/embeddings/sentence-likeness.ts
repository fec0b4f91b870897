import { seededRandom } from '../../test/chaos/seeded-random.ts'
import { DRAWS, type Estimate } from '../lookback/intervals.ts'
import { quantile } from '../statistics.ts'
import type { Embed } from './contenders.ts'
import type { SentencePair } from './data.ts'

/** How well cosines go with what people said. */
export type Likeness = { readonly spearman: Estimate; readonly pearson: number }

/** Compares the cosine of each pair with its score. */
export async function measureLikeness(
  embed: Embed,
  pairs: readonly SentencePair[],
  seed: number,
): Promise<Likeness> {
  const left = await embed(pairs.map(({ a }) => a))
  const right = await embed(pairs.map(({ b }) => b))
  const cosines = left.map((vector, i) => dot(vector, right[i] as Float32Array))
  const scores = pairs.map(({ score }) => score)
  return {
    spearman: rankCorrelation(cosines, scores, seed),
    pearson: correlation(cosines, scores),
  }
}

/** Cosine, of unit vectors. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number)
  return sum
}

/** Ranks stay as they are in all pairs; what is drawn anew is which pairs count. */
function rankCorrelation(xs: readonly number[], ys: readonly number[], seed: number): Estimate {
  const [x, y] = [ranksOf(xs), ranksOf(ys)]
  const random = seededRandom(seed)
  const draws = Array.from({ length: DRAWS }, () => {
    const places = x.map(() => random.between(0, x.length - 1))
    return correlation(
      places.map((place) => x[place] as number),
      places.map((place) => y[place] as number),
    )
  })
  return {
    mean: correlation(x, y),
    low: quantile(draws, 0.025),
    high: quantile(draws, 0.975),
  }
}

/** Ranks from 1; equals share the mean of theirs. */
function ranksOf(values: readonly number[]): number[] {
  const order = [...values.keys()].sort((a, b) => (values[a] as number) - (values[b] as number))
  const ranks = new Array<number>(values.length)
  for (let start = 0; start < order.length; ) {
    let end = start
    const value = values[order[start] as number]
    while (end < order.length && values[order[end] as number] === value) end += 1
    for (const place of order.slice(start, end)) ranks[place] = (start + 1 + end) / 2
    start = end
  }
  return ranks
}

function correlation(xs: readonly number[], ys: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length
  const [meanX, meanY] = [mean(xs), mean(ys)]
  let [both, squaresX, squaresY] = [0, 0, 0]
  for (const [i, x] of xs.entries()) {
    const [dx, dy] = [x - meanX, (ys[i] as number) - meanY]
    both += dx * dy
    squaresX += dx * dx
    squaresY += dy * dy
  }
  return both / Math.sqrt(squaresX * squaresY)
}
