import type { Db } from '../../db/engine/database.ts'
import { sessionKey } from '../../db/forgetting/drop-derived.ts'
import { markStale } from '../../db/sessions/memory-owners.ts'
import { setMemory } from '../../db/sessions/session-life.ts'
import {
  findSummary,
  insertSummary,
  insertTags,
  type SummaryTag,
} from '../../db/sessions/session-summaries.ts'
import { readTranscript, type Transcript } from '../../db/sessions/transcripts.ts'
import type { SessionId, WorkspaceId } from '../../domain/ids.ts'
import type { MemoryOwner } from '../../domain/memory.ts'
import type { SourceLine } from '../../domain/prompt.ts'
import { CAPS, DAY_MS, type MemoryDeps } from '../deps.ts'
import { type Fenced, withLease } from '../lease.ts'
import { memoryOwnerOf } from '../owner-of.ts'
import { askModel, type ModelResult, type SummaryRequest } from './ask-model.ts'
import { privateLines } from './private-lines.ts'
import { sessionPrompt, tagsPrompt } from './prompts.ts'
import { readSummaryTags } from './read-reply.ts'
import { summaryRequest } from './summary-request.ts'

export type SessionJob = { readonly workspaceId: WorkspaceId; readonly sessionId: SessionId }

const BULLETS = 15
const FEWEST_TAGS = 3
const MAX_TAGS = 10

/**
 * Summarises and tags a closed session, once. Each of the two is stored as soon as it is made: a worker
 * that dies between them leaves only the second to the next one. A session that is not due (already
 * summarised, or reopened) is skipped.
 */
export async function summariseSession(
  { workspaceId, sessionId }: SessionJob,
  deps: MemoryDeps,
  signal?: AbortSignal,
): Promise<void> {
  await withLease(workspaceId, sessionKey(sessionId), deps, async (fenced) => {
    const due = await fenced((db) => readDue(db, workspaceId, sessionId))
    if (due === null) return
    const { transcript, owner, summary } = due
    const lines = owner === null ? [] : await privateLines(transcript.lines, deps)
    if (owner === null || !lines.some(({ text }) => text.trim() !== '')) {
      return fenced((db) => setMemory(db, workspaceId, sessionId, 'skipped'))
    }
    const session: DueSession = { workspaceId, sessionId, owner, transcript }
    const text = summary?.text ?? (await makeSummary(session, lines, fenced, deps, signal))
    await makeTags(session, text, fenced, deps, signal)
  })
}

type DueSession = SessionJob & { readonly owner: MemoryOwner; readonly transcript: Transcript }

async function readDue(db: Db, workspaceId: WorkspaceId, sessionId: SessionId) {
  const transcript = await readTranscript(db, workspaceId, sessionId)
  if (transcript === null) return null
  const owner = await memoryOwnerOf(db, workspaceId, transcript)
  return { transcript, owner, summary: await findSummary(db, workspaceId, sessionId) }
}

async function makeSummary(
  session: DueSession,
  lines: readonly SourceLine[],
  fenced: Fenced,
  deps: MemoryDeps,
  signal?: AbortSignal,
): Promise<string> {
  const { workspaceId, sessionId, owner, transcript } = session
  const limits = { maxBullets: BULLETS, maxTokens: CAPS.session }
  const wish = summaryRequest(sessionPrompt(lines), lines, limits, deps)
  const made = await askModel(wish, session, modelFor(transcript, deps), signal)
  const tokens = deps.countTokens(made.value)
  await fenced((db) =>
    insertSummary(db, workspaceId, owner, {
      sessionId,
      text: made.value,
      tokens,
      messageIds: transcript.lines.flatMap(({ messageId }) => messageId ?? []),
      turnNumbers: [...new Set(transcript.lines.flatMap(({ turnNumber }) => turnNumber ?? []))],
      modelId: made.modelId,
      endedAt: transcript.endedAt,
      createdAt: deps.now(),
    }),
  )
  deps.record({
    name: 'session.summarised',
    ...whoAndCost(session, made),
    chars: made.value.length,
    tokens,
  })
  return made.value
}

/** Imported sessions of long ago are not worth money: they are summarised by the offline model. */
function modelFor({ endedAt }: Transcript, deps: MemoryDeps): MemoryDeps {
  const age = deps.now().getTime() - endedAt.getTime()
  return age > deps.settings.recentDays * DAY_MS ? { ...deps, model: deps.offline } : deps
}

async function makeTags(
  session: DueSession,
  summary: string,
  fenced: Fenced,
  deps: MemoryDeps,
  signal?: AbortSignal,
): Promise<void> {
  const { workspaceId, sessionId, owner, transcript } = session
  const speakers = new Set(transcript.lines.map(({ speaker }) => speaker))
  const lines = summary.split('\n').map((bullet, i) => lineOf(bullet, i + 1, speakers))
  const wish: SummaryRequest<SummaryTag[]> = {
    prompt: tagsPrompt(summary),
    task: { kind: 'tag', lines, maxTags: MAX_TAGS },
    maxOutputTokens: 400,
    repair: 'Answer with the JSON only: {"tags":[{"tag":"…","conf":0.9}]}, three to ten tags.',
    read: (reply, isLast) => {
      const tags = readSummaryTags(reply)
      return isLast || tags.length >= FEWEST_TAGS ? tags : null
    },
  }
  const made = await askModel(wish, session, modelFor(transcript, deps), signal)
  await fenced(async (db) => {
    await insertTags(db, workspaceId, sessionId, made.value, deps.now())
    await setMemory(db, workspaceId, sessionId, 'done')
    await markStale(db, workspaceId, owner, deps.now())
  })
  deps.record({ name: 'session.tagged', ...whoAndCost(session, made), tags: made.value.length })
}

/**
 * A bullet as a line: a tag's confidence grows with the number of lines it is in. The offline summariser
 * names the speaker, which is not a subject.
 */
function lineOf(bullet: string, number: number, speakers: ReadonlySet<string>): SourceLine {
  const [, speaker = '', text = ''] = /^- ([^:]{1,80}): (.+)$/s.exec(bullet) ?? []
  const said = speakers.has(speaker) ? { speaker, text } : { speaker: '', text: bullet }
  return { number, sentAt: null, ...said }
}

function whoAndCost(
  { workspaceId, sessionId, owner }: DueSession,
  { modelId, tokens: modelTokens, ms }: ModelResult<unknown>,
) {
  return { workspaceId, sessionId, personId: owner.personId, model: modelId, modelTokens, ms }
}
