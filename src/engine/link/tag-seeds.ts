import type { Message } from '../../domain/message.ts'
import type { Together } from './closure.ts'
import type { Seed, Tag } from './look-back.ts'
import type { Belief, LinkModel } from './model.ts'
import type { PersonHere } from './scene.ts'

/* Where does a tag point?
 *
 * A reply says so itself; the caller's own last message has a part in it too. Otherwise three things
 * tell. Who calls: their own last message, the less the more was said since, and the less if somebody
 * has spoken to them meanwhile. What is going on: what the model believes a message of theirs would
 * continue now. And what is asked: a conversation that has the question's rare words.
 *
 * All constants here are set by bench/lookback, on the annotated and the hard tags together. */

/** The rest is the caller's own last message: it may lift what belongs to both, never bring in its own. */
const PARENT_SHARE = 0.66
/** How far the caller's own last message is trusted: a logistic curve over what happened since. */
const OWN = {
  most: 0.9,
  start: 2,
  perLogMessage: 0.75,
  ifAwaited: 2,
  perLogSilence: 0.75,
  freeSilence: 3,
} as const
/** How much a word counts that the question shares with a conversation, by its rarity of 0 to 10. */
const CONTENT = 1.2

/** The places of the trail a tag points at, with weights that add up to 1 where there are any. */
export function seedsOfTag(
  tag: Tag,
  messages: readonly Message[],
  together: Together,
  model: LinkModel,
): Map<number, Seed> {
  const own = messages.findLastIndex((message) => message.authorId === tag.authorId)
  if (tag.parent !== null) return seedsOfReply(tag.parent, own, messages)
  const belief = model(tag.isBare ? { ...tag, text: '' } : tag, messages)
  const weights = believed(belief, messages.length)
  if (own >= 0) {
    const trust = trustInOwn(belief, messages.slice(own), tag.sentAt)
    for (const [i, weight] of weights.entries()) weights[i] = weight * (1 - trust)
    weights[own] = (weights[own] as number) + trust
  }
  if (!tag.isBare) favourContent(weights, belief, together)
  return toSeeds(weights, own)
}

function seedsOfReply(parent: Message, own: number, messages: readonly Message[]) {
  const seeds = new Map<number, Seed>()
  const at = messages.findIndex((message) => message.id === parent.id)
  if (own >= 0) seeds.set(own, { weight: 1 - PARENT_SHARE, reason: 'your own last message' })
  // A parent that lies outside the trail is looked around by itself.
  if (at < 0) return seeds
  const weight = own < 0 || own === at ? 1 : PARENT_SHARE
  return seeds.set(at, { weight, reason: 'you replied to this' })
}

/** What the model believes the tag continues, by place; adds up to 1, or is all zero. */
function believed({ pairs, probabilities, startsAnew }: Belief, count: number): Float64Array {
  const weights = new Float64Array(count)
  for (const [i, { rank }] of pairs.entries()) {
    weights[count - 1 - rank] = (probabilities[i] as number) / Math.max(1e-9, 1 - startsAnew)
  }
  return weights
}

function trustInOwn({ scene }: Belief, since: readonly Message[], now: Date): number {
  const me = scene.people[scene.target.author] as PersonHere
  const isAwaited = scene.people.some((person) => person.toTargetAt > me.last)
  const silence = Math.max(0, logSilence(since, now) - OWN.freeSilence)
  const sum =
    OWN.start -
    OWN.perLogMessage * Math.log1p(since.length - 1) -
    OWN.perLogSilence * silence -
    (isAwaited ? OWN.ifAwaited : 0)
  return OWN.most / (1 + Math.exp(-sum))
}

/**
 * How much longer the longest silence since the caller spoke was than the usual pause since: what is
 * said after it is likely another matter. As a logarithm; 0 where nothing was said after it.
 */
function logSilence(since: readonly Message[], now: Date): number {
  const times = [...since.map((message) => message.sentAt.getTime()), now.getTime()]
  const gaps = times.slice(1).map((time, i) => Math.max(0, time - (times[i] as number)) / 60_000)
  const longest = gaps.reduce((most, gap, i) => (gap > (gaps[most] as number) ? i : most), 0)
  if (longest === gaps.length - 1) return 0
  const others = gaps.toSpliced(longest, 1).sort((a, b) => a - b)
  const usual = others[Math.floor(others.length / 2)] ?? 0
  return Math.log(((gaps[longest] as number) + 1) / (usual + 1))
}

/** Shifts the weights to the conversations in which the question's words were said, rare ones first. */
function favourContent(weights: Float64Array, { scene }: Belief, together: Together): void {
  const n = weights.length
  const covered = new Float64Array(n)
  const scale = Math.log(n + 10)
  for (const [w, word] of scene.target.reading.words.entries()) {
    const saying = scene.earlier.flatMap((heard, i) => (heard.reading.wordSet.has(word) ? [i] : []))
    const rarity = scene.target.reading.rarities[w] as number
    const damp = saying.length < 2 ? 1 : 1 - Math.log(saying.length) / scale
    for (let i = 0; i < n; i += 1) {
      let belongs = 0
      for (const j of saying) belongs = Math.max(belongs, together.weights[i * n + j] as number)
      covered[i] = (covered[i] as number) + rarity * damp * belongs
    }
  }
  const most = covered.reduce((a, b) => Math.max(a, b), 0)
  let sum = 0
  for (let i = 0; i < n; i += 1) {
    weights[i] = (weights[i] as number) * Math.exp(CONTENT * ((covered[i] as number) - most))
    sum += weights[i] as number
  }
  for (let i = 0; i < n; i += 1) weights[i] = (weights[i] as number) / Math.max(1e-12, sum)
}

function toSeeds(weights: Float64Array, own: number): Map<number, Seed> {
  const seeds = new Map<number, Seed>()
  for (const [at, weight] of weights.entries()) {
    const reason = at === own ? 'your own last message' : ''
    if (weight > 0) seeds.set(at, { weight, reason })
  }
  return seeds
}
