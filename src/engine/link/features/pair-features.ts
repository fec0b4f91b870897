import { CANDIDATE_FEATURES, candidateNumbersOf } from './candidate-features.ts'
import type { LinkWindow, PersonHere, WindowMessage } from './link-window.ts'
import { likeOwn, type Pair } from './pairs.ts'
import { BIT } from './shape.ts'
import { againstBest, around } from './similarity.ts'
import { byUsual, type ChatState, freshness, log } from './target-features.ts'

type Measure = (pair: Pair, scene: LinkWindow, state: ChatState) => number
type Feature = readonly [name: string, measure: Measure]

/** A feature that is there or not. */
const is = (
  name: string,
  holds: (pair: Pair, scene: LinkWindow, state: ChatState) => boolean,
): Feature => [name, (pair, scene, state) => (holds(pair, scene, state) ? 1 : 0)]

/** How fast it is forgotten that one person addressed another, in messages. */
const ADDRESS_LIFE = 30
const PARTNER_LIFE = 40

const DISTANCE: readonly Feature[] = [
  ['rank', ({ rank }) => rank / 50],
  ['logRank', ({ rank }) => log(rank)],
  ['turns', ({ turns }) => log(turns)],
  is('isNewest', ({ rank }) => rank === 0),
  is('isSecond', ({ rank }) => rank === 1),
  is('isThird', ({ rank }) => rank === 2),
  is('isNear', ({ rank }) => rank === 3 || rank === 4),
  ['rankByDensity', ({ rank }, _, { density }) => (density * rank) / 50],
]

const TIME: readonly Feature[] = [
  is('sameMinute', ({ minutes }) => minutes < 1),
  ['logMinutes', ({ minutes }) => log(minutes)],
  is('over1', ({ minutes }) => minutes > 1),
  is('over5', ({ minutes }) => minutes > 5),
  is('over15', ({ minutes }) => minutes > 15),
  is('over60', ({ minutes }) => minutes > 60),
  is('over600', ({ minutes }) => minutes > 600),
  ['minutesByPace', ({ minutes }, _, { pace }) => Math.log((minutes + 0.5) / (5 * pace + 0.5))],
  ['longestGap', ({ longestGap }) => log(longestGap)],
  ['gapByUsual', ({ longestGap }, _, { usualGap }) => byUsual(longestGap, usualGap)],
  ['gapByPace', ({ longestGap }, _, { pace }) => Math.log((longestGap + 0.5) / (5 * pace + 0.5))],
]

const AUTHORS: readonly Feature[] = [
  is('own', (p) => p.isSameAuthor),
  is('ownLast', (p) => p.isSameAuthor && p.authorSince === 0),
  is('ownNewest', (p) => p.isSameAuthor && p.rank === 0),
  ['ownSince', (p) => log(p.ownSince)],
  is('noOwnSince', (p) => p.ownSince === 0),
  is('authorsLast', (p) => p.authorSince === 0),
  ['authorSince', (p) => log(p.authorSince)],
  is('runAfter', (p) => p.isRunAfter),
  is('runBefore', (p) => p.isRunBefore),
  is('runUnanswered', (p) => p.isRunAfter && p.ownSince === 0),
]

const NAMES: readonly Feature[] = [
  is('namesAuthor', (p, s) => namesAuthor(p, s)),
  is('addressesAuthor', (p, s) => s.target.addressee === p.candidate.author),
  is('namesAuthorsLast', (p, s) => namesAuthor(p, s) && p.authorSince === 0),
  is('namesOther', (p, s) => s.target.mentions.length > 0 && !namesAuthor(p, s)),
  is('isNamedBy', (p, s) => isNamedBy(p, s)),
  is('isAddressedBy', (p, s) => p.candidate.addressee === s.target.author),
  is('otherIsNamedBy', (p, s) => p.candidate.mentions.length > 0 && !isNamedBy(p, s)),
  is('namesSame', (p, s) => namesSame(p, s)),
  is('isLatestCall', (p) => p.isLatestCall),
  is('isOpenCall', (p, s) => isNamedBy(p, s) && p.ownSince === 0),
  is('nameEachOther', (p, s) => namesAuthor(p, s) && isNamedBy(p, s)),
  is('namesNobody', (p) => p.candidate.mentions.length === 0),
  is('ownLastUnnamed', (p, s) => isOwnLast(p) && s.target.mentions.length === 0),
  is('ownNamesSame', (p, s) => p.isSameAuthor && namesSame(p, s)),
]

const HISTORY: readonly Feature[] = [
  ['addressed', (p, s) => log(her(p, s).fromTarget)],
  ['wasAddressed', (p, s) => log(her(p, s).toTarget)],
  ['addressedFresh', (p, s) => fresh(her(p, s).fromTargetAt, s)],
  ['wasAddressedFresh', (p, s) => fresh(her(p, s).toTargetAt, s)],
  is('addressedSince', (p, s) => her(p, s).fromTargetAt > p.at),
  is('wasAddressedSince', (p, s) => her(p, s).toTargetAt > p.at),
  is('addressedBefore', (p, s) => isWithin(her(p, s).fromTargetAt, p.at)),
  [
    'isPartner',
    (p, _, { me, partnerFresh }) => when(me.partner === p.candidate.author, partnerFresh),
  ],
  [
    'isPartnersLast',
    (p, _, { me, partnerFresh }) =>
      when(me.partner === p.candidate.author && p.authorSince === 0, partnerFresh),
  ],
  ['isPartnerOf', (p, s) => when(her(p, s).partner === s.target.author, partnerFreshOf(p, s))],
  [
    'hasOtherPartner',
    (p, _, state) => when(hasOther(state.me, p, p.candidate.author), state.partnerFresh),
  ],
  [
    'authorHasOtherPartner',
    (p, s) => when(hasOther(her(p, s), p, s.target.author), partnerFreshOf(p, s)),
  ],
  is('namesPartner', (p, _, { me }) => p.candidate.mentions.includes(me.partner)),
  is('commonPartner', (p, s, { me }) => me.partner >= 0 && her(p, s).partner === me.partner),
  ['answers', (p) => log(p.candidate.answers)],
  is('answeredIt', (p) => p.candidate.isAnsweredByTarget),
  is('openQuestion', (p) => isQuestion(p) && p.candidate.answers === 0 && !p.isSameAuthor),
  is('authorsFirst', (p) => p.candidate.isFirstOfAuthor),
  ['authorSpoke', (p, s) => log(her(p, s).count)],
  is('byBot', (p) => p.candidate.isBot),
]

const WORDS: readonly Feature[] = [
  ['cosine', (p) => p.likeness.cosine],
  is('sharesOne', (p) => p.likeness.shared === 1),
  is('sharesMore', (p) => p.likeness.shared > 1),
  ['rarest', (p) => p.likeness.rarest / 10],
  ['shareOfWords', (p) => p.likeness.share],
  ['cosineOwn', (p) => when(p.isSameAuthor, p.likeness.cosine)],
  ['likeOwn', (p, _, { own }) => likeOwn(p, own)],
  ['likeAround', (p) => p.likeAround],
]

const MEANING: readonly Feature[] = [
  ['meaning', ({ at }, { meaning }) => meaning.deviations[at] as number],
  ['meaningCosine', ({ at }, { meaning }) => meaning.cosines[at] as number],
  ['meaningAround', ({ at }, { meaning }) => around(meaning.deviations, at)],
  ['meaningAgainstBest', ({ at }, { meaning }) => againstBest(meaning.cosines, at)],
  ['spelling', ({ at }, { spelling }) => spelling.deviations[at] as number],
  ['spellingCosine', ({ at }, { spelling }) => spelling.cosines[at] as number],
  ['spellingAround', ({ at }, { spelling }) => around(spelling.deviations, at)],
  ['spellingAgainstBest', ({ at }, { spelling }) => againstBest(spelling.cosines, at)],
]

const ANSWERS: readonly Feature[] = [
  is('answersQuestion', (p, s) => isQuestion(p) && !shows(s, BIT.question) && !p.isSameAuthor),
  is('givesTime', (p, s) => asked(p, BIT.asksWhen) && shows(s, BIT.times | BIT.numbers)),
  is('givesNumber', (p, s) => asked(p, BIT.asksHowMany) && shows(s, BIT.numbers | BIT.prices)),
  is('givesPerson', (p, s) => asked(p, BIT.asksWho) && givesPerson(s)),
  is('bothFew', (p, s) => isFew(p.candidate) && isFew(s.target) && !p.isSameAuthor),
  is('bothGreet', (p, s) => (p.candidate.reading.shape & s.target.reading.shape & BIT.greets) > 0),
]

const MEASURED = [...DISTANCE, ...TIME, ...AUTHORS, ...NAMES, ...HISTORY, ...WORDS, ...MEANING]

/** Numbers about the target and one candidate, in the order in which they are written. */
export const PAIR_FEATURES: readonly string[] = [MEASURED, CANDIDATE_FEATURES, ANSWERS].flatMap(
  (features) => features.map(([name]) => name),
)

/** Writes the numbers of a pair into `out`. */
export function fillPair(
  pair: Pair,
  scene: LinkWindow,
  state: ChatState,
  out: Float32Array,
  start: number,
): void {
  let at = start
  for (const [, measure] of MEASURED) {
    out[at] = measure(pair, scene, state)
    at += 1
  }
  out.set(candidateNumbersOf(pair.candidate.reading), at)
  at += CANDIDATE_FEATURES.length
  for (const [, measure] of ANSWERS) {
    out[at] = measure(pair, scene, state)
    at += 1
  }
}

const QUESTION: readonly string[] = ['answers', 'answeredIt', 'openQuestion']

/** What a feature is about, by its name. */
export const GROUP_OF_PAIR_FEATURE: ReadonlyMap<
  string,
  'time' | 'author' | 'names' | 'question' | 'history' | 'words' | 'meaning'
> = new Map([
  ...[...DISTANCE, ...TIME].map(([name]) => [name, 'time'] as const),
  ...AUTHORS.map(([name]) => [name, 'author'] as const),
  ...NAMES.map(([name]) => [name, 'names'] as const),
  ...HISTORY.map(([name]) => [name, QUESTION.includes(name) ? 'question' : 'history'] as const),
  ...WORDS.map(([name]) => [name, 'words'] as const),
  ...MEANING.map(([name]) => [name, 'meaning'] as const),
  ...[...CANDIDATE_FEATURES, ...ANSWERS].map(([name]) => [name, 'question'] as const),
])

/** The candidate's author. */
function her({ candidate }: Pair, { people }: LinkWindow): PersonHere {
  return people[candidate.author] as PersonHere
}

function namesAuthor({ candidate }: Pair, { target }: LinkWindow): boolean {
  return target.mentions.includes(candidate.author)
}

function isNamedBy({ candidate }: Pair, { target }: LinkWindow): boolean {
  return candidate.mentions.includes(target.author)
}

function namesSame({ candidate }: Pair, { target }: LinkWindow): boolean {
  return target.mentions.some((who) => candidate.mentions.includes(who))
}

function isOwnLast(pair: Pair): boolean {
  return pair.isSameAuthor && pair.authorSince === 0
}

function isQuestion({ candidate }: Pair): boolean {
  return (candidate.reading.shape & BIT.question) > 0
}

/** The candidate asked for it and the target's author did not. */
function asked(pair: Pair, bit: number): boolean {
  return (pair.candidate.reading.shape & bit) > 0 && isQuestion(pair) && !pair.isSameAuthor
}

function shows({ target }: LinkWindow, bits: number): boolean {
  return (target.reading.shape & bits) > 0
}

function givesPerson({ target }: LinkWindow): boolean {
  return target.mentions.length > 0 || (target.reading.shape & (BIT.joins | BIT.ofMe)) > 0
}

function isFew({ reading }: WindowMessage): boolean {
  return reading.length > 0 && reading.length < 4
}

function hasOther({ partner }: PersonHere, pair: Pair, than: number): boolean {
  return partner >= 0 && partner !== than && !pair.isSameAuthor
}

function isWithin(at: number, end: number): boolean {
  return at >= 0 && at <= end
}

function fresh(at: number, { earlier }: LinkWindow): number {
  return freshness(earlier.length - at, at, ADDRESS_LIFE)
}

function partnerFreshOf(pair: Pair, scene: LinkWindow): number {
  const { partnerAt } = her(pair, scene)
  return freshness(scene.earlier.length - partnerAt, partnerAt, PARTNER_LIFE)
}

function when(holds: boolean, value: number): number {
  return holds ? value : 0
}
