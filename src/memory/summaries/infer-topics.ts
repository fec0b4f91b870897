import type { Db } from '../../db/engine/database.ts'
import { listTags } from '../../db/sessions/session-summaries.ts'
import { readTopicState, saveTopics } from '../../db/sessions/session-topics.ts'
import { listSynonyms } from '../../db/sessions/topic-summaries.ts'
import { isAppError } from '../../domain/errors.ts'
import type { SessionId, WorkspaceId } from '../../domain/ids.ts'
import type { SourceLine } from '../../domain/prompt.ts'
import { workspaceScope } from '../../domain/scope.ts'
import type { MemoryDeps, MemorySettings } from '../deps.ts'
import { type Fenced, withLease } from '../lease.ts'
import { askModel, type ModelRequest } from './ask-model.ts'
import { buildTopic, MAX_TAGS } from './build-topic.ts'
import { chooseTopics, scoreTopics } from './choose-topics.ts'
import { loggableTopic } from './loggable-topic.ts'
import { memoryOwnerOf } from './owner-of.ts'
import { privateLines } from './private-lines.ts'
import { subjectPrompt } from './prompts.ts'
import { type ReadTopic, readTopics } from './read-reply.ts'
import { sinceLastChange } from './since-change.ts'

export type InferJob = {
  readonly workspaceId: WorkspaceId
  readonly sessionId: SessionId
  /** The turn this job is for: 3, 8, 13, … */
  readonly turn: number
}

/**
 * Infers the topic of an open session, after its third turn and every five turns from there, each time from
 * the last three: with more of them the previous topic would outvote the current one. Builds the topic's
 * summary. The session never waits for it; if it fails, the next attempt is five turns later.
 */
export async function inferTopics(
  job: InferJob,
  deps: MemoryDeps,
  signal?: AbortSignal,
): Promise<void> {
  const { workspaceId, sessionId, turn } = job
  try {
    await withLease(workspaceId, `topic of ${sessionId}`, deps, (fenced) =>
      inferNow(job, deps, fenced, signal),
    )
  } catch (error) {
    if (!isAppError(error, 'work_in_progress')) {
      await deps.database.within(workspaceScope(workspaceId), (db) =>
        saveTopics(db, workspaceId, sessionId, { turn, topics: null }),
      )
    }
    throw error
  }
}

async function inferNow(
  { workspaceId, sessionId, turn }: InferJob,
  deps: MemoryDeps,
  fenced: Fenced,
  signal?: AbortSignal,
): Promise<void> {
  const { topics: settings } = deps.settings
  const found = await fenced((db) =>
    readInferable(db, { workspaceId, sessionId, turn }, deps.settings),
  )
  if (found === null) return
  const { state, owner, tags, synonyms } = found
  const said = owner === null ? [] : await privateLines(state.lines, deps)
  const lines = turn > settings.firstTurn ? await sinceLastChange(said, deps.embedder) : said
  if (owner === null || lines.length === 0) {
    await fenced((db) => saveTopics(db, workspaceId, sessionId, { turn, topics: null }))
    return
  }
  const named = [
    ...state.topics.map(({ slug }) => slug),
    ...synonyms.flatMap(({ alias, slug }) => [slug, alias]),
    ...tags.map(({ tag }) => tag),
  ]
  const wish = wishFor(lines, [...new Set(named)], settings.maxCandidates)
  const made = await askModel(wish, { workspaceId, owner, job: 'topic' }, deps, signal)
  const registry = new Map(synonyms.map(({ alias, slug }) => [alias, slug] as const))
  const scored = scoreTopics(made.value, tags, registry, deps.now())
  const topics = chooseTopics(scored, state.topics, settings)
  // Built first: an accepted topic has its summary from the next question on.
  for (const { slug } of topics) await buildTopic({ workspaceId, owner, slug }, deps, signal)
  await fenced((db) => saveTopics(db, workspaceId, sessionId, { turn, topics }))
  const registered = new Set(registry.values())
  const candidates = scored.map(({ slug, score }) => ({
    topic: loggableTopic(slug, registered),
    score,
  }))
  deps.record({
    name: 'topic.inferred',
    workspaceId,
    personId: owner.personId,
    sessionId,
    turn,
    best: candidates[0] ?? null,
    candidates,
    adopted: topics.length,
    model: made.modelId,
    modelTokens: made.tokens,
    ms: made.ms,
  })
}

async function readInferable(
  db: Db,
  { workspaceId, sessionId, turn }: InferJob,
  settings: MemorySettings,
) {
  const window = settings.topics.firstTurn
  const state = await readTopicState(db, workspaceId, sessionId, { turn, window })
  if (state === null) return null
  const owner = await memoryOwnerOf(db, workspaceId, state, settings)
  return {
    state,
    owner,
    tags: owner === null ? [] : await listTags(db, workspaceId, owner, MAX_TAGS),
    synonyms: await listSynonyms(db, workspaceId),
  }
}

function wishFor(
  lines: readonly SourceLine[],
  topics: readonly string[],
  maxCandidates: number,
): ModelRequest<ReadTopic[]> {
  return {
    prompt: subjectPrompt(lines, topics, maxCandidates),
    task: { kind: 'match-topics', lines, topics },
    maxOutputTokens: 600,
    repair: 'Answer with the JSON only: {"candidates":[{"slug":"…","label":"…","score":0.8}]}.',
    read: (reply, isLast) => readTopics(reply, maxCandidates) ?? (isLast ? [] : null),
  }
}
