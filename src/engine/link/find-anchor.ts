import type { MessageId } from '../../domain/ids.ts'
import type { Link } from '../../domain/link.ts'
import { THRESHOLD } from './closure.ts'

/**
 * The message that stands for the conversation which the chosen ones do not belong to: what this one
 * continues, or the first other message of its conversation. Null for one that stands alone. `ids` in the
 * order of the chat.
 */
export function findAnchor(
  id: MessageId,
  chosen: ReadonlySet<MessageId>,
  { ids, links }: { readonly ids: readonly MessageId[]; readonly links: readonly Link[] },
): MessageId | null {
  const parents = bestParents(links)
  let above = parents.get(id)
  while (above !== undefined && chosen.has(above)) above = parents.get(above)
  if (above !== undefined) return above
  const roots = new Map<MessageId, MessageId>()
  for (const one of ids) {
    const parent = parents.get(one)
    roots.set(one, parent === undefined ? one : (roots.get(parent) ?? parent))
  }
  return ids.find((one) => !chosen.has(one) && roots.get(one) === roots.get(id)) ?? null
}

/** What each message continues, where that is likely enough to make them one conversation. */
function bestParents(links: readonly Link[]): Map<MessageId, MessageId> {
  const best = new Map<MessageId, Link>()
  for (const link of links) {
    if (link.probability < THRESHOLD) continue
    if (link.probability > (best.get(link.from)?.probability ?? 0)) best.set(link.from, link)
  }
  return new Map([...best].map(([from, { to }]) => [from, to]))
}
