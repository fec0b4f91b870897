import type { Db } from '../../db/engine/database.ts'
import { listByIds, type Place } from '../../db/messages/find-messages.ts'
import { listLinksOf } from '../../db/messages/message-links.ts'
import { findSimilarMessages, type VectorQuery } from '../../db/search/find-similar.ts'
import type { GatheredMessages } from '../../db/search/message-pool.ts'
import { type ChatTotals, countTerms, gatherMessages } from '../../db/search/search-messages.ts'
import type { MessageId } from '../../domain/ids.ts'
import type {
  AskedTerms,
  Bag,
  ChatStatistics,
  Corpus,
  RankedMessage,
  RankMessages,
} from '../../domain/ranking.ts'
import type { ChatSearch, Found, LookBack, Source } from './source.ts'

/* Search over all messages of this chat: words and vectors choose a pool, and the messages around each one
 * and its session decide their order (engine/score/rank-messages.ts). */

const MAX_SIMILAR_MESSAGES = 100
const MAX_FOUND_MESSAGES = 40

/** Messages of this chat that match the question. A bare mention has no words to search by. */
export const messagesSource: Source<ChatSearch> = {
  name: 'messages',
  needsVector: true,
  appliesTo: (query) => !query.isBareTag,
  find: async (db, { place, question, query, vector, steps, onCounted }) => {
    const asked = { text: query.text, terms: query.terms }
    const { ranked, totals } = await searchMessages(
      db,
      place,
      { asked, vector, until: question.askedAt, limit: MAX_FOUND_MESSAGES },
      steps.rankMessages,
    )
    onCounted(toCorpus(totals.messages, totals.terms, totals.counted))
    const ids = ranked.map(({ candidate }) => candidate.id)
    const [messages, belongs] = await Promise.all([
      listByIds(db, place.workspaceId, place.chatId, ids),
      belonging(db, place, ranked, steps.look),
    ])
    const byId = new Map(messages.map((message) => [message.id, message]))
    return ranked.flatMap(({ candidate, score }): Found[] => {
      const message = byId.get(candidate.id)
      if (message === undefined) return []
      const { weight, reason } = belongs(candidate.id)
        ? { weight: score, reason: 'keyword match' }
        : { weight: 0, reason: 'next to a keyword match' }
      const finding = { by: 'messages', part: 'search', weight, reason } as const
      return [{ piece: { kind: 'message', message }, finding, alike: candidate.similarity }]
    })
  },
}

/** A link this probable puts two messages into one conversation. */
const SAME_CONVERSATION = 0.3
/** Texts at least this similar mean the same, even without a common word. */
const SAME_MEANING = 0.5

function speaksForItself({ parts, candidate }: FoundMessage): boolean {
  return parts.own > 0 || (candidate.similarity ?? 0) >= SAME_MEANING
}

/**
 * Separates matches from their neighbours. Ranking by the words around a message lifts its neighbours, and
 * in a group some of those belong to another conversation: a message without any of the words itself must
 * be linked to one that has them.
 */
async function belonging(
  db: Db,
  place: Place,
  ranked: readonly FoundMessage[],
  look: Pick<LookBack, 'linksOf'>,
): Promise<(id: MessageId) => boolean> {
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
  return (id) => speaking.has(id) || linked.has(id)
}

type FoundMessage = RankedMessage<{
  readonly id: MessageId
  readonly similarity: number | null
}>

type MessageSearch = {
  readonly asked: AskedTerms
  readonly vector: VectorQuery | null
  /** Later messages are not searched. */
  readonly until: Date
  readonly limit: number
}

/** The best matching messages of the chat, best first. */
export async function searchMessages(
  db: Db,
  place: Place,
  { asked, vector, until, limit }: MessageSearch,
  rank: RankMessages,
): Promise<{
  readonly ranked: readonly FoundMessage[]
  readonly totals: ChatTotals
}> {
  // Vectors first: they are compared here while the database counts.
  const [{ near, similarity }, totals] = await Promise.all([
    findSimilarMessages(db, place, vector, MAX_SIMILAR_MESSAGES),
    countTerms(db, place, asked.terms),
  ])
  const alike = near.map(({ id }) => id)
  const pool = await gatherMessages(db, place, totals, { alike, until })
  const placeOf = places(pool)
  const terms = totals.counted.map(({ term }) => term)
  const candidates = pool.hits.map((hit) => ({
    id: hit.id,
    authorName: hit.authorName,
    text: hit.ending,
    sentAt: hit.sentAt,
    bag: toBag(terms, hit),
    sessionId: hit.sessionId,
    place: placeOf(hit.id),
    similarity: similarity(hit.id),
  }))
  const sessions = new Map(pool.sessions.map((session) => [session.id, toBag(terms, session)]))
  const ranked = rank(asked, { candidates, sessions }, statisticsOf(totals, pool))
  return { ranked: ranked.filter(({ score }) => score > 0).slice(0, limit), totals }
}

function statisticsOf(totals: ChatTotals, { sessionCounts }: GatheredMessages): ChatStatistics {
  const { messages, terms, sessions, counted } = totals
  // Of a common word only messages that hold rarer ones too were read: the session count is a lower bound.
  const ofSessions = counted.map(({ term }, i) => ({ term, count: sessionCounts[i] ?? 0 }))
  return {
    messages: toCorpus(messages, terms, counted),
    sessions: toCorpus(sessions, terms, ofSessions),
  }
}

function toCorpus(size: number, terms: number, counted: ChatTotals['counted']): Corpus {
  return {
    size,
    averageLength: size === 0 ? 0 : terms / size,
    documentFrequencies: new Map(counted.map(({ term, count }) => [term, count])),
  }
}

function toBag(
  terms: readonly string[],
  { length, frequencies }: { readonly length: number; readonly frequencies: readonly number[] },
): Bag {
  const held = new Map<string, number>()
  // Only the terms it holds: most of a thousand messages hold one, and a map of all costs 4 ms.
  for (const [i, count] of frequencies.entries()) if (count > 0) held.set(terms[i] as string, count)
  return { length, frequencies: held }
}

/** Numbers messages so that neighbours differ by one, and no others do. */
function places({ runs, hits }: GatheredMessages): (id: MessageId) => number {
  const next = new Map<MessageId, MessageId>()
  const isFollowed = new Set<MessageId>()
  for (const run of runs) {
    for (const [i, id] of run.entries()) {
      const after = run[i + 1]
      if (after === undefined) continue
      next.set(id, after)
      isFollowed.add(after)
    }
  }
  const placed = new Map<MessageId, number>()
  let place = 0
  for (const { id } of hits) {
    if (isFollowed.has(id)) continue
    place += 2
    for (let at: MessageId | undefined = id; at !== undefined && !placed.has(at); ) {
      placed.set(at, place)
      place += 1
      at = next.get(at)
    }
  }
  return (id) => placed.get(id) ?? 0
}
