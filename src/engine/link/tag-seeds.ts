import type { Message } from '../../domain/message.ts'
import type { Together } from './closure.ts'
import type { Linkable, LinkWindow, PersonHere } from './features/link-window.ts'
import type { LinkModel } from './model.ts'
import { type DraftsOf, withoutUnlikely } from './second-look.ts'

/** Somebody calls the bot. */
export type Mention = Linkable & {
  /** It only points ("thoughts?"), so the conversation is the question. */
  readonly isBare: boolean
  /** The message it replies to, if there is one. */
  readonly parent: Message | null
}

/** A place to start from: how much it weighs, and why; no reason where its links tell it. */
export type Seed = { readonly weight: number; readonly reason: string }

/* Where does a tag point?
 *
 * A reply points at its parent. Otherwise the model is asked what a message of this person would continue now: a tag with
 * content by its content, a bare one as a message without text (some of what the nets learned from has none). A
 * question that nothing in the chat bears on points at nothing. A bare tag always points at something: at what is discussed
 * now, and at the caller's own last message, the less the more was sent since, after a silence, or when another person
 * has addressed them meanwhile. Of two conversations it may point at the likelier one leads; where the other is nearly
 * as likely, its messages are offered as nearby.
 *
 * All constants here are set by bench/lookback, on the tags of the dev sets, the hard tags and the scenarios. */

/** A tag with content that more likely than this starts a conversation points at nothing. */
const STARTS = 0.7
/** How far the caller's own last message is trusted: a logistic curve over what happened since. */
const OWN = {
  most: 0.9,
  start: 2,
  perLogMessage: 0.75,
  ifAwaited: 2,
  perLogSilence: 0.75,
  freeSilence: 3,
} as const

/** A place of the trail and how much it weighs. */
export type Pointed = { readonly at: number; readonly weight: number }

/** Where a tag points: seeds whose weights add up to 1 where there are any, and another reading nearly as likely. */
type Pointing = {
  readonly seeds: ReadonlyMap<number, Seed>
  readonly rival: Pointed | null
}

/** The places of the trail a tag points at. */
export function seedsOfTag(
  tag: Mention,
  messages: readonly Message[],
  together: Together,
  model: LinkModel,
  draftsOf: DraftsOf,
): Pointing {
  if (tag.parent !== null) return { seeds: seedsOfReply(tag.parent, messages), rival: null }
  const draft = model.draft(tag.isBare ? { ...tag, text: '' } : tag, messages)
  const { pairs, probabilities, scene } = model.decide(draft, messages, draftsOf)
  const starts = probabilities.at(-1) as number
  if (!tag.isBare && starts > STARTS) return { seeds: new Map(), rival: null }
  const pointed = withoutUnlikely(probabilities).flatMap((weight, i): Pointed[] => {
    const at = messages.length - 1 - (pairs[i]?.rank ?? 0)
    return weight > 0 ? [{ at, weight: weight / (1 - starts) }] : []
  })
  const own = messages.findLastIndex((message) => message.authorId === tag.authorId)
  const trust = own < 0 ? 0 : trustInOwn(scene, messages.slice(own), tag.sentAt)
  const { led, rival } = tag.isBare
    ? leadingOf(withOwn(pointed, own, trust), together)
    : { led: pointed, rival: null }
  const reasonOf = (at: number) => (at === own ? 'your own last message' : '')
  const seeds = led.map(({ at, weight }) => [at, { weight, reason: reasonOf(at) }] as const)
  return { seeds: new Map(seeds), rival }
}

/** A parent that lies outside the trail is looked around separately (recall/reply.ts). */
function seedsOfReply(parent: Message, messages: readonly Message[]): Map<number, Seed> {
  const at = messages.findIndex((message) => message.id === parent.id)
  return at < 0 ? new Map() : new Map([[at, { weight: 1, reason: 'you replied to this' }]])
}

/** The caller's own last message with its trust, and the others with what is left. */
function withOwn(pointed: readonly Pointed[], own: number, trust: number): Pointed[] {
  if (own < 0) return [...pointed]
  const rest = pointed.length === 0 ? 0 : 1 - trust
  const ofOwn = pointed.find(({ at }) => at === own)?.weight ?? 0
  const others = pointed.filter(({ at }) => at !== own)
  return [
    { at: own, weight: 1 - rest + rest * ofOwn },
    ...others.map(({ at, weight }) => ({ at, weight: rest * weight })),
  ]
}

/** A reading with at least this share of the leading one's weight is offered as nearby. */
const RIVAL = 0.5
/** Places that belong together less than this are two readings. */
const APART = 0.35

/**
 * Each place counts as much as it belongs with the one that most of the weight belongs with. The rival is the place
 * that most of the weight belongs with among those apart from it, if that is nearly as much.
 */
function leadingOf(
  pointed: readonly Pointed[],
  { ids, weights }: Together,
): { readonly led: readonly Pointed[]; readonly rival: Pointed | null } {
  const belongs = (a: number, b: number) => weights[a * ids.length + b] as number
  const massOf = (a: number) =>
    pointed.reduce((sum, { at, weight }) => sum + weight * belongs(a, at), 0)
  const masses = pointed.map(({ at }) => massOf(at))
  const most = Math.max(...masses)
  const lead = pointed[masses.indexOf(most)]
  if (lead === undefined) return { led: [], rival: null }
  const led = pointed.map(({ at, weight }) => ({ at, weight: weight * belongs(at, lead.at) }))
  const sum = led.reduce((total, { weight }) => total + weight, 0)
  const others = pointed
    .map(({ at }, i) => ({ at, weight: masses[i] as number }))
    .filter(({ at, weight }) => belongs(at, lead.at) < APART && weight >= RIVAL * most)
    .sort((a, b) => b.weight - a.weight)
  return {
    led: led.map(({ at, weight }) => ({ at, weight: weight / sum })),
    rival: others[0] ?? null,
  }
}

function trustInOwn({ people, target }: LinkWindow, since: readonly Message[], now: Date): number {
  const me = people[target.author] as PersonHere
  const isAwaited = people.some((person) => person.toTargetAt > me.last)
  const silence = Math.max(0, logSilence(since, now) - OWN.freeSilence)
  const sum =
    OWN.start -
    OWN.perLogMessage * Math.log1p(since.length - 1) -
    OWN.perLogSilence * silence -
    (isAwaited ? OWN.ifAwaited : 0)
  return OWN.most / (1 + Math.exp(-sum))
}

/**
 * How much longer the longest silence since the caller's message was than the usual pause since: what comes after it
 * is likely another matter. As a logarithm; 0 where nothing came after it.
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
