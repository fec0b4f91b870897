import type { MessageId } from '../../domain/ids.ts'
import type { Link } from '../../domain/link.ts'
import type { Accepted } from './accept-corrections.ts'
import { THRESHOLD } from './closure.ts'

/* Which message continues which, after the corrections.
 *
 * A conversation is a tree: each message under the one it most likely continues. The model's trees are
 * changed in two passes, each in the order of the chat, so that a parent always precedes its children:
 *
 *   1. together, start   A message continues the previous one of its group; what it is continued by comes
 *                        along. A start continues nothing, so its subtree is a conversation of its own.
 *   2. apart             The message leaves, what continues it stays: it moves up to what the message had
 *                        continued. Replies to it (certain links) leave with it, and their groups.
 *
 *        a <── m <── x         apart(m, a):   a <── x       m alone
 *
 * Leaving messages keep their links among each other: nothing says that they do not belong together. */

export type Division = {
  /** What a message continues; null for the first of a conversation. */
  parentOf(id: MessageId): MessageId | null
  /** True where a person stated what the message continues, or that it starts. */
  isStated(id: MessageId): boolean
  /** True for a message that was taken out of its conversation. */
  hasLeft(id: MessageId): boolean
  /** True for a link between two conversations that people divided. */
  isCut(link: Link): boolean
}

/** A link as probable as this is a reply or a quote. */
const CERTAIN = 0.999

type Labels = Map<MessageId, MessageId>
type Best = (id: MessageId) => Link | null

/** Divides the messages into conversations. A message that is not at hand stands for its conversation. */
export function divide(
  ids: readonly MessageId[],
  linksOf: (id: MessageId) => readonly Link[],
  best: Best,
  accepted: Accepted,
): Division {
  const stated = statedParents(ids, accepted)
  const continued = (id: MessageId) => best(id)?.to ?? null
  const stateOr = (id: MessageId) => (stated.has(id) ? (stated.get(id) ?? null) : continued(id))
  const model = labelAll(ids, continued)
  const joined = labelAll(ids, stateOr)
  const leaving = findLeaving(ids, { accepted, stated, joined, best })
  const parents = new Map<MessageId, MessageId | null>()
  const labels: Labels = new Map()
  const standIns = new Map<MessageId, MessageId | null>()
  /** The first message of each conversation that stays in it. */
  const firsts = new Map<MessageId, MessageId>()
  const firstHere = firstOfGroups(ids, accepted)

  for (const id of ids) {
    const whole = labelOf(joined, id)
    const parent = parentFor(id, whole)
    parents.set(id, parent)
    labels.set(id, parent === null ? id : labelOf(labels, parent))
    if (leaving.has(id)) standIns.set(id, stayingParent(stateOr(id)))
    else if (!firsts.has(whole)) firsts.set(whole, id)
  }
  const divided = pairsOf(accepted, labels)
  return {
    parentOf: (id) => parents.get(id) ?? null,
    isStated: (id) => stated.has(id),
    hasLeft: (id) => leaving.has(id),
    isCut: ({ from, to }) => {
      const [a, b] = [labelOf(labels, from), labelOf(labels, to)]
      return a !== b && (labelOf(model, from) === labelOf(model, to) || divided.has(pairOf(a, b)))
    },
  }

  function parentFor(id: MessageId, whole: MessageId): MessageId | null {
    if (stated.has(id)) return stated.get(id) ?? null
    if (leaving.has(id)) return allowedParent(id)
    const parent = continued(id)
    if (parent === null || !leaving.has(parent)) return parent
    return stayingParent(parent) ?? firsts.get(whole) ?? null
  }

  function stayingParent(parent: MessageId | null): MessageId | null {
    if (parent === null || !leaving.has(parent)) return parent
    return standIns.get(parent) ?? null
  }

  /** The likeliest message that is in none of the conversations this one is apart from. */
  function allowedParent(id: MessageId): MessageId | null {
    const forbidden = new Set<MessageId | undefined>()
    for (const other of accepted.apartFrom(id)) {
      // All of a group are in the conversation of its first message.
      const first = firstHere.get(accepted.groupOf(other)) ?? other
      if (labels.has(first) || !joined.has(first)) forbidden.add(labelOf(labels, first))
      else if (!leaving.has(first))
        forbidden.add(labels.get(firsts.get(labelOf(joined, first)) ?? first))
    }
    const allowed = linksOf(id).filter(
      ({ to, probability }) => probability >= THRESHOLD && !forbidden.has(labelOf(labels, to)),
    )
    return allowed.toSorted((a, b) => b.probability - a.probability)[0]?.to ?? null
  }
}

/** What people stated: each message of a group continues the one before it, a start continues nothing. */
function statedParents(
  ids: readonly MessageId[],
  { togethers, starts, groupOf }: Accepted,
): Map<MessageId, MessageId | null> {
  const stated = new Map<MessageId, MessageId | null>()
  for (const id of starts) stated.set(id, null)
  // What a message was put together with may not be at hand; the group members that are come before it.
  for (const { messageId, otherId } of togethers) stated.set(messageId, otherId)
  const lastOf = new Map<readonly MessageId[], MessageId>()
  for (const id of ids) {
    const group = groupOf(id)
    const last = lastOf.get(group)
    if (last !== undefined) stated.set(id, last)
    lastOf.set(group, id)
  }
  return stated
}

function firstOfGroups(
  ids: readonly MessageId[],
  { groupOf }: Accepted,
): Map<readonly MessageId[], MessageId> {
  return new Map(ids.toReversed().map((id) => [groupOf(id), id]))
}

function findLeaving(
  ids: readonly MessageId[],
  {
    accepted,
    stated,
    joined,
    best,
  }: {
    readonly accepted: Accepted
    readonly stated: ReadonlyMap<MessageId, MessageId | null>
    readonly joined: Labels
    readonly best: Best
  },
): Set<MessageId> {
  const leaving = new Set<MessageId>()
  const staying = new Set<MessageId>()
  for (const { messageId, otherId } of accepted.aparts) {
    if (otherId === null || labelOf(joined, messageId) !== labelOf(joined, otherId)) continue
    // The other one has left: they are apart already.
    if (leaving.has(otherId)) continue
    if (!leaving.has(messageId)) for (const id of accepted.groupOf(messageId)) leaving.add(id)
    if (!staying.has(otherId)) for (const id of accepted.groupOf(otherId)) staying.add(id)
  }
  if (leaving.size === 0) return leaving
  for (const id of ids) {
    const link = best(id)
    if (link === null || link.probability < CERTAIN || stated.has(id) || staying.has(id)) continue
    if (!leaving.has(link.to)) continue
    for (const member of accepted.groupOf(id)) leaving.add(member)
  }
  return leaving
}

/** The first message of each message's conversation. */
function labelAll(
  ids: readonly MessageId[],
  parentOf: (id: MessageId) => MessageId | null,
): Labels {
  const labels: Labels = new Map()
  for (const id of ids) {
    const parent = parentOf(id)
    labels.set(id, parent === null ? id : labelOf(labels, parent))
  }
  return labels
}

function labelOf(labels: Labels, id: MessageId): MessageId {
  return labels.get(id) ?? id
}

/** The conversations that must not be linked, as pairs. */
function pairsOf({ aparts }: Accepted, labels: Labels): Set<string> {
  return new Set(
    aparts.flatMap(({ messageId, otherId }) =>
      otherId === null ? [] : pairOf(labelOf(labels, messageId), labelOf(labels, otherId)),
    ),
  )
}

function pairOf(a: MessageId, b: MessageId): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`
}
