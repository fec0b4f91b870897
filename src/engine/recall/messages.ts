import type { Db } from '../../db/engine/database.ts'
import { listByIds, type Place } from '../../db/messages/find-messages.ts'
import { findSimilarMessages, type VectorQuery } from '../../db/search/find-similar.ts'
import type { GatheredMessages } from '../../db/search/message-pool.ts'
import { type ChatTotals, countTerms, gatherMessages } from '../../db/search/search-messages.ts'
import type { MessageId } from '../../domain/ids.ts'
import type { AskedTerms, Bag, ChatStatistics, Corpus, RankMessages } from '../../domain/ranking.ts'
import { termsOf } from '../../text/terms.ts'
import { type FoundMessage, findMatches } from './best-match.ts'
import type { ChatSearch, Found, Source } from './source.ts'

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
    const found = { ranked, subjectTerms: rareTerms(query.subjectWords, totals) }
    const [messages, matches] = await Promise.all([
      listByIds(db, place.workspaceId, place.chatId, ids),
      findMatches(db, place, found, steps.look),
    ])
    const byId = new Map(messages.map((message) => [message.id, message]))
    return ranked.flatMap(({ candidate, score }): Found[] => {
      const message = byId.get(candidate.id)
      if (message === undefined) return []
      const { weight, reason } = matches.isMatch(candidate.id)
        ? { weight: score, reason: 'keyword match' }
        : { weight: 0, reason: 'next to a keyword match' }
      const isBest = matches.isWithBest(candidate.id)
      const finding = { by: 'messages', part: 'search', weight, reason, isBest } as const
      return [{ piece: { kind: 'message', message }, finding, alike: candidate.similarity }]
    })
  },
}

/** A word in more of the messages than this, and in more than a few of them, tells no subject. */
const MAX_SHARE = 0.1
const FEW_MESSAGES = 3

function rareTerms(words: readonly string[], { messages, counted }: ChatTotals): Set<string> {
  const counts = new Map(counted.map(({ term, count }) => [term, count]))
  const most = Math.max(FEW_MESSAGES, MAX_SHARE * messages)
  return new Set(words.flatMap(termsOf).filter((term) => (counts.get(term) ?? 0) <= most))
}

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
