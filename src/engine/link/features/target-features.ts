import type { LinkWindow, PersonHere, WindowMessage } from './link-window.ts'
import { ownMessages } from './pairs.ts'
import { BIT, SHAPES } from './shape.ts'

/** How the chat stands when the target comes. */
export type ChatState = {
  /** The target's author. */
  readonly me: PersonHere
  readonly ownLast: WindowMessage | undefined
  /** Their last few messages: what they were on about. */
  readonly own: readonly WindowMessage[]
  readonly newest: WindowMessage | undefined
  /** Mean minutes between the latest messages. */
  readonly pace: number
  /** Median minutes between the latest messages: a single long silence does not change it; null without any. */
  readonly usualGap: number | null
  /** Logarithm of how many messages the last five minutes had. */
  readonly density: number
  /** How fresh the target author's last exchange is: 1 now, falling with the messages since. */
  readonly partnerFresh: number
}

type Measure = (scene: LinkWindow, state: ChatState) => number

/** How fast an exchange of two people grows stale, in messages. */
const PARTNER_LIFE = 40
const PACE_MESSAGES = 20
const DENSITY_MINUTES = 5

/** Numbers about the target and the chat, the same on every row. */
export const TARGET_FEATURES: readonly (readonly [name: string, measure: Measure])[] = [
  ['names', ({ target }) => Number(target.mentions.length > 0)],
  ['addresses', ({ target }) => Number(target.addressee >= 0)],
  ['addressesStranger', ({ target }) => Number(isToStranger(target))],
  ['length', ({ target }) => Math.min(target.reading.length, 40) / 40],
  ['isEmpty', ({ target }) => Number(target.reading.length === 0)],
  ['isBot', ({ target }) => Number(target.isBot)],
  ['opens', ({ target }) => target.reading.opens],
  ['own', ({ target }) => target.reading.own],
  ...SHAPES.map(
    (name) =>
      [name, ({ target }: LinkWindow) => Number((target.reading.shape & BIT[name]) > 0)] as const,
  ),
  ['asksForViews', ({ target }) => Number(target.reading.asksForViews)],
  ['hasFewWords', ({ target }) => Number(target.reading.length > 0 && target.reading.length < 3)],
  ['subjects', ({ target }) => log(target.reading.words.length)],
  ['isNewHere', (_, { me }) => Number(me.count === 0)],
  ['spoke', (_, { me }) => log(me.count)],
  [
    'minutesSinceOwn',
    ({ target }, { ownLast }) => (ownLast ? log(target.minute - ownLast.minute) : 8),
  ],
  ['ranksSinceOwn', ({ earlier }, { me }) => (me.last < 0 ? 6 : log(earlier.length - 1 - me.last))],
  ['density', (_, { density }) => density],
  ['pace', (_, { pace }) => log(4 * pace)],
  ['lastGap', ({ target }, { newest }) => (newest ? log(target.minute - newest.minute) : 6)],
  ['usualGap', (_, { usualGap }) => log(4 * (usualGap ?? 0))],
  [
    'lastGapByUsual',
    ({ target }, { newest, usualGap }) =>
      newest ? byUsual(target.minute - newest.minute, usualGap) : 0,
  ],
  ['speakers', ({ earlier }) => log(speakersIn(earlier, 30))],
  ['namingRate', ({ earlier }) => namingRateIn(earlier, 50)],
  ['partnerFresh', (_, { partnerFresh }) => partnerFresh],
  ['isAwaited', ({ people }, { me }) => Number(people.some((p) => p.toTargetAt > me.last))],
  ['heard', ({ earlier }) => Math.min(earlier.length, 100) / 100],
]

/** Works out once what many numbers need. */
export function chatStateOf(scene: LinkWindow): ChatState {
  const { target, earlier, people } = scene
  const me = people[target.author] as PersonHere
  const steps = Math.min(PACE_MESSAGES, earlier.length)
  const paceFrom = earlier[earlier.length - steps]
  return {
    me,
    ownLast: earlier[me.last],
    own: ownMessages(scene),
    newest: earlier.at(-1),
    pace: paceFrom === undefined ? 1 : Math.max(0, target.minute - paceFrom.minute) / steps,
    usualGap: usualGapOf(earlier.slice(-PACE_MESSAGES)),
    density: log(countSince(target.minute - DENSITY_MINUTES, earlier)),
    partnerFresh: freshness(earlier.length - me.partnerAt, me.partnerAt, PARTNER_LIFE),
  }
}

/** 1 for what has just been, falling by a factor e every `life` messages; 0 for what never was. */
export function freshness(since: number, at: number, life: number): number {
  return at < 0 ? 0 : Math.exp(-since / life)
}

/** Logarithm of a count or of minutes; 0 for none. */
export function log(value: number): number {
  return Math.log(1 + Math.max(0, value))
}

/** How much longer a pause is than the usual one, as a logarithm; 0 where none is usual yet. */
export function byUsual(minutes: number, usualGap: number | null): number {
  return usualGap === null ? 0 : Math.log((Math.max(0, minutes) + 0.5) / (5 * usualGap + 0.5))
}

/** The middle one of the pauses: one long silence does not change what is usual. */
function usualGapOf(earlier: readonly WindowMessage[]): number | null {
  const gaps = earlier
    .slice(1)
    .map(({ minute }, i) => minute - (earlier[i] as WindowMessage).minute)
  return gaps.sort((a, b) => a - b)[Math.floor((gaps.length - 1) / 2)] ?? null
}

function isToStranger({ addressee, reading }: WindowMessage): boolean {
  return addressee < 0 && reading.names[0]?.isMarked === true
}

function countSince(minute: number, earlier: readonly WindowMessage[]): number {
  let count = 0
  for (const heard of earlier) if (heard.minute >= minute) count += 1
  return count
}

function speakersIn(earlier: readonly WindowMessage[], last: number): number {
  const speakers = new Set<number>()
  for (let i = Math.max(0, earlier.length - last); i < earlier.length; i += 1) {
    speakers.add((earlier[i] as WindowMessage).author)
  }
  return speakers.size
}

/** The share of the last messages that name a person. */
function namingRateIn(earlier: readonly WindowMessage[], last: number): number {
  const count = Math.min(last, earlier.length)
  let naming = 0
  for (let i = earlier.length - count; i < earlier.length; i += 1) {
    if ((earlier[i] as WindowMessage).mentions.length > 0) naming += 1
  }
  return count === 0 ? 0 : naming / count
}
