import type { Message } from '../../domain/message.ts'
import type { Linkable, LinkWindow } from './features/link-window.ts'
import { BIT } from './features/shape.ts'
import type { Decision, LinkModel } from './model.ts'
import { decisiveReason, plainestReason } from './reason.ts'
import { type DraftsOf, withoutUnlikely } from './second-look.ts'

/* Which earlier messages does this one continue?
 *
 * Several conversations run through one chat, and many people do not press "reply". Who replied or
 * quoted has named it, and that is certain. Otherwise the model gives each of the last hundred messages
 * a probability, and "it starts a conversation" the rest:
 *
 *        ann: where do we meet on sunday?      <─┐ .93
 *        bob: did the build pass?        <─┐     │
 *        cat: @ann by the fountain         │   ──┘
 *        dan: the build is green         ──┘ .71, and .12 to ann's, .02 to cat's, .15 to none
 *
 * All links that matter are stored, not the best alone: a doubt here may be settled by what the
 * neighbours are linked to (closure.ts). Whatever is linked, a topic never is with another. */

/** One step back: from a message to an earlier one. */
export type LinkStep = {
  readonly to: Message
  readonly probability: number
  /** The first look's probability: what later messages know of this one's conversation. */
  readonly draft: number
  readonly reason: string
}

/**
 * Links a message to what it continues. `before` are the earlier messages of its thread, oldest first, `draftsOf`
 * has the drafts of those; `parent` is the message it replies to, which may be older than all of them.
 */
export function linkMessage(
  message: Linkable,
  before: readonly Message[],
  parent: Message | null,
  model: LinkModel,
  draftsOf: DraftsOf,
): readonly LinkStep[] {
  if (parent !== null) return [certain(parent, `reply to ${parent.authorName}`)]
  const quoted = findQuoted(message.quote, before)
  if (quoted !== undefined) return [certain(quoted, `quotes ${quoted.authorName}`)]
  const draft = model.draft(message, before)
  if (isAnnouncement(draft.scene)) return []
  const decision = model.decide(draft, before, draftsOf)
  return likelySteps(decision, before, message.authorName ?? 'somebody')
}

/** A bot's message is an answer if one of so many messages before it mentions the bot. */
const CALLED_WITHIN = 5

/** A bot's message that no mention asked for and that names no person: news, alarms, reminders. */
function isAnnouncement({ target, earlier }: LinkWindow): boolean {
  if (!target.isBot || target.mentions.length > 0) return false
  return !earlier
    .slice(-CALLED_WITHIN)
    .some((m) => m.mentions.includes(target.author) || (m.reading.shape & BIT.commands) > 0)
}

/** What decided is worked out for links that are as likely as this; of others the plainest reason is given. */
const EXPLAINED = 0.3

/** The steps that either look believes in, likeliest first. */
function likelySteps(decision: Decision, before: readonly Message[], author: string): LinkStep[] {
  const final = withoutUnlikely(decision.probabilities)
  // As it will be read back from the database: links must not depend on whether it was stored in between.
  const draft = withoutUnlikely(decision.drafted).map(Math.fround)
  return decision.pairs
    .map((pair, i) => ({ i, pair, probability: final[i] as number, draft: draft[i] as number }))
    .filter((step) => step.probability > 0 || step.draft > 0)
    .sort((a, b) => b.probability - a.probability)
    .map(({ i, pair, probability, draft }) => {
      const to = before[before.length - 1 - pair.rank] as Message
      const link = { author, to, pair, scene: decision.scene }
      const reason =
        probability < EXPLAINED
          ? plainestReason(link)
          : decisiveReason(link, (groups) => decision.groupsFor(i, groups))
      return { to, probability, draft, reason }
    })
}

function findQuoted(quote: string | null, before: readonly Message[]): Message | undefined {
  return quote ? before.findLast((message) => message.text.includes(quote)) : undefined
}

function certain(to: Message, reason: string): LinkStep {
  return { to, probability: 1, draft: 1, reason }
}
