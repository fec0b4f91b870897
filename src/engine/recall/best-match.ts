import type { Db } from '../../db/engine/database.ts'
import type { Place } from '../../db/messages/find-messages.ts'
import { listLinksOf } from '../../db/messages/message-links.ts'
import type { MessageId } from '../../domain/ids.ts'
import type { Link } from '../../domain/link.ts'
import type { Bag, RankedMessage } from '../../domain/ranking.ts'
import type { LookBack } from './source.ts'

/* Which ranked messages are matches, and which are only near one. Ranking by the words around a message lifts
 * its neighbours, and in a group some of those belong to another conversation: a message without any of the words
 * itself must be linked to one that has them.
 *
 * The best match is one however low its score is. A score is the share of all the question's words, and words that
 * are nowhere in the chat count most: of "скільки коштує житло?" only "житло" was ever said, and the message that
 * says it scores less than a context requires. What was said around it is often the answer, in other words: if it
 * holds half of the question's subject, the messages of its conversation that the search ranks high come with it. Of
 * 190 questions put to chats they have nothing to do with (test/look-back-scenarios, counted once) four get one message. */

/** A link this probable puts two messages into one conversation. */
const SAME_CONVERSATION = 0.3
/** Texts at least this similar mean the same, even without a common term. */
const SAME_MEANING = 0.5
/** Of so many best ranked messages those that belong to the conversation of the best match come with it. */
const RANKED_WITH_BEST = 20
/** The share of the question's subject that the best match must hold for that. */
const HELD_WITH_BEST = 0.5

export type FoundMessage = RankedMessage<{
  readonly id: MessageId
  readonly bag: Bag
  readonly similarity: number | null
}>

export type Matches = {
  /** Whether a ranked message matches itself, or is linked to one that does. */
  isMatch(id: MessageId): boolean
  /** Whether it is the best match, or of its conversation. */
  isWithBest(id: MessageId): boolean
}

/** Separates the matches among ranked messages from their neighbours. */
export async function findMatches(
  db: Db,
  place: Place,
  { ranked, subjectTerms }: RankedForSubject,
  look: Pick<LookBack, 'linksOf'>,
): Promise<Matches> {
  const speaking = new Set(ranked.filter(speaksForItself).map(({ candidate }) => candidate.id))
  const ids = ranked.map(({ candidate }) => candidate.id)
  const all = look.linksOf(await listLinksOf(db, place, ids))
  const links = all.filter(({ probability }) => probability >= SAME_CONVERSATION)
  const linked = new Set(
    links.flatMap(({ from, to }) => [
      ...(speaking.has(to) ? [from] : []),
      ...(speaking.has(from) ? [to] : []),
    ]),
  )
  const best = ranked.find((found) => heldOf(subjectTerms, found) > 0)
  const isSure = best !== undefined && heldOf(subjectTerms, best) >= HELD_WITH_BEST
  const within = isSure ? ids.slice(0, RANKED_WITH_BEST) : []
  const withBest = best === undefined ? NONE : reach(best.candidate.id, within, links)
  return {
    isMatch: (id) => speaking.has(id) || linked.has(id) || withBest.has(id),
    isWithBest: (id) => withBest.has(id),
  }
}

type RankedForSubject = {
  /** Best first. */
  readonly ranked: readonly FoundMessage[]
  /** The question's terms that may name its subject. */
  readonly subjectTerms: ReadonlySet<string>
}

const NONE: ReadonlySet<MessageId> = new Set()

/** True for a message that has a term of the question, or its meaning; false if only one beside it has. */
export function speaksForItself({ parts, candidate }: FoundMessage): boolean {
  return parts.own > 0 || isSimilar(candidate)
}

/**
 * The share of the subject that a message holds, 1 for one that means the same. Stricter than speaksForItself: "how
 * much" is in many messages that have nothing to do with the question.
 */
function heldOf(terms: ReadonlySet<string>, { candidate }: FoundMessage): number {
  if (isSimilar(candidate)) return 1
  const held = [...terms].filter((term) => candidate.bag.frequencies.has(term))
  return held.length / Math.max(1, terms.size)
}

const isSimilar = ({ similarity }: FoundMessage['candidate']) => (similarity ?? 0) >= SAME_MEANING

/** The messages among `within` that a chain of links connects with the first, and the first. */
function reach(
  first: MessageId,
  within: readonly MessageId[],
  links: readonly Link[],
): ReadonlySet<MessageId> {
  const allowed = new Set(within)
  const reached = new Set([first])
  for (const id of reached) {
    for (const { from, to } of links) {
      const other = from === id ? to : to === id ? from : null
      if (other !== null && allowed.has(other)) reached.add(other)
    }
  }
  return reached
}
