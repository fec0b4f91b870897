import type { Pair } from './pairs.ts'
import { isSubject } from './read-text.ts'
import type { Heard, Scene } from './scene.ts'
import { BIT } from './shape.ts'
import { byUsual, chatStateOf } from './target-features.ts'

/* What the net cannot know: the chats it learned from are busy, and nobody there comes back after three
 * days. What holds in any chat is said here, as what is added to the net's scores; each was set on
 * the scenarios (engine/look-back.test). IRC loses nothing by them, Gitter a point (bench/lookback). */

/** "Any thoughts?" begins a talk much less often than the net believes. */
const VIEWS_START = 3
/** After a silence this much longer than usual (a logarithm), people mostly speak of something else… */
const SILENCE = { from: 1.5, most: 2, weight: 1.5 } as const

/**
 * A rare word said again in a quiet chat bridges any silence: from so many minutes on, in full at ten
 * times as many, counting words rarer than most, and the less the more was said in between.
 */
const BRIDGE = { fromMinutes: 120, rarity: 6, weight: 4, within: 100 } as const

/** Who breaks a silence of so many minutes is answered, if at all, by what comes next. */
const QUIET = { minutes: 30, weight: 2.5 } as const

/** Corrects the scores of the pairs, and of starting anew, which is last. */
export function correct(scores: Float64Array, scene: Scene, pairs: readonly Pair[]): void {
  const self = pairs.length
  if (scene.target.reading.asksForViews) {
    scores[self] = (scores[self] as number) - VIEWS_START
    return
  }
  const { usualGap } = chatStateOf(scene)
  for (const [i, pair] of pairs.entries()) {
    scores[i] = (scores[i] as number) + bridge(pair) + quietAnswer(pair, scene)
    const over = byUsual(pair.longestGap, usualGap) - SILENCE.from
    if (over <= 0 || isTakenUp(pair, scene)) continue
    scores[i] = (scores[i] as number) - SILENCE.weight * Math.min(over, SILENCE.most)
  }
}

/** …unless they say by a word or a name what they come back to. */
function isTakenUp({ candidate, likeness }: Pair, { target }: Scene): boolean {
  return (
    likeness.shared > 0 ||
    target.mentions.includes(candidate.author) ||
    candidate.mentions.includes(target.author)
  )
}

function bridge({ minutes, rank, likeness }: Pair): number {
  const late = Math.log10((minutes + 1) / BRIDGE.fromMinutes)
  const rare = (likeness.rarest - BRIDGE.rarity) / (10 - BRIDGE.rarity)
  if (late <= 0 || rare <= 0) return 0
  return BRIDGE.weight * Math.min(1, late) * Math.min(1, rare) * (1 - rank / BRIDGE.within)
}

/** An answer, to the question or remark of somebody who spoke into the quiet a moment ago. */
function quietAnswer({ candidate, at, rank, minutes, isSameAuthor }: Pair, scene: Scene): number {
  const { target, earlier } = scene
  if (rank > 0 || isSameAuthor || minutes > QUIET.minutes) return 0
  const previous = earlier[at - 1]
  const brokeSilence = previous === undefined || candidate.minute - previous.minute >= QUIET.minutes
  const isToOthers = isElsewhere(candidate, target.author) || isElsewhere(target, candidate.author)
  return brokeSilence && !isToOthers && readsAsAnswer(candidate, target) ? QUIET.weight : 0
}

/** Speaks to somebody else; also to one who has not said a word yet. */
function isElsewhere({ mentions, reading }: Heard, who: number): boolean {
  const [first] = reading.names
  const isToStranger = first?.isMarked === true && isSubject(first.spellings.at(-1) ?? '')
  return !mentions.includes(who) && (mentions.length > 0 || isToStranger)
}

const TAKES_UP = BIT.confirms | BIT.takesNote | BIT.goesOn | BIT.pointsAt
const ASKS = BIT.question | BIT.asks | BIT.seeks
/** A question with more words than this has a subject of its own. */
const SHORT = 2

function readsAsAnswer(candidate: Heard, { reading }: Heard): boolean {
  if ((reading.shape & ASKS) > 0) return reading.words.length <= SHORT
  const wasAsked = (candidate.reading.shape & BIT.question) > 0
  return wasAsked || (reading.shape & TAKES_UP) > 0
}
