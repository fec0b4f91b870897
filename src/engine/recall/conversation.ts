import type { Db } from '../../db/engine/database.ts'
import { findMessage } from '../../db/messages/find-messages.ts'
import { findMessageWindow, type MessageWindow } from '../../db/messages/message-window.ts'
import { NEARBY, RECENT } from '../../domain/candidate.ts'
import type { MessageId } from '../../domain/ids.ts'
import type { PlacedMessage, WeighedMessage } from '../../domain/look-back.ts'
import type { Message } from '../../domain/message.ts'
import { isTagItself } from '../../domain/question.ts'
import { aroundAnchor, chainAbove, cutReplies, fromSnapshot } from './reply.ts'
import type { ChatSearch, Found, Source } from './source.ts'

/** The trace shows recent messages that were left out, at most this many. */
const MAX_LEFT_OUT = 100

/**
 * The conversation the mention belongs to, around the message it replies to and around now, and nearby
 * messages. Other recent messages are returned too, at weight 0, so that the trace can show that they were
 * left out.
 */
export const conversationSource: Source<ChatSearch> = {
  name: 'conversation',
  needsVector: false,
  appliesTo: () => true,
  find: async (db, search) => {
    const trail = await recentTrail(db, search)
    const parent = await findParent(db, search, trail)
    const { personId, askerName, askedAt } = search.question
    const tag = {
      authorId: personId,
      authorName: askerName,
      sentAt: askedAt,
      text: search.query.text,
      isBare: search.query.isBareTag,
      parent,
    }
    const placed = search.steps.look.ofTag(tag, trail)
    const now = placed.filter(({ standing }) => standing === 'conversation')
    const anchor = parent === null ? null : await aroundAnchor(db, search, parent, trail)
    const weighed = heaviest([...(anchor?.weighed ?? []), ...now])
    const above = await chainAbove(db, search, weighed, cutReplies(trail, search.steps.look))
    const found = [...weighed, ...above].map((w) => toFound(w, parent, search.question.quote))
    const known = new Set(weighed.concat(above).map(({ message }) => message.id))
    const pointsTo = parent === null ? askedAt : null
    const around = anchor?.nearby ?? search.steps.look.nearbyOf(placed, pointsTo)
    const nearby = around.filter(({ message }) => !known.has(message.id))
    for (const { message } of nearby) known.add(message.id)
    const isShown = ({ weight }: PlacedMessage, i: number) =>
      i >= placed.length - MAX_LEFT_OUT || search.steps.look.isDoubtful(weight)
    const others = placed.filter((p, i) => isShown(p, i) && !known.has(p.message.id))
    const unheard = parent === null ? await fromSnapshot(db, search) : []
    return [...unheard, ...found, ...nearby.map(toNearby), ...others.map(leftOut)]
  },
}

async function recentTrail(db: Db, search: ChatSearch): Promise<MessageWindow> {
  const { place, question, steps } = search
  const now = { sentAt: question.askedAt, position: Number.MAX_SAFE_INTEGER, id: 0 as MessageId }
  const trail = await findMessageWindow(db, place, now, { before: steps.look.span, after: 0 })
  return { ...trail, messages: trail.messages.filter((m) => !isTagItself(question, m)) }
}

/**
 * The message that was replied to, of any age, or quoted. Threads never mix, but the message that a thread began from
 * stands outside of it.
 */
async function findParent(
  db: Db,
  search: ChatSearch,
  { messages }: MessageWindow,
): Promise<Message | null> {
  const { question, place } = search
  const { replyTo, quote } = question
  if (replyTo === null) {
    return (quote && messages.findLast((message) => message.text.includes(quote))) || null
  }
  const near = messages.find((message) => message.externalId === replyTo)
  if (near !== undefined) return near
  const parent = await findMessage(db, place.workspaceId, place.chatId, replyTo)
  const isHere = parent?.topic === place.topic || parent?.externalId === place.topic
  return isHere ? parent : null
}

/** Each message once, at its largest weight; the first reason stands. */
function heaviest(weighed: readonly WeighedMessage[]): WeighedMessage[] {
  const byId = new Map<MessageId, WeighedMessage>()
  for (const w of weighed) {
    const known = byId.get(w.message.id)
    byId.set(w.message.id, known === undefined || known.weight < w.weight ? w : known)
  }
  return [...byId.values()]
}

function toFound(
  { message, weight, reason }: WeighedMessage,
  parent: Message | null,
  quote: string | null,
): Found {
  const piece = { kind: 'message', message } as const
  if (message.id !== parent?.id) {
    return {
      piece,
      finding: { by: 'conversation', part: 'conversation', weight, reason },
      membership: weight,
    }
  }
  const quoted = quote !== null && message.text.includes(quote) ? quote : null
  return {
    piece,
    finding: { by: 'reply', part: 'conversation', weight, reason },
    isAnchor: true,
    quoted,
  }
}

function toNearby({ message, weight, reason }: WeighedMessage): Found {
  const finding = { by: NEARBY, part: 'none', weight, reason } as const
  return { piece: { kind: 'message', message }, finding, membership: weight }
}

function leftOut({ message, weight, standing }: PlacedMessage): Found {
  const reason =
    standing === 'elsewhere' ? 'part of another conversation' : 'far from the conversation'
  const finding = { by: RECENT, part: 'none', weight: 0, reason } as const
  return { piece: { kind: 'message', message }, finding, membership: weight }
}
