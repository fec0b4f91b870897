import { topicKey } from '../../db/forgetting/drop-derived.ts'
import { lockOwner, recordMemoryChange } from '../../db/sessions/memory-owners.ts'
import { listSummariesTagged, listTags } from '../../db/sessions/session-summaries.ts'
import {
  listSynonyms,
  listTopicSummaries,
  saveTopicSummary,
  type TopicSummary,
} from '../../db/sessions/topic-summaries.ts'
import type { WorkspaceId } from '../../domain/ids.ts'
import { labelOf, type MemoryOwner, memoryScope, type SessionSummary } from '../../domain/memory.ts'
import { DAY_MS, type MemoryDeps } from '../deps.ts'
import { withLease } from '../lease.ts'
import { askModel, type ModelRequest } from './ask-model.ts'
import { tagsMeaning } from './choose-topics.ts'
import { loggableTopic } from './loggable-topic.ts'
import { topicPrompt } from './prompts.ts'
import { summaryRequest } from './summary-request.ts'

/** Sessions read per topic, newest first. */
const MAX_SESSIONS = 300
/** Tokens of their summaries that a model is shown. */
const MAX_TOKENS = 6_000
const BULLETS = 14
export const MAX_TAGS = 200

export type TopicJob = {
  readonly workspaceId: WorkspaceId
  readonly owner: MemoryOwner
  readonly slug: string
}

/**
 * The summary of one topic: the stored one, if it is recent and no session on the topic has closed since;
 * else a new one. Null if there is no such session.
 */
export async function buildTopic(
  { workspaceId, owner, slug }: TopicJob,
  deps: MemoryDeps,
  signal?: AbortSignal,
): Promise<TopicSummary | null> {
  return withLease(workspaceId, topicKey(owner.key, slug), deps, async (fenced) => {
    const { sessions, known, registered } = await deps.database.within(
      memoryScope(workspaceId, owner),
      async (db) => {
        await lockOwner(db, workspaceId, owner.key)
        const tags = await listTags(db, workspaceId, owner, MAX_TAGS)
        const synonyms = await listSynonyms(db, workspaceId)
        const meaning = tagsMeaning(
          slug,
          tags,
          new Map(synonyms.map((s) => [s.alias, s.slug] as const)),
        )
        return {
          sessions: await listSummariesTagged(db, workspaceId, owner, meaning, MAX_SESSIONS),
          known: (await listTopicSummaries(db, workspaceId, owner, [slug]))[0] ?? null,
          registered: new Set(synonyms.map((synonym) => synonym.slug)),
        }
      },
    )
    if (sessions.length === 0) return null
    const shown = newestWithin(sessions, deps)
    if (known !== null && isFresh(known, shown, deps)) return known
    const title = labelOf(slug)
    const made = await askModel(
      requestFor(title, shown, deps),
      { workspaceId, owner, job: 'topic' },
      deps,
      signal,
    )
    const summary: TopicSummary = {
      slug,
      title,
      text: made.value,
      tokens: deps.countTokens(made.value),
      sessionIds: shown.map(({ sessionId }) => sessionId),
      modelId: made.modelId,
      builtAt: deps.now(),
    }
    await fenced(async (db) => {
      await saveTopicSummary(db, workspaceId, owner, summary)
      await recordMemoryChange(db, workspaceId, owner)
    })
    deps.record({
      name: 'topic.built',
      workspaceId,
      personId: owner.personId,
      topic: loggableTopic(slug, registered),
      tokens: summary.tokens,
      sources: shown.length,
      model: made.modelId,
      modelTokens: made.tokens,
      ms: made.ms,
    })
    return summary
  })
}

function isFresh(known: TopicSummary, shown: readonly SessionSummary[], deps: MemoryDeps) {
  const ageMs = deps.now().getTime() - known.builtAt.getTime()
  const sources = new Set<string>(known.sessionIds)
  const hasAll = shown.every(({ sessionId }) => sources.has(sessionId))
  return hasAll && ageMs < deps.settings.topics.cacheDays * DAY_MS
}

function newestWithin(sessions: readonly SessionSummary[], { countTokens }: MemoryDeps) {
  let sum = 0
  return sessions.filter(({ text }) => {
    sum += countTokens(text)
    return sum <= MAX_TOKENS
  })
}

function requestFor(
  title: string,
  shown: readonly SessionSummary[],
  deps: MemoryDeps,
): ModelRequest<string> {
  const limits = { maxBullets: BULLETS, maxTokens: deps.settings.caps.topic }
  const lines = shown.map(({ endedAt, text }, i) => ({
    number: i + 1,
    speaker: '',
    sentAt: endedAt,
    text,
  }))
  return summaryRequest(topicPrompt(title, shown, limits.maxTokens), lines, limits, deps)
}
