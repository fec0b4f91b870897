import type { Db } from '../../db/engine/database.ts'
import { ownerKey } from '../../db/forgetting/drop-derived.ts'
import { findIdentity } from '../../db/messages/people.ts'
import {
  findOwner,
  lockOwner,
  markFresh,
  recordMemoryChange,
  type StaleOwner,
} from '../../db/sessions/memory-owners.ts'
import {
  deleteRolling,
  findRolling,
  markFolded,
  type RollingSummary,
  saveRolling,
} from '../../db/sessions/rolling-summaries.ts'
import { listSummaries, listUnfolded } from '../../db/sessions/session-summaries.ts'
import type { WorkspaceId } from '../../domain/ids.ts'
import type { RollingKind, SessionSummary } from '../../domain/memory.ts'
import type { Prompt, SourceLine } from '../../domain/prompt.ts'
import { DAY_MS, type MemoryDeps, SESSION_CAP } from '../deps.ts'
import { type Fenced, withLease } from '../lease.ts'
import { askModel, type ModelResult } from './ask-model.ts'
import { historyPrompt, recentPrompt } from './prompts.ts'
import { summaryRequest } from './summary-request.ts'

/* The rolling summaries of an owner: the last weeks, rebuilt from their sessions each time one closes; and
 * the history, into which sessions are folded as they grow old, each exactly once. */

export type OwnerJob = { readonly workspaceId: WorkspaceId; readonly owner: string }

/** Tokens of the last weeks' summaries that are read, newest first: those of forty sessions at least. */
const MAX_RECENT_TOKENS = 40 * SESSION_CAP
/** Sessions folded into the history in one step. */
const FOLDED_AT_ONCE = 20
const BULLETS = { recent: 10, history: 14 } as const

type Work = {
  readonly workspaceId: WorkspaceId
  readonly owner: StaleOwner
  readonly fenced: Fenced
  readonly deps: MemoryDeps
  readonly signal: AbortSignal | undefined
}

/** Rebuilds the rolling summaries of an owner from their sessions. */
export async function refreshMemory(
  { workspaceId, owner: key }: OwnerJob,
  deps: MemoryDeps,
  signal?: AbortSignal,
): Promise<void> {
  if (!deps.settings.remembers(workspaceId)) return
  await withLease(workspaceId, ownerKey(key), deps, async (fenced) => {
    const owner = await fenced((db) => findOwner(db, workspaceId, key))
    if (owner === null || (await fenced((db) => isOptedOut(db, workspaceId, owner)))) return
    const work: Work = { workspaceId, owner, fenced, deps, signal }
    const agedAt = new Date(deps.now().getTime() - deps.settings.recentDays * DAY_MS)
    await refreshRecent(work, agedAt)
    while (await foldSome(work, agedAt));
    await fenced((db) => markFresh(db, workspaceId, owner))
  })
}

async function isOptedOut(db: Db, workspaceId: WorkspaceId, owner: StaleOwner): Promise<boolean> {
  if (owner.personId === null) return false
  const identity = await findIdentity(db, workspaceId, owner.personId)
  if (!identity?.isOptedOut) return false
  await markFresh(db, workspaceId, owner)
  return true
}

async function refreshRecent(work: Work, from: Date): Promise<void> {
  const { workspaceId, owner, fenced, deps } = work
  const { summaries, known } = await fenced(async (db) => ({
    isHeld: await lockOwner(db, workspaceId, owner.key),
    summaries: await listSummaries(db, workspaceId, owner, {
      from,
      to: deps.now(),
      maxTokens: MAX_RECENT_TOKENS,
    }),
    known: await findRolling(db, workspaceId, owner, 'recent'),
  }))
  const ids = summaries.map(({ sessionId }) => sessionId)
  if (known !== null && [...known.sessionIds].sort().join() === [...ids].sort().join()) return
  if (summaries.length === 0) {
    await fenced(async (db) => {
      await deleteRolling(db, workspaceId, owner, 'recent')
      await recordMemoryChange(db, workspaceId, owner)
    })
    return
  }
  const { recentDays: days, caps } = deps.settings
  const prompt = recentPrompt(summaries, { days, maxTokens: caps.recent })
  const made = await digest(work, 'recent', prompt, summaries.map(lineOf))
  const summary = rollingOf(made, ids, deps)
  await fenced((db) => keep(db, work, 'recent', summary))
  deps.record({
    name: 'memory.recent_updated',
    ...costOf(work, made),
    tokens: summary.tokens,
    sessionsUsed: ids.length,
  })
}

/** Folds the oldest sessions that are not in the history yet into it; false when there are none. */
async function foldSome(work: Work, before: Date): Promise<boolean> {
  const { workspaceId, owner, fenced, deps } = work
  const { summaries, known } = await fenced(async (db) => ({
    isHeld: await lockOwner(db, workspaceId, owner.key),
    summaries: await listUnfolded(db, workspaceId, owner, { before, limit: FOLDED_AT_ONCE }),
    known: await findRolling(db, workspaceId, owner, 'history'),
  }))
  if (summaries.length === 0) return false
  const ids = summaries.map(({ sessionId }) => sessionId)
  const prompt = historyPrompt(known?.text ?? null, summaries, deps.settings.caps.history)
  const earlier = known === null ? [] : [profileLine(known)]
  const made = await digest(work, 'history', prompt, [...earlier, ...summaries.map(lineOf)])
  const summary = rollingOf(made, [...(known?.sessionIds ?? []), ...ids], deps)
  await fenced(async (db) => {
    // The text and the list of folded sessions change together, or not at all.
    await markFolded(db, workspaceId, ids, deps.now())
    await keep(db, work, 'history', summary)
  })
  deps.record({
    name: 'memory.history_updated',
    ...costOf(work, made),
    tokens: summary.tokens,
    sessionsFolded: ids.length,
  })
  return true
}

async function keep(db: Db, work: Work, kind: RollingKind, summary: RollingSummary) {
  await saveRolling(db, work.workspaceId, work.owner, kind, summary)
  await recordMemoryChange(db, work.workspaceId, work.owner)
}

async function digest(
  { workspaceId, owner, deps, signal }: Work,
  kind: RollingKind,
  prompt: Prompt,
  lines: readonly SourceLine[],
): Promise<ModelResult<string>> {
  const limits = { maxBullets: BULLETS[kind], maxTokens: deps.settings.caps[kind] }
  const wish = summaryRequest(prompt, lines, limits, deps)
  return askModel(wish, { workspaceId, owner, job: 'refresh' }, deps, signal)
}

function lineOf({ endedAt, text }: SessionSummary, i: number): SourceLine {
  return { number: i + 2, speaker: '', sentAt: endedAt, text }
}

function profileLine({ text }: RollingSummary): SourceLine {
  return { number: 1, speaker: '', sentAt: new Date(0), text }
}

function rollingOf(
  { value, modelId }: ModelResult<string>,
  sessionIds: RollingSummary['sessionIds'],
  deps: MemoryDeps,
): RollingSummary {
  return {
    text: value,
    tokens: deps.countTokens(value),
    sessionIds,
    modelId,
    updatedAt: deps.now(),
  }
}

function costOf({ workspaceId, owner }: Work, { modelId, tokens, ms }: ModelResult<unknown>) {
  const { personId } = owner
  return { workspaceId, personId, model: modelId, modelTokens: tokens, ms }
}
