import type { Db } from '../../db/engine/database.ts'
import { findSnapshotHolder } from '../../db/messages/find-messages.ts'
import { listFollowedParents, listFollowedReplies } from '../../db/messages/followed-replies.ts'
import { findMessageWindow, type MessageWindow } from '../../db/messages/message-window.ts'
import type { MessageId } from '../../domain/ids.ts'
import type { PlacedMessage, WeighedMessage } from '../../domain/look-back.ts'
import { byTime, type Message } from '../../domain/message.ts'
import type { ChatSearch, Found, LookBack } from './source.ts'

/* A reply names its subject. Around its parent, of any age: the parent's conversation, the chain of replies
 * above, the replies below. */

const MAX_REPLIES = 20
/** Replies followed upwards: enough for any thread that people can follow. */
const MAX_CHAIN = 20

/** The messages of a trail that a correction took out of their parent's conversation. */
export function cutReplies(
  trail: MessageWindow,
  look: Pick<LookBack, 'linksOf'>,
): ReadonlySet<MessageId> {
  if (trail.corrections.length === 0) return new Set()
  const held = new Set(look.linksOf(trail).map(({ from, to }) => `${from} ${to}`))
  const replies = trail.links.filter(({ probability }) => probability === 1)
  const cut = replies.filter(({ from, to }) => !held.has(`${from} ${to}`))
  return new Set(cut.map(({ from }) => from))
}

/** The conversation of a replied-to message, and what is nearby; null where the recent part shows it. */
type Around = {
  readonly weighed: readonly WeighedMessage[]
  readonly nearby: readonly WeighedMessage[] | null
}

/** The replied-to message and its own conversation, anywhere in the chat. */
export async function aroundAnchor(
  db: Db,
  search: ChatSearch,
  parent: Message,
  recent: MessageWindow,
): Promise<Around> {
  const { place, question, steps } = search
  const anchor = { message: parent, weight: 1, reason: 'you replied to this' }
  const replies = await listFollowedReplies(db, place, parent, MAX_REPLIES)
  const cut = cutReplies(recent, steps.look)
  const below = replies
    .filter((reply) => reply.sentAt <= question.askedAt && reply.externalId !== question.messageId)
    .filter((reply) => !cut.has(reply.id))
    .map((message) => ({ message, weight: 1, reason: `reply to ${parent.authorName}` }))
  // In the recent part the conversation was weighed already, together with the asker's own.
  if (recent.messages.some((message) => message.id === parent.id)) {
    return { weighed: [anchor, ...below], nearby: null }
  }
  const half = Math.floor(steps.look.span / 2)
  const trail = await findMessageWindow(db, place, parent, { before: half, after: half })
  const cutThere = cutReplies(trail, steps.look)
  const placed = steps.look
    .ofAnchor(parent, trail)
    .filter(({ message }) => message.sentAt <= question.askedAt)
  const itself = { ...anchor, standing: 'conversation' } as const
  const nearby = steps.look.nearbyOf([...placed, itself].sort(inOrder), null)
  const replied = below.filter(({ message }) => !cutThere.has(message.id))
  return { weighed: [anchor, ...replied, ...placed.filter(isInside)], nearby }
}

const isInside = ({ standing }: PlacedMessage) => standing === 'conversation'
const inOrder = (a: PlacedMessage, b: PlacedMessage) => byTime(a.message, b.message)

/** The parents of the context's messages, and their parents, where they are missing. */
export async function chainAbove(
  db: Db,
  { place }: ChatSearch,
  weighed: readonly WeighedMessage[],
  cut: ReadonlySet<MessageId>,
): Promise<WeighedMessage[]> {
  const known = new Set(weighed.map(({ message }) => message.externalId))
  const above: WeighedMessage[] = []
  let ring = weighed
  while (ring.length > 0 && above.length < MAX_CHAIN) {
    const wanted = new Map<string, WeighedMessage>()
    for (const child of ring) {
      const { id, replyTo } = child.message
      if (replyTo !== null && !known.has(replyTo) && !cut.has(id)) wanted.set(replyTo, child)
    }
    if (wanted.size === 0) break
    const replies = ring.map(({ message }) => message.id)
    const parents = await listFollowedParents(db, place, replies)
    ring = parents
      .filter(({ externalId }) => wanted.has(externalId))
      .map((message) => toParent(message, wanted.get(message.externalId)))
    for (const { message } of ring) known.add(message.externalId)
    above.push(...ring)
  }
  return above
}

/** A parent that was never stored, from the snapshot that some reply to it brought. */
export async function fromSnapshot(db: Db, { place, question }: ChatSearch): Promise<Found[]> {
  if (question.replyTo === null) return []
  const { workspaceId, chatId } = place
  const holder = await findSnapshotHolder(db, workspaceId, chatId, question.replyTo)
  if (holder?.contextSnapshot == null || holder.topic !== place.topic) return []
  const { contextSnapshot } = holder
  const message: Message = {
    ...holder,
    externalId: question.replyTo,
    authorName: contextSnapshot.author ?? 'someone',
    authorUsername: null,
    sentAt: contextSnapshot.sentAt ?? holder.sentAt,
    text: contextSnapshot.text,
    replyTo: null,
    quote: null,
    contextSnapshot: null,
  }
  const reason = 'replied to; not stored'
  const finding = { by: 'reply', part: 'conversation', weight: 1, reason } as const
  return [{ piece: { kind: 'message', message }, finding, isAnchor: true, fromSnapshot: true }]
}

function toParent(message: Message, child: WeighedMessage | undefined): WeighedMessage {
  const replier = child?.message.authorName ?? 'someone'
  return { message, weight: child?.weight ?? 0, reason: `${replier} replied to this` }
}
