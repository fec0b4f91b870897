import type { Random } from '../../test/chaos/seeded-random.ts'
import { cutOut, dropNames, thin } from './augment.ts'
import type { TrainingChat } from './training-chat.ts'

/* What the net is trained on and how. Each number was chosen on the development set and, leaving one
 * domain out at a time, on the others: `npm run train:link -- --leave-out NAME`. */

export const RECIPE = {
  shape: { hidden1: 64, hidden2: 32 },
  training: {
    epochs: 12,
    batch: 256,
    rate: 2.5e-3,
    decay: 0.01,
    dropout: 0.1,
    weights: { link: 0.2, together: 0.8 },
  },
  fineTuning: {
    epochs: 3,
    rate: 1e-3,
    dropout: 0.1,
    weights: { closure: 0.3, link: 0.25, together: 0.075 },
  },
  mix: {
    /** This share of the chats comes a second time without names. */
    withoutNames: 0.4,
    /** So often each chat is thinned out, and half of those have fewer names. */
    thinned: 2,
    /** So often each chat is cut into young ones, and 0.4 of those have fewer names. */
    young: 2,
    /** Sets of other communities are small; each counts so often. */
    foreign: 2,
  },
  /** Chats with fewer targets are not fine-tuned on. */
  shortestChat: 5,
} as const

/** The chats as they are, and what becomes of them without names, thinned out, and cut into young chats. */
export function variantsOf(
  chats: readonly TrainingChat[],
  random: Random,
  isWord: (word: string) => boolean,
): TrainingChat[] {
  const { withoutNames, thinned, young } = RECIPE.mix
  const withFewerNames = (chat: TrainingChat, chance: number) =>
    random.chance(chance) ? dropNames(chat, random.pick([0.3, 0.6, 1]), random, isWord) : chat
  const variants = [...chats]
  for (const chat of chats) {
    if (random.chance(withoutNames)) {
      variants.push(dropNames(chat, random.pick([0.3, 0.6, 0.9, 1]), random, isWord))
    }
    for (let i = 0; i < thinned; i += 1) {
      const some = thin(withFewerNames(chat, 0.5), random)
      if (some !== null) variants.push(some)
    }
    for (let i = 0; i < young; i += 1) {
      variants.push(...cutOut(withFewerNames(chat, 0.4), random))
    }
  }
  return variants
}
