import type { MessageId } from '../../domain/ids.ts'
import type { Link } from '../../domain/link.ts'

/* The conversation around a message: everything that can be reached over links, forwards and back.
 *
 * A message weighs as much as the surest path to it, the product of the probabilities along it:
 *
 *     seed ──0.8── c ──0.75── a ──0.7── b        b weighs 0.8 · 0.75 · 0.7 = 0.42
 *
 * Below the threshold it counts as another conversation. Best first, so each message is settled once. */

/** Below this a path is no longer taken for the same conversation. */
export const THRESHOLD = 0.35

export type Reached = { readonly weight: number; readonly reason: string }

/** Weighs the messages around the seeds. A seed's own weight is given; paths multiply from there. */
export function closure(
  seeds: ReadonlyMap<MessageId, Reached>,
  links: readonly Link[],
  threshold = THRESHOLD,
): Map<MessageId, Reached> {
  const neighbours = adjacency(links)
  const open = new Map(seeds)
  const settled = new Map<MessageId, Reached>()
  for (let best = heaviest(open); best !== null; best = heaviest(open)) {
    const [id, reached] = best
    open.delete(id)
    settled.set(id, reached)
    for (const { to, probability, reason } of neighbours.get(id) ?? []) {
      const weight = reached.weight * probability
      if (weight < threshold || settled.has(to) || (open.get(to)?.weight ?? 0) >= weight) continue
      open.set(to, { weight, reason })
    }
  }
  return settled
}

function heaviest(open: ReadonlyMap<MessageId, Reached>): [MessageId, Reached] | null {
  let best: [MessageId, Reached] | null = null
  for (const entry of open) if (best === null || entry[1].weight > best[1].weight) best = entry
  return best
}

function adjacency(links: readonly Link[]) {
  const neighbours = new Map<MessageId, { to: MessageId; probability: number; reason: string }[]>()
  const add = (from: MessageId, to: MessageId, { probability, reason }: Link) => {
    const known = neighbours.get(from)
    if (known === undefined) neighbours.set(from, [{ to, probability, reason }])
    else known.push({ to, probability, reason })
  }
  for (const link of links) {
    add(link.from, link.to, link)
    add(link.to, link.from, link)
  }
  return neighbours
}
