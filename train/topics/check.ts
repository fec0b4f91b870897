import { MIN_STRENGTH } from '../../src/text/segment/find-subject-changes.ts'
import { learn, RECIPE, type Recipe } from './learn.ts'
import { type Judged, judge, measure, type View } from './measure.ts'
import { type Seen, samplesOf } from './samples.ts'

/* How good the recipe is on dialogues it has not seen: in folds, and from one set to the other. */

const FOLDS = 4
const THRESHOLDS = [0.2, 0.23, 0.26, 0.3, 0.33, 0.36, 0.4]
const VIEWS: readonly View[] = ['whole', 'latest']

export type Sets = {
  readonly tiageTrain: readonly Seen[]
  readonly tiageDev: readonly Seen[]
  readonly dialseg: readonly Seen[]
}

/** Prints every number of README.md. */
export function check(sets: Sets, say: (line: string) => void): void {
  const { tiageTrain, tiageDev, dialseg } = sets
  const recipes: [string, Recipe][] = [
    ['shipped recipe', RECIPE],
    ['one seed', { ...RECIPE, seeds: [1] }],
    ['one seed, one unit: nearly a weighted sum', { ...RECIPE, seeds: [1], units: 1 }],
  ]
  for (const [name, recipe] of recipes) {
    const net = learn([samples(tiageTrain), samples(dialseg)], recipe)
    const fromTiage = learn([samples(tiageTrain)], recipe)
    const fromDialseg = learn([samples(dialseg)], recipe)
    const judgedInFolds = inFolds([tiageTrain, dialseg], recipe)
    for (const view of VIEWS) {
      say(`${name}, ${view === 'whole' ? 'whole dialogues' : 'each turn as the latest'}`)
      const [tiageFolds = [], dialsegFolds = []] = judgedInFolds[view]
      row('  tiage train, in folds', tiageFolds)
      row('  dialseg711, in folds', dialsegFolds)
      row('  tiage dev', judge(net, tiageDev, view))
      row('  tiage train → tiage dev', judge(fromTiage, tiageDev, view))
      row('  tiage train → dialseg711', judge(fromTiage, dialseg, view))
      row('  dialseg711 → tiage dev', judge(fromDialseg, tiageDev, view))
      if (recipe !== RECIPE) continue
      for (const least of THRESHOLDS) {
        row(`  threshold ${least}, tiage folds`, tiageFolds, least)
        row(`  threshold ${least}, dialseg folds`, dialsegFolds, least)
      }
    }
  }

  function row(name: string, judged: readonly Judged[], least = MIN_STRENGTH): void {
    const { pk, windowDiff, f1, nearF1, overall } = measure(judged, least)
    const numbers = [pk, windowDiff, f1, nearF1, overall].map((n) => n.toFixed(1).padStart(5))
    say(`${name.padEnd(36)} Pk, WindowDiff, F1, F1 ±1, overall ${numbers.join(' ')}`)
  }
}

/** Every dialogue judged by a net that was not shown it; dialogues stay whole. */
function inFolds(
  sets: readonly (readonly Seen[])[],
  recipe: Recipe,
): Record<View, readonly Judged[][]> {
  const judged = { whole: sets.map((): Judged[] => []), latest: sets.map((): Judged[] => []) }
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const isLeftOut = (_: Seen, i: number) => i % FOLDS === fold
    const shown = sets.map((set) => set.filter((one, i) => !isLeftOut(one, i)))
    const net = learn(shown.map(samples), recipe)
    for (const view of VIEWS) {
      for (const [i, set] of sets.entries()) {
        judged[view][i]?.push(...judge(net, set.filter(isLeftOut), view))
      }
    }
  }
  return judged
}

/** All samples of some dialogues. */
export function samples(dialogues: readonly Seen[]) {
  return dialogues.flatMap(samplesOf)
}
