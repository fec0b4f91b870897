import type { AnnotatedChat } from '../../src/eval/read-chats.ts'
import type { Random } from '../../test/chaos/seeded-random.ts'
import {
  changePace,
  cutOut,
  dropConversations,
  dropNames,
  emptyTexts,
  startLater,
  thin,
} from './augment.ts'
import { interleave } from './interleave.ts'
import type { TrainingChat } from './training-chat.ts'

/* What the net is trained on and how. Each number was chosen on the development set and, leaving one
 * domain out at a time, on the others: `npm run train:link -- --leave-out NAME`. */

export const RECIPE = {
  shape: { hidden1: 64, hidden2: 32 },
  training: {
    epochs: 7,
    batch: 256,
    rate: 2.5e-3,
    decay: 0.01,
    dropout: 0.1,
    weights: { link: 0.2, together: 0.8 },
  },
  fineTuning: {
    epochs: 2,
    rate: 1e-3,
    dropout: 0.1,
    weights: { closure: 0.3, link: 0.25, together: 0.075 },
  },
  mix: {
    /** This share of the busy chats comes a second time without names… */
    withoutNames: 0.4,
    /** …and thinned out, half of those with fewer names… */
    thinned: 0.5,
    /** …and cut into young ones, 0.4 of those with fewer names. */
    young: 0.5,
    /** Sets of other communities are small; each counts so often. */
    foreign: 2,
    /** Written chats come once as they are, and so often rewritten. */
    rewritten: 2,
    /** Chats put together from the conversations of the written ones. */
    interleaved: 200,
    /** Share of messages without their text, where a chat is rewritten. */
    emptied: 0.12,
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
  const { withoutNames, thinned, young, emptied } = RECIPE.mix
  const withFewerNames = (chat: TrainingChat, chance: number) =>
    random.chance(chance) ? dropNames(chat, random.pick([0.3, 0.6, 1]), random, isWord) : chat
  const variants = [...chats]
  for (const chat of chats) {
    if (random.chance(withoutNames)) {
      const without = dropNames(chat, random.pick([0.3, 0.6, 0.9, 1]), random, isWord)
      variants.push(emptyTexts(without, emptied, random))
    }
    if (random.chance(thinned)) {
      const some = thin(withFewerNames(chat, 0.5), random)
      if (some !== null) variants.push(some)
    }
    if (random.chance(young)) variants.push(...cutOut(withFewerNames(chat, 0.4), random))
  }
  return variants
}

/**
 * Written chats as they are, and rewritten: another pace, fewer conversations, names and texts left out; and chats put
 * together from their conversations.
 */
export function rewritesOf(
  chats: readonly AnnotatedChat[],
  random: Random,
  isWord: (word: string) => boolean,
): TrainingChat[] {
  const { rewritten, interleaved, emptied } = RECIPE.mix
  const leaveOut = (chat: TrainingChat) => {
    const unnamed = random.chance(0.4)
      ? dropNames(chat, random.pick([0.5, 1]), random, isWord)
      : chat
    return emptyTexts(unnamed, emptied, random)
  }
  const rewrite = (chat: TrainingChat) => {
    const some = dropConversations(chat, random.chance(0.5) ? 0.2 : 0, random)
    const young = random.chance(0.6) ? startLater(some, random) : some
    return leaveOut(changePace(young, 4, random))
  }
  return [
    ...chats,
    ...Array.from({ length: rewritten }, () => chats.map(rewrite)).flat(),
    ...interleave(chats, interleaved, random).map(leaveOut),
  ]
}
