import { drawTargets, type Estimate, estimate } from '../lookback/intervals.ts'
import type { Embed } from './contenders.ts'
import type { SearchSet } from './data.ts'
import { dot } from './sentence-likeness.ts'

const TOP = 10

/** Of the best ten places for one question, out of what answers it. */
export type Score = (places: readonly number[], gold: ReadonlyMap<number, number>) => number

/** The share of what answers the question that is among the ten. */
export const recall: Score = (places, gold) =>
  places.filter((place) => gold.has(place)).length / gold.size

/** Grades, discounted by the logarithm of their place, against the best order there is. */
export const discountedGain: Score = (places, gold) => {
  const sum = (grades: readonly number[]) =>
    grades.slice(0, TOP).reduce((total, grade, i) => total + grade / Math.log2(i + 2), 0)
  const best = [...gold.values()].sort((a, b) => b - a)
  return sum(places.map((place) => gold.get(place) ?? 0)) / sum(best)
}

/** The mean score over all questions, searched by cosine alone. */
export async function measureSearch(
  embed: Embed,
  { parts }: SearchSet,
  score: Score,
  seed: number,
): Promise<Estimate> {
  const scores: number[] = []
  const names: string[] = []
  for (const { name, texts, questions } of parts) {
    const vectors = await embed(texts)
    const asked = await embed(questions.map(({ text }) => text))
    for (const [i, { gold }] of questions.entries()) {
      scores.push(score(nearest(asked[i] as Float32Array, vectors), gold))
      names.push(name)
    }
  }
  return estimate(scores, drawTargets(names, seed))
}

function nearest(question: Float32Array, vectors: readonly Float32Array[]): number[] {
  const cosines = vectors.map((vector) => dot(question, vector))
  const order = [...cosines.keys()].sort(
    (a, b) => (cosines[b] as number) - (cosines[a] as number) || a - b,
  )
  return order.slice(0, TOP)
}
