import type { Db } from '../../db/database.ts'
import { listBefore, listByIds } from '../../db/find-messages.ts'
import { listLinksOf } from '../../db/message-links.ts'
import type { MessageId } from '../../domain/ids.ts'
import type { Link } from '../../domain/link.ts'
import type { Message } from '../../domain/message.ts'
import { isTagItself } from '../../domain/question.ts'
import type { Found, Search, Source } from './source.ts'

/** A conversation that goes on for longer is cut: the walk over links must end in bounded time. */
const MAX_HOPS = 50
const MAX_MESSAGES = 500

type Seeds = ReadonlyMap<MessageId, { weight: number; reason: string }>

/**
 * The conversation the tag belongs to: the tag is linked like any message, and from where it lands
 * the links are followed both ways. The rest of what was lately said is returned too, at weight 0, so
 * that the trace can show it was seen and left out.
 */
export const conversationSource: Source = {
  name: 'conversation',
  find: async (db, search) => {
    const recent = await listRecent(db, search)
    const { personId, askedAt, replyTo } = search.question
    const tag = { authorId: personId, sentAt: askedAt, text: search.asked }
    // A reply says itself what it is about: guessing would only add another conversation.
    const steps = replyTo === null ? search.look.linkTag(tag, recent) : []
    // Where the tag points weighs in full: how surely it points there only ranks the targets.
    const best = Math.max(...steps.map((s) => s.probability))
    const seeds = new Map(
      steps.map((s) => [s.to.id, { weight: s.probability / best, reason: s.reason }]),
    )
    const found = await conversationOf(db, search, seeds)
    const inside = new Set(found.map(({ message }) => message.id))
    return [...found, ...recent.filter((m) => !inside.has(m.id)).map(otherTalk)]
  },
}

/** The messages around the seeds that belong to their conversation, with their weights. */
export async function conversationOf(db: Db, search: Search, seeds: Seeds): Promise<Found[]> {
  const { place, question } = search
  const reached = await reach(db, search, seeds)
  if (reached.size === 0) return []
  const messages = await listByIds(db, place.workspaceId, place.chatId, [...reached.keys()])
  return messages
    .filter((message) => message.topic === place.topic && message.sentAt <= question.askedAt)
    .map((message) => ({
      message,
      finding: { by: 'conversation', ...(reached.get(message.id) ?? { weight: 0, reason: '' }) },
    }))
}

/** Follows links outwards, ring by ring, as long as a ring reaches something that still weighs. */
async function reach(db: Db, { place, look }: Search, seeds: Seeds): Promise<Seeds> {
  const links = new Map<string, Link>()
  const followed = new Set<MessageId>()
  let reached = seeds
  for (let hop = 0; hop < MAX_HOPS && followed.size < MAX_MESSAGES; hop += 1) {
    const ring = [...reached.keys()].filter((id) => !followed.has(id))
    if (ring.length === 0) break
    for (const id of ring) followed.add(id)
    for (const link of await listLinksOf(db, place.workspaceId, place.chatId, ring)) {
      links.set(`${link.from}:${link.to}`, link)
    }
    reached = look.closure(seeds, [...links.values()])
  }
  return reached
}

async function listRecent(db: Db, { place, question, look }: Search): Promise<Message[]> {
  const now = { sentAt: question.askedAt, position: Number.MAX_SAFE_INTEGER, id: 0 as MessageId }
  const recent = await listBefore(db, place, now, look.window)
  return recent.filter((message) => !isTagItself(question, message))
}

function otherTalk(message: Message): Found {
  return { message, finding: { by: 'recent', weight: 0, reason: 'part of another conversation' } }
}
