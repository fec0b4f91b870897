import type { ConversationId, MessageId } from '../../domain/ids.ts'
import type { Link } from '../../domain/link.ts'

/* Which conversation does a message join?
 *
 * Links are probabilities between messages. A message joins the conversation whose messages it continues with the
 * largest total probability, not the one of its likeliest link alone:
 *
 *     m continues a1 at .30, a2 at .25 and b1 at .35:  conversation a has .55, b .35, so m joins a
 *
 * Pairs of messages in one conversation, F1 against annotated chats, beside "the likeliest link of at least .35": chats
 * dev 59.7 (52.6), irc dev 83.3 (76.7), gitter 95.3 (85.2). A bound of .35 or .55 instead of .45 is worse on all three. */

/** A smaller total does not make a message part of a conversation. */
const MIN_JOIN = 0.45
/** A message that starts a conversation, and belongs to another one at least this surely, probably continues that one. */
const MIN_CONTINUE = 0.2

/** A conversation: one that exists, or a new one by its first message. */
export type GroupKey =
  | { readonly known: ConversationId }
  | { readonly first: MessageId; readonly continues: GroupKey | null }

type Rules = {
  readonly linksOf: (id: MessageId) => readonly Link[]
  /** The conversation of a message that is not to be grouped again; undefined if it has none. */
  readonly knownOf: (id: MessageId) => ConversationId | undefined
  /** Messages that people separated this one from. */
  readonly apartFrom: (id: MessageId) => Iterable<MessageId>
}

/** Groups messages, given in the order of the chat, into existing and new conversations. */
export function groupMessages(
  ids: readonly MessageId[],
  { linksOf, knownOf, apartFrom }: Rules,
): ReadonlyMap<MessageId, GroupKey> {
  const grouped = new Map<MessageId, GroupKey>()
  const regrouped = new Set(ids)
  const known = new Map<ConversationId, GroupKey>()
  for (const id of ids) grouped.set(id, groupOf(id))
  return grouped

  function groupOf(id: MessageId): GroupKey {
    const forbidden = new Set([...apartFrom(id)].map(keyOf))
    const totals = new Map<GroupKey, number>()
    for (const { to, probability } of linksOf(id)) {
      const key = keyOf(to)
      if (key === undefined || forbidden.has(key)) continue
      totals.set(key, (totals.get(key) ?? 0) + probability)
    }
    const [best, total] = largestOf(totals)
    if (best !== null && total >= MIN_JOIN) return best
    return { first: id, continues: total >= MIN_CONTINUE ? best : null }
  }

  /** One object a conversation, so that keys can be compared. */
  function keyOf(id: MessageId): GroupKey | undefined {
    if (regrouped.has(id)) return grouped.get(id)
    const conversation = knownOf(id)
    if (conversation === undefined) return undefined
    const key = known.get(conversation) ?? { known: conversation }
    known.set(conversation, key)
    return key
  }
}

function largestOf(totals: ReadonlyMap<GroupKey, number>): [GroupKey | null, number] {
  let best: [GroupKey | null, number] = [null, 0]
  for (const [key, total] of totals) if (total > best[1]) best = [key, total]
  return best
}
