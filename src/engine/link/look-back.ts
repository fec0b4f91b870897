import type { MessageId } from '../../domain/ids.ts'
import type { Link } from '../../domain/link.ts'
import type { PlacedMessage } from '../../domain/look-back.ts'
import type { Message } from '../../domain/message.ts'
import { belongingElsewhere, belongingTo, bestCut, closeOver, type Together } from './closure.ts'
import type { LinkModel } from './model.ts'
import type { DraftLink } from './second-look.ts'
import { type Mention, type Pointed, type Seed, seedsOfTag } from './tag-seeds.ts'

/** Why a message is offered that the tag may be about as well. */
const OTHER_READING = 'alternative conversation, nearly as likely'

/** How many messages a look back reads. */
export const SPAN = 200

/** A stretch of a chat with the links its messages were given when they arrived, oldest first. */
export type LinkedMessages = {
  readonly messages: readonly Message[]
  readonly links: readonly Link[]
}

/** Every message of the trail, in its order: how surely it belongs to what a tag is about. */
export function weighTrail(tag: Mention, trail: LinkedMessages, model: LinkModel): PlacedMessage[] {
  const drafts = draftsIn(trail)
  const together = closeOver(idsOf(trail), trail.links)
  const draftsOf = ({ id }: Message) => drafts.get(id) ?? []
  const { seeds, rival } = seedsOfTag(tag, trail.messages, together, model, draftsOf)
  const placed = place(seeds, trail, together)
  return rival === null ? placed : withRival(placed, rival, together)
}

/** From this weight on a message is part of the other reading. */
const PART_OF_RIVAL = 0.5

/** What a tag may mean instead is never surely elsewhere, and its reason names that. */
function withRival(
  placed: readonly PlacedMessage[],
  rival: Pointed,
  together: Together,
): PlacedMessage[] {
  const n = together.ids.length
  return placed.map((one, i) => {
    const belongs = together.weights[rival.at * n + i] as number
    if (one.standing === 'conversation' || belongs < PART_OF_RIVAL) return one
    const weight = Math.max(one.weight, rival.weight * belongs)
    return { ...one, weight, standing: 'rival', reason: OTHER_READING }
  })
}

/** The drafts of each of a trail's messages. */
export function draftsIn({
  messages,
  links,
}: LinkedMessages): ReadonlyMap<MessageId, readonly DraftLink[]> {
  const drafts = new Map(messages.map(({ id }): [MessageId, DraftLink[]] => [id, []]))
  for (const { from, to, draft } of links) {
    if (draft > 0) drafts.get(from)?.push({ to, probability: draft })
  }
  return drafts
}

/** A reply to an old message asks for what was around it: rather one message too many. */
export const AROUND_THRESHOLD = 0.15

/** Every other message of the trail: how surely it belongs with this one. */
export function weighAround(
  id: Message['id'],
  trail: LinkedMessages,
  threshold: number | null = null,
): PlacedMessage[] {
  const at = trail.messages.findIndex((message) => message.id === id)
  if (at < 0) return []
  const seeds = new Map([[at, { weight: 1, reason: '' }]])
  const together = closeOver(idsOf(trail), trail.links)
  const placed = place(seeds, trail, together, { threshold, itself: at })
  return placed.filter(({ message }) => message.id !== id)
}

/** A threshold in place of the best cut, and the place of a message whose own conversation it is. */
type Choice = { readonly threshold: number | null; readonly itself: number }

/** Weighs every message for what the seeds point at, and separates what belongs from what does not. */
function place(
  seeds: ReadonlyMap<number, Seed>,
  { messages, links }: LinkedMessages,
  together: Together,
  { threshold, itself }: Choice = { threshold: null, itself: -1 },
): PlacedMessage[] {
  const weights = new Map([...seeds].map(([at, { weight }]) => [at, weight]))
  const surely = belongingTo(weights, together).map((weight) => Math.min(1, weight))
  const reasons = reasonsFor(surely, together, links)
  const cut = threshold ?? bestCut(surely.filter((_, i) => i !== itself))
  const inside = new Set(
    [...messages.keys()].filter((i) => i === itself || (surely[i] as number) >= cut),
  )
  const elsewhere = belongingElsewhere(inside, surely, together)
  return messages.map((message, i) => ({
    message,
    weight: surely[i] as number,
    reason: seeds.get(i)?.reason || reasons[i] || 'current conversation',
    standing: inside.has(i) ? 'conversation' : elsewhere[i] === true ? 'elsewhere' : 'beside',
  }))
}

function idsOf({ messages }: LinkedMessages): Message['id'][] {
  return messages.map((message) => message.id)
}

/** Why each message is in: the link that ties it most strongly to the rest of what is. */
function reasonsFor(
  belonging: Float64Array,
  { ids }: Together,
  links: readonly Link[],
): readonly string[] {
  const indexOf = new Map(ids.map((id, i) => [id, i]))
  const strongest = new Float64Array(ids.length)
  const reasons: string[] = ids.map(() => '')
  const offer = (at: number, by: number, link: Link) => {
    const strength = link.probability * (belonging[by] as number)
    if (strength <= (strongest[at] as number)) return
    strongest[at] = strength
    reasons[at] = link.reason
  }
  for (const link of links) {
    const [from, to] = [indexOf.get(link.from), indexOf.get(link.to)]
    if (from === undefined || to === undefined) continue
    offer(from, to, link)
    offer(to, from, link)
  }
  return reasons
}
