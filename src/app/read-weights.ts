import type { ScoreParts } from '../domain/candidate.ts'
import { DEFAULT_WEIGHTS, type ScoreWeights } from '../engine/score/score.ts'

/** Reads `conversation=0.5 recency=0` over the default weights; unreadable entries are reported by name. */
export function readWeights(text: string): {
  readonly weights: ScoreWeights
  readonly problems: readonly string[]
} {
  const weights: Record<keyof ScoreParts, number> = { ...DEFAULT_WEIGHTS }
  const problems: string[] = []
  for (const entry of text.split(/[\s,]+/).filter((part) => part !== '')) {
    const [name = '', value = ''] = entry.split('=')
    const weight = Number(value)
    if (isPart(name) && value !== '' && weight >= 0 && weight <= 1) weights[name] = weight
    else {
      problems.push(
        `"${entry.slice(0, 50)}" is no weight; write part=number with a number from 0 to 1, such as recency=0.1`,
      )
    }
  }
  return { weights, problems }
}

function isPart(name: string): name is keyof ScoreParts {
  return Object.hasOwn(DEFAULT_WEIGHTS, name)
}
