import type { CorrectionId, MessageId } from '../../domain/ids.ts'
import type { LinkCorrection } from '../../domain/link.ts'

/* Which corrections take effect, if some contradict each other?
 *
 * Newest first; a correction is accepted unless those accepted before it rule it out:
 *
 *     1  together(a, b)      3 is accepted, then 2; together with them 1 would put a and c into one
 *     2  together(b, c)      conversation, so 1 is overruled. It stays stored, and takes effect again
 *     3  apart(a, c)         once 3 is undone.
 *
 * Accepted "together" corrections join messages to groups (union-find). A group knows its first message,
 * its start, and what it is apart from; merging goes from the smaller set to the larger one, so that n
 * corrections cost O(n log n). */

export type Accepted = {
  readonly ids: ReadonlySet<CorrectionId>
  readonly togethers: readonly LinkCorrection[]
  /** Oldest first. */
  readonly aparts: readonly LinkCorrection[]
  readonly starts: ReadonlySet<MessageId>
  /** The messages put together with this one, itself included, in no particular order. */
  groupOf(id: MessageId): readonly MessageId[]
  /** The messages that the group of this one is apart from. */
  apartFrom(id: MessageId): ReadonlySet<MessageId>
}

type Group = {
  readonly members: MessageId[]
  /** Place of its first message. */
  first: number
  /** Place of the message that starts its conversation; -Infinity without one. */
  start: number
  readonly apart: Set<MessageId>
}

/** Decides which corrections take effect. `ids`: the messages at hand, in the order of the chat. */
export function acceptCorrections(
  ids: readonly MessageId[],
  corrections: readonly LinkCorrection[],
): Accepted {
  const placeOf = placesOf(ids, corrections)
  const groups = createGroups(placeOf)
  const accepted: LinkCorrection[] = []
  const newestFirst = corrections.toSorted(
    (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id,
  )
  for (const correction of newestFirst) {
    if (groups.accept(correction)) accepted.push(correction)
  }
  const ofKind = (kind: LinkCorrection['kind']) => accepted.filter((one) => one.kind === kind)
  return {
    ids: new Set(accepted.map(({ id }) => id)),
    togethers: ofKind('together'),
    aparts: ofKind('apart').reverse(),
    starts: new Set(ofKind('start').map(({ messageId }) => messageId)),
    groupOf: (id) => groups.of(id).members,
    apartFrom: (id) => groups.of(id).apart,
  }
}

function createGroups(placeOf: (id: MessageId) => number) {
  const groups = new Map<MessageId, Group>()
  const of = (id: MessageId): Group => {
    const known = groups.get(id)
    if (known !== undefined) return known
    const place = placeOf(id)
    const alone = {
      members: [id],
      first: place,
      start: Number.NEGATIVE_INFINITY,
      apart: new Set<MessageId>(),
    }
    groups.set(id, alone)
    return alone
  }
  const isApart = (a: Group, b: Group) => {
    const [few, other] = a.apart.size <= b.apart.size ? [a, b] : [b, a]
    for (const id of few.apart) if (of(id) === other) return true
    return false
  }
  const join = (a: Group, b: Group): boolean => {
    if (a === b) return true
    const [first, start] = [Math.min(a.first, b.first), Math.max(a.start, b.start)]
    if (first < start || isApart(a, b)) return false
    const weight = (group: Group) => group.members.length + group.apart.size
    const [small, large] = weight(a) <= weight(b) ? [a, b] : [b, a]
    for (const id of small.members) groups.set(id, large)
    for (const id of small.apart) large.apart.add(id)
    large.members.push(...small.members)
    Object.assign(large, { first, start })
    return true
  }
  const accept = ({ kind, messageId, otherId }: LinkCorrection): boolean => {
    const group = of(messageId)
    if (kind === 'start' || otherId === null) {
      const place = placeOf(messageId)
      if (group.first < place) return false
      group.start = Math.max(group.start, place)
      return true
    }
    const other = of(otherId)
    if (kind === 'together') return join(group, other)
    if (group === other) return false
    group.apart.add(otherId)
    other.apart.add(messageId)
    return true
  }
  return { of, accept }
}

/**
 * The place of a message in the order of the chat. A message that is not at hand is before all others,
 * unless a correction says that it came after one of them.
 */
function placesOf(
  ids: readonly MessageId[],
  corrections: readonly LinkCorrection[],
): (id: MessageId) => number {
  const places = new Map(ids.map((id, i) => [id, i]))
  const beyond = new Map<MessageId, number>()
  for (const { kind, messageId, otherId } of corrections) {
    if (kind !== 'together' || otherId === null || places.has(messageId)) continue
    const after = (places.get(otherId) ?? -1.5) + 0.5
    beyond.set(messageId, Math.max(beyond.get(messageId) ?? -1, after))
  }
  return (id) => places.get(id) ?? beyond.get(id) ?? -1
}
