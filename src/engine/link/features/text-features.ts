import type { WindowMessage } from './link-window.ts'
import type { PairMeasures } from './pair-measures.ts'
import { likeOwn } from './pairs.ts'
import { givesPerson } from './person-features.ts'
import { BIT } from './shape.ts'
import { againstBest, around } from './similarity.ts'

/* Numbers about the texts of a pair: words and meaning in common, and whether one answers the other. */

export const WORD_MEASURES: PairMeasures = {
  names: [
    ...['cosine', 'sharesOne', 'sharesMore', 'rarest', 'shareOfWords', 'cosineOwn', 'likeOwn'],
    'likeAround',
  ],
  measure: (pair, _, { own }) => {
    const { cosine, shared, rarest, share } = pair.likeness
    return [
      cosine,
      Number(shared === 1),
      Number(shared > 1),
      rarest / 10,
      share,
      pair.isSameAuthor ? cosine : 0,
      likeOwn(pair, own),
      pair.likeAround,
    ]
  },
}

export const MEANING_MEASURES: PairMeasures = {
  names: [
    ...['meaning', 'meaningCosine', 'meaningAround', 'meaningAgainstBest'],
    ...['spelling', 'spellingCosine', 'spellingAround', 'spellingAgainstBest'],
  ],
  measure: ({ at }, { meaning, spelling }) => [
    meaning.deviations[at] as number,
    meaning.cosines[at] as number,
    around(meaning.deviations, at),
    againstBest(meaning.cosines, at),
    spelling.deviations[at] as number,
    spelling.cosines[at] as number,
    around(spelling.deviations, at),
    againstBest(spelling.cosines, at),
  ],
}

export const ANSWER_MEASURES: PairMeasures = {
  names: ['answersQuestion', 'givesTime', 'givesNumber', 'givesPerson', 'bothFew', 'bothGreet'],
  measure: ({ candidate, isSameAuthor }, scene) => {
    const { target } = scene
    const asked = candidate.reading.shape
    const shown = target.reading.shape
    // The candidate asks, and the target's author did not.
    const isAsked = (asked & BIT.question) > 0 && !isSameAuthor
    const isAskedFor = (bit: number) => isAsked && (asked & bit) > 0
    return [
      Number(isAsked && (shown & BIT.question) === 0),
      Number(isAskedFor(BIT.asksWhen) && (shown & (BIT.times | BIT.numbers)) > 0),
      Number(isAskedFor(BIT.asksHowMany) && (shown & (BIT.numbers | BIT.prices)) > 0),
      Number(isAskedFor(BIT.asksWho) && givesPerson(scene)),
      Number(isFew(candidate) && isFew(target) && !isSameAuthor),
      Number((asked & shown & BIT.greets) > 0),
    ]
  },
}

function isFew({ reading }: WindowMessage): boolean {
  return reading.length > 0 && reading.length < 4
}
