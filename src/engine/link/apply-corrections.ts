import type { MessageId } from '../../domain/ids.ts'
import { type Link, type LinkCorrection, linksByMessage } from '../../domain/link.ts'
import { acceptCorrections } from './accept-corrections.ts'
import { THRESHOLD } from './closure.ts'
import { type Division, divide } from './divide-conversations.ts'

/* The links as people corrected them.
 *
 * divide-conversations.ts decides which message continues which, and so what the conversations are. Here
 * the links follow:
 *
 *   together   the later message has one link, of probability 1
 *   start      the message has none
 *   others     a link inside one conversation of the model that now leads into another one is cut. Its
 *              probability goes to what the message continues, so that it belongs there as surely as before.
 *
 * A reason names nobody: traces store reasons, and must not keep the name of a person who is forgotten. */

/** A stretch of a chat, oldest first: what the linker stored for its messages, and what people corrected. */
type CorrectedTrail = {
  readonly messages: readonly { readonly id: MessageId }[]
  readonly links: readonly Link[]
  readonly corrections?: readonly LinkCorrection[] | undefined
}

const PUT_TOGETHER = 'linked by a person'
const MOVED = 'link moved by a correction'

/** The links that hold after the corrections of the messages at hand. */
export function applyCorrections(trail: CorrectedTrail): readonly Link[] {
  const { links, corrections = [] } = trail
  if (corrections.length === 0) return links
  const ids = trail.messages.map(({ id }) => id)
  const linksOf = linksByMessage(links)
  const best = (id: MessageId) => bestLink(linksOf(id))
  const division = divide(ids, linksOf, best, acceptCorrections(ids, corrections))
  const known = new Set(ids)
  return [
    ...links.filter(({ from }) => !known.has(from)),
    ...ids.flatMap((id) => correctedLinks(id, linksOf(id), division)),
  ]
}

function correctedLinks(
  id: MessageId,
  links: readonly Link[],
  division: Division,
): readonly Link[] {
  const parent = division.parentOf(id)
  if (division.isStated(id)) {
    if (parent === null) return []
    return [{ from: id, to: parent, probability: 1, draft: 1, reason: PUT_TOGETHER }]
  }
  const kept = links.filter((link) => !division.isCut(link))
  if (kept.length === links.length || parent === null || division.hasLeft(id)) return kept
  const moved = sum(links, 'probability') - sum(kept, 'probability')
  const movedDraft = sum(links, 'draft') - sum(kept, 'draft')
  const onward = kept.find(({ to }) => to === parent)
  const probability = Math.min(1, moved + (onward?.probability ?? 0))
  const draft = Math.min(1, movedDraft + (onward?.draft ?? 0))
  const reason = onward?.reason ?? MOVED
  const moving = { from: id, to: parent, probability, draft, reason }
  return [moving, ...kept.filter((link) => link !== onward)]
}

/** The likeliest link, if it is likely enough to make two messages one conversation. */
function bestLink(links: readonly Link[]): Link | null {
  const [first, ...rest] = links
  if (first === undefined) return null
  const best = rest.reduce((a, b) => (b.probability > a.probability ? b : a), first)
  return best.probability >= THRESHOLD ? best : null
}

function sum(links: readonly Link[], part: 'probability' | 'draft'): number {
  return links.reduce((total, link) => total + link[part], 0)
}
