import { createStaticEmbedder } from '../models/static-embedder.ts'
import { findSubjectChanges } from '../text/segment/find-subject-changes.ts'
import { type Dialogue, readDialogues } from './read-topics.ts'
import type { Evaluation } from './run-look-back.ts'
import { meanOf } from './score.ts'
import { prf, scoreSubjectChanges, type TopicScore } from './score-topics.ts'
import { grouped } from './scratch.ts'

/* Where the subject of a dialogue changes, found by the engine's own code with its builtin embedder,
 * independent of this machine's settings: the numbers must be the same everywhere. */

type Prediction = { readonly id: string | number; readonly boundaries: readonly number[] }
type Rated = TopicScore & { readonly predicted: number; readonly gold: number }

/** Finds the boundaries of each dialogue. */
export async function evaluateTopics(
  dataPath: string,
  progress: (line: string) => void,
): Promise<Evaluation> {
  const dialogues = readDialogues(dataPath)
  const embedder = createStaticEmbedder()
  const predictions: Prediction[] = []
  for (const { id, turns } of dialogues) {
    const vectors = await embedder.embed(turns.map(({ text }) => text))
    const boundaries = findSubjectChanges(turns, vectors).map(({ at }) => at)
    predictions.push({ id, boundaries })
    if (predictions.length % 50 === 0) {
      progress(`dialogue ${predictions.length} of ${dialogues.length}`)
    }
  }
  return { predictions, scores: scoresOf(dialogues, predictions) }
}

/** Over all dialogues that have gold, and where a file has several splits for each of them. */
function scoresOf(
  dialogues: readonly Dialogue[],
  predictions: readonly Prediction[],
): Evaluation['scores'] {
  const rated = dialogues.flatMap(({ split, turns, gold }, i) => {
    const { boundaries = [] } = predictions[i] ?? {}
    if (gold === null) return []
    const score = scoreSubjectChanges(turns.length, gold, boundaries)
    return [{ split, ...score, predicted: boundaries.length, gold: gold.length }]
  })
  const found = predictions.reduce((sum, { boundaries }) => sum + boundaries.length, 0)
  const all = { dialogues: dialogues.length, boundaries_found: found }
  if (rated.length === 0) return all
  const splits = grouped(rated, ({ split }) => split)
  const bySplit = [...splits].flatMap(([split, of]) =>
    Object.entries(meansOf(of)).map(([name, score]) => [`${split}_${name}`, score]),
  )
  return { ...all, ...meansOf(rated), ...(splits.size > 1 ? Object.fromEntries(bySplit) : {}) }
}

/** Means over dialogues; `pooled` counts all their boundaries together instead. */
function meansOf(rated: readonly Rated[]): Evaluation['scores'] {
  const sum = (part: 'pk' | 'windowDiff' | 'hits' | 'predicted' | 'gold') =>
    rated.reduce((total, one) => total + one[part], 0)
  return {
    boundaries_in_gold: sum('gold'),
    pk: sum('pk') / rated.length,
    window_diff: sum('windowDiff') / rated.length,
    exact: meanOf(rated.map(({ exact }) => exact)),
    within_one_turn: meanOf(rated.map(({ near }) => near)),
    pooled: prf({ hits: sum('hits'), predicted: sum('predicted'), gold: sum('gold') }),
  }
}
