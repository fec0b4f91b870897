import type { PlacedMessage, WeighedMessage } from '../../domain/look-back.ts'
import { howLong } from './reason.ts'

/* What lies around a conversation.
 *
 * The look back decides at a threshold, and is sometimes wrong just below it. A message that did not make
 * it is nearby when it may belong after all, or was sent a few places from the conversation or from the
 * tag. Places and not minutes: a few places are an hour in one chat and a week in another.
 *
 *     A  A  b  A  c  c  c  c  c  d  tag        A  the conversation
 *           │     └─────┬─────┘  │             b, d  nearby
 *           nearby  elsewhere    nearby        c  surely another conversation (closure.ts)
 *
 * Where the conversation stands out clearly nothing is nearby: there is little that could be missing.
 *
 * All bounds are set by bench/lookback (evidence). */

/** From this weight on a message may belong, wherever it was sent. */
const MAY_BELONG = 0.03
/** So many places from the conversation, or from the tag, are around it. */
const AROUND = 15
/**
 * A conversation of at least `members` stands out if each message outside weighs less than `most` and than `ofLightest`
 * of its lightest member, and all of them together less than its members.
 */
const CLEAR = { members: 2, most: 0.22, ofLightest: 0.5 } as const
/** No budget has room for more, and a trace need not list them. */
const MAX_NEARBY = 60

/** Something a message can be near to: a message of the conversation, or the tag. */
type Point = { readonly place: number; readonly at: number; readonly isTag: boolean }

/**
 * What is nearby, the nearest first: by weight in hundredths, then by time to the conversation. `askedAt` is
 * null for a reply: it points to its place itself, and what was sent last is not around it.
 */
export function nearbyOf(trail: readonly PlacedMessage[], askedAt: Date | null): WeighedMessage[] {
  if (standsOut(trail)) return []
  const points = pointsOf(trail, askedAt)
  const found = trail.flatMap(({ message, weight, standing, reason: because }, place) => {
    if (standing !== 'beside' && standing !== 'rival') return []
    const at = message.sentAt.getTime()
    const isAround = points.some((point) => Math.abs(point.place - place) <= AROUND)
    if (weight < MAY_BELONG && !isAround) return []
    const nearest = nearestTo(at, points)
    const mayBelong = `may belong here (${weight.toFixed(2)})`
    const said = nearest === null ? mayBelong : whenSaid(at, nearest, points)
    const near = weight >= MAY_BELONG ? mayBelong : said
    const reason = standing === 'rival' ? because : near
    return [{ message, weight, reason, apart: Math.abs(at - (nearest?.at ?? at)) }]
  })
  return found
    .sort((a, b) => hundredths(b.weight) - hundredths(a.weight) || a.apart - b.apart)
    .slice(0, MAX_NEARBY)
    .map(({ message, weight, reason }) => ({ message, weight, reason }))
}

/** True if the conversation is clearly separated from all other messages. */
function standsOut(trail: readonly PlacedMessage[]): boolean {
  const weightsOf = (isInside: boolean) =>
    trail
      .filter(({ standing }) => (standing === 'conversation') === isInside)
      .map(({ weight }) => weight)
  const [inside, outside] = [weightsOf(true), weightsOf(false)]
  if (inside.length < CLEAR.members) return false
  const bound = Math.min(CLEAR.most, CLEAR.ofLightest * Math.min(...inside))
  return Math.max(0, ...outside) < bound && sum(outside) < sum(inside)
}

function sum(weights: readonly number[]): number {
  return weights.reduce((a, b) => a + b, 0)
}

function pointsOf(trail: readonly PlacedMessage[], askedAt: Date | null): Point[] {
  const points = trail.flatMap(({ message, standing }, place) =>
    standing === 'conversation' ? [{ place, at: message.sentAt.getTime(), isTag: false }] : [],
  )
  if (askedAt === null) return points
  return [...points, { place: trail.length, at: askedAt.getTime(), isTag: true }]
}

function nearestTo(at: number, points: readonly Point[]): Point | null {
  const apart = (point: Point) => Math.abs(point.at - at)
  return points.reduce<Point | null>(
    (best, point) => (best === null || apart(point) < apart(best) ? point : best),
    null,
  )
}

function whenSaid(at: number, nearest: Point, points: readonly Point[]): string {
  const apart = howLong(Math.abs(at - nearest.at) / 60_000)
  if (nearest.isTag) return `sent ${apart} before the question`
  if (at > nearest.at) return `sent ${apart} after a message of the conversation`
  const isFirst = nearest === points[0]
  return `sent ${apart} before ${isFirst ? 'the conversation' : 'a message of the conversation'}`
}

function hundredths(weight: number): number {
  return Math.round(weight * 100)
}
