import { findSimilarSessions } from '../../db/search/find-similar.ts'
import { type FoundSession, findTagged, listFound } from '../../db/sessions/find-sessions.ts'
import { listTags } from '../../db/sessions/session-summaries.ts'
import { listSynonyms } from '../../db/sessions/topic-summaries.ts'
import { type MemoryOwner, memoryScope, recencyBoost } from '../../domain/memory.ts'
import { isBareTag } from '../../domain/question.ts'
import { stem } from '../../text/stem.ts'
import { wordsOf } from '../../text/words.ts'
import type { Found, RecallSearch, Source } from './source.ts'

/* Earlier sessions similar to this question, from the memory of the asker (or the group).
 *
 *   weight = 0.6 · similarity + 0.25 · share of the question's tags it has + 0.15 · recency
 *
 * Tags are always searched: they are few, exact and explain the result. Vectors are searched too where tags find
 * little (fewer than three sessions), where the question is a sentence and not a word, or where the session's
 * topic is unsure. Without vectors tags alone decide. */

const WEIGHTS = { alike: 0.6, tags: 0.25, recency: 0.15 } as const
const MAX_FOUND_SESSIONS = 10
const MAX_TAGGED = 50
const MAX_SIMILAR = 50
/** A group's vectors cover all its threads, so more are read: a busy thread must not hide another. */
const MAX_SIMILAR_IN_GROUP = 1_000
const MAX_TAGS = 5_000
const FEW_HITS = 3
const LONG_QUESTION = 6
/**
 * Less similar than this, and without a common tag, is chance. Set by bench/session-recall: with the
 * builtin embedder this finds 90 of a hundred among ten, 0.18 finds 85 and 0.2 finds 79.
 */
const MIN_SIMILARITY = 0.15

/** Earlier sessions. */
export const sessionsSource: Source = {
  name: 'sessions',
  needsVector: true,
  appliesTo: ({ text }) => !isBareTag(text),
  scope: ({ question: { workspaceId, memory } }) =>
    memory === null ? null : memoryScope(workspaceId, memory),
  find: async (db, search) => {
    const { question, vector, onMissing } = search
    const { workspaceId, memory: owner } = question
    if (owner === null) return []
    const asked = await tagsIn(search, owner, db)
    const tagged = await findTagged(db, workspaceId, owner, asked, MAX_TAGGED)
    const wantsMeaning = tagged.length < FEW_HITS || isLong(search) || question.isTopicUnsure
    const meaning = wantsMeaning ? vector : null
    const { near, similarity } = await findSimilarSessions(
      db,
      { workspaceId, owner },
      meaning,
      mostAlike(owner),
    )
    const known = new Set(tagged.map(({ id }) => id))
    const isNews = ({ id, similarity: alike }: (typeof near)[number]) =>
      alike >= MIN_SIMILARITY && !known.has(id)
    const more = near.filter(isNews).map(({ id }) => id)
    const sessions = [...tagged, ...(await listFound(db, workspaceId, owner, more))]
    if (meaning !== null) {
      onMissing(sessions.filter(({ id }) => similarity(id as never) === null).length)
    }
    return sessions
      .map((session) => weigh(session, similarity(session.id as never), asked, question.askedAt))
      .filter(({ alike, shared }) => shared > 0 || (alike ?? 0) >= MIN_SIMILARITY)
      .toSorted((a, b) => b.weight - a.weight || b.session.id - a.session.id)
      .slice(0, MAX_FOUND_SESSIONS)
      .map(toFound)
  },
}

type Weighed = {
  readonly session: FoundSession
  readonly alike: number | null
  readonly shared: number
  readonly weight: number
}

function weigh(
  session: FoundSession,
  alike: number | null,
  asked: readonly string[],
  now: Date,
): Weighed {
  const has = new Set(session.tags)
  const shared = asked.filter((tag) => has.has(tag)).length / Math.max(1, asked.length)
  const weight =
    WEIGHTS.alike * Math.max(0, alike ?? 0) +
    WEIGHTS.tags * shared +
    WEIGHTS.recency * recencyBoost(session.endedAt, now)
  return { session, alike, shared, weight }
}

function toFound({ session, alike, shared, weight }: Weighed): Found {
  const { sessionId, text, endedAt, tags } = session
  // Without the tags themselves: a trace stores no text.
  const reason = shared > 0 ? 'related session: same tags' : 'related session: similar'
  return {
    piece: { kind: 'memory', memory: { sessionId, text, endedAt, tags } },
    finding: { by: 'sessions', part: 'search', weight, reason },
    alike,
  }
}

/** The owner's tags that the question names, in any form of the word and by any synonym. */
async function tagsIn(
  { query, question: { workspaceId } }: RecallSearch,
  owner: MemoryOwner,
  db: Parameters<typeof listTags>[0],
): Promise<string[]> {
  const said = new Set(wordsOf(query.text).map(stem))
  const isSaid = (tag: string) => wordsOf(tag).every((word) => said.has(stem(word)))
  const tags = (await listTags(db, workspaceId, owner, MAX_TAGS)).map(({ tag }) => tag)
  const named = (await listSynonyms(db, workspaceId))
    .filter(({ alias }) => isSaid(alias))
    .map(({ slug }) => slug)
  return [...new Set([...tags.filter(isSaid), ...named])]
}

function mostAlike({ chatId }: MemoryOwner): number {
  return chatId === null ? MAX_SIMILAR : MAX_SIMILAR_IN_GROUP
}

function isLong({ query }: RecallSearch): boolean {
  return wordsOf(query.text).length >= LONG_QUESTION
}
