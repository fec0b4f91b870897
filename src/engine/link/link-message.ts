import type { Message } from '../../domain/message.ts'
import type { Belief, LinkModel } from './model.ts'
import { reasonFor } from './reason.ts'
import type { Linkable, Scene } from './scene.ts'
import { BIT } from './shape.ts'

/* Which earlier messages does this one continue?
 *
 * Several conversations run through one chat, and many people do not press "reply". Who replied or
 * quoted has said it, and that is certain. Otherwise the model gives each of the last hundred messages
 * a probability, and "it starts anew" the rest:
 *
 *        ann: where do we meet on sunday?      <─┐ .93
 *        bob: did the build pass?        <─┐     │
 *        cat: @ann by the fountain         │   ──┘
 *        dan: the build is green         ──┘ .71, and .12 to ann's, .02 to cat's, .15 anew
 *
 * All of them are kept that matter, not the best alone: a doubt here may be settled by what the
 * neighbours are linked to (closure.ts). Whatever is linked, a topic never is with another. */

/** One step back: from a message to an earlier one. */
export type Step = {
  readonly to: Message
  readonly probability: number
  readonly reason: string
}

/** What is less likely is left out, and its share goes to the rest. Set by bench/lookback. */
const LEAST_PROBABILITY = 0.02
const MAX_STEPS = 8

/**
 * Links a message to what it continues. `before` is what was said earlier in its topic, oldest first;
 * `parent` is the message it replies to, which may be older than all of them.
 */
export function linkMessage(
  message: Linkable,
  before: readonly Message[],
  parent: Message | null,
  model: LinkModel,
): readonly Step[] {
  if (parent !== null) return [certain(parent, `reply to ${parent.authorName}`)]
  const quoted = findQuoted(message.quote, before)
  if (quoted !== undefined) return [certain(quoted, `quotes ${quoted.authorName}`)]
  const belief = model(message, before)
  return isAnnouncement(belief.scene)
    ? []
    : likelySteps(belief, before, message.authorName ?? 'somebody')
}

/** How near before a bot speaks somebody must have called it, for what it says to be an answer. */
const CALLED_WITHIN = 5

/** A bot that nobody called and that names nobody: news, alarms, reminders. People may take it up. */
function isAnnouncement({ target, earlier }: Scene): boolean {
  if (!target.isBot || target.mentions.length > 0) return false
  return !earlier
    .slice(-CALLED_WITHIN)
    .some((m) => m.mentions.includes(target.author) || (m.reading.shape & BIT.commands) > 0)
}

/** The steps the model believes in, likeliest first. */
function likelySteps(belief: Belief, before: readonly Message[], author: string): Step[] {
  const { pairs, probabilities, startsAnew } = belief
  const likely = pairs
    .map((pair, i) => ({ pair, probability: probabilities[i] as number }))
    .filter(({ probability }) => probability >= LEAST_PROBABILITY)
    .sort((a, b) => b.probability - a.probability)
    .slice(0, MAX_STEPS)
  const kept = likely.reduce((sum, { probability }) => sum + probability, 0)
  return likely.map(({ pair, probability }) => {
    const to = before[before.length - 1 - pair.rank] as Message
    const reason = reasonFor(author, to, pair, belief)
    return { to, probability: (probability * (1 - startsAnew)) / kept, reason }
  })
}

function findQuoted(quote: string | null, before: readonly Message[]): Message | undefined {
  return quote ? before.findLast((message) => message.text.includes(quote)) : undefined
}

function certain(to: Message, reason: string): Step {
  return { to, probability: 1, reason }
}
