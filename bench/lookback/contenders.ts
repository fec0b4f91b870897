import type { LinkModel } from '../../src/engine/link/model.ts'
import { createEngineSystem } from '../../src/eval/look-back.ts'
import { withHardLinks, withoutSecondLook } from './ablations.ts'
import { BASELINES, type Contender } from './baselines.ts'

/** Models for a set: as shipped, and one that never saw the set, where the shipped one learned from it. */
export type Models = {
  readonly shipped: LinkModel
  readonly unseen: LinkModel | null
  readonly isLearned: boolean
}

/** Ours first, then ours with something taken away, then the baselines. */
export function contendersFor({ shipped, unseen, isLearned }: Models): Contender[] {
  const model = unseen ?? shipped
  const trainedOn = { name: 'ours as shipped (trained on this set)' }
  const ours =
    isLearned && unseen === null
      ? [{ ...trainedOn, system: createEngineSystem(shipped) }]
      : [{ name: '**ours**', system: createEngineSystem(model) }]
  return [
    ...ours,
    ...(unseen === null ? [] : [{ ...trainedOn, system: createEngineSystem(shipped) }]),
    { name: '… best link only', system: createEngineSystem(withHardLinks(model)) },
    { name: '… without a second look', system: createEngineSystem(withoutSecondLook(model)) },
    ...BASELINES,
  ]
}
