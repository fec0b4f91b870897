import type { Decision, LinkModel } from '../../src/engine/link/model.ts'

/* Ours with one part taken away, to see what that part is worth. Each wraps what the engine has, so that
 * the engine needs no switch for it. */

/** The likeliest link alone, and as certain: conversations are then what such links connect. */
export function withHardLinks(model: LinkModel): LinkModel {
  return {
    draft: model.draft,
    decide: (draft, before, draftsOf) => {
      const decision = model.decide(draft, before, draftsOf)
      // A tag is no message of the chat: where it points stays as soft as it was.
      const isTag = draft.scene.target.reading.length === 0
      return isTag ? decision : { ...decision, probabilities: onlyBest(decision.probabilities) }
    },
  }
}

function onlyBest(probabilities: Float64Array): Float64Array {
  const most = probabilities.reduce((a, b) => Math.max(a, b), 0)
  const best = probabilities.indexOf(most)
  return probabilities.map((_, i) => (i === best ? 1 : 0))
}

/** The draft as it is: each candidate by itself, without the conversation it is part of. */
export function withoutSecondLook(model: LinkModel): LinkModel {
  return {
    draft: model.draft,
    decide: ({ scene, pairs, likeliest, probabilities }): Decision => {
      const drafted = Float64Array.from([...likeliest, pairs.length], (i) => probabilities[i] ?? 0)
      const chosen = likeliest.flatMap((i) => pairs[i] ?? [])
      return { scene, pairs: chosen, probabilities: drafted, drafted, groupsFor: () => [] }
    },
  }
}
