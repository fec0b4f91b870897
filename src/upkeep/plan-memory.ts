import type { FailedJob, Job, JobQueue } from '../db/engine/job-queue.ts'
import { listWorkspaces } from '../db/engine/workspaces.ts'
import { listChatsWithoutFacts } from '../db/facts/fact-lines.ts'
import { giveUp, listStale, noteAged } from '../db/sessions/memory-owners.ts'
import { closeStale, listDue, markSummaryFailed } from '../db/sessions/session-life.ts'
import { listTopicDue } from '../db/sessions/session-topics.ts'
import type { SessionId, WorkspaceId } from '../domain/ids.ts'
import { workspaceScope } from '../domain/scope.ts'
import { closeConversations } from '../memory/close-conversations.ts'
import { DAY_MS, type MemoryDeps } from '../memory/deps.ts'
import { closedEvent } from '../memory/sessions.ts'

/* Plans memory jobs from the rows: idle sessions and quiet conversations to close, closed ones without a summary, owners
 * whose memory is stale, sessions at a turn where their topic is inferred, chats with quiet conversations to read for
 * facts. Each becomes a job; sent twice, it is queued once. A lost job is found again here. */

const JOBS_PER_RUN = 200
/** An owner whose refresh failed for good is not retried for this long, unless there is a new session. */
const GIVEN_UP_MS = 3_600_000

type PlanDeps = MemoryDeps & { readonly queue: JobQueue }

/** Closes idle sessions and queues the jobs that are due. */
export async function planMemory(deps: PlanDeps, stopping: AbortSignal): Promise<void> {
  await deps.queue.lookAfter()
  const failed = await settleFailed(deps)
  for (const workspaceId of await deps.database.asOwner(listWorkspaces)) {
    if (stopping.aborted) return
    await planWorkspace(workspaceId, failed, deps, stopping)
  }
}

/** The same for one workspace. */
export async function planWorkspace(
  workspaceId: WorkspaceId,
  failed: readonly FailedJob[],
  deps: PlanDeps,
  stopping: AbortSignal,
): Promise<void> {
  while ((await closeSome(workspaceId, deps)) === JOBS_PER_RUN && !stopping.aborted);
  await closeConversations(workspaceId, deps, stopping)
  await sendDue(workspaceId, failed, deps)
}

/** Closes a batch of idle sessions; returns how many. */
export async function closeSome(workspaceId: WorkspaceId, deps: MemoryDeps): Promise<number> {
  const { idleMs, awayMs } = deps.settings
  const now = deps.now().getTime()
  const before = { seen: new Date(now - idleMs), hidden: new Date(now - awayMs) }
  const closed = await deps.database.within(workspaceScope(workspaceId), (db) =>
    closeStale(db, workspaceId, before, JOBS_PER_RUN),
  )
  for (const session of closed) deps.record(closedEvent(workspaceId, session))
  return closed.length
}

async function sendDue(
  workspaceId: WorkspaceId,
  failed: readonly FailedJob[],
  deps: PlanDeps,
): Promise<void> {
  const { database, queue, settings } = deps
  const aged = new Date(deps.now().getTime() - settings.recentDays * DAY_MS)
  const quietBefore = new Date(deps.now().getTime() - settings.idleMs)
  const due = await database.within(workspaceScope(workspaceId), async (db) => {
    // Sessions growing old are no reason to retry a refresh that was just given up.
    const since = deps.now().getTime() - GIVEN_UP_MS
    const except = failed.flatMap(({ kind, job, failedAt }) =>
      kind === 'refresh' && failedAt.getTime() > since ? String(job.owner) : [],
    )
    await noteAged(db, workspaceId, { before: aged, now: deps.now(), except })
    return {
      sessions: await listDue(db, workspaceId, JOBS_PER_RUN),
      owners: await listStale(db, workspaceId, JOBS_PER_RUN),
      topics: await listTopicDue(db, workspaceId, settings.topics, JOBS_PER_RUN),
      chats: settings.remembers(workspaceId)
        ? await listChatsWithoutFacts(db, workspaceId, quietBefore, JOBS_PER_RUN)
        : [],
    }
  })
  const job = (key: string, ids: Readonly<Record<string, string | number>>): Job => ({
    ...ids,
    key: `${workspaceId} ${key}`,
    workspaceId,
  })
  await queue.send(
    'summarise',
    due.sessions.map(({ id }) => job(id, { sessionId: id })),
  )
  await queue.send(
    'facts',
    due.chats.map((chatId) => job(`c${chatId}`, { chatId })),
  )
  await queue.send(
    'refresh',
    due.owners.map(({ key }) => job(key, { owner: key })),
  )
  await queue.send(
    'topic',
    due.topics.map(({ sessionId, turn }) => job(`${sessionId} ${turn}`, { sessionId, turn })),
  )
}

/** A job that failed for good is not sent again until an operator asks for it, or there is a new reason. */
async function settleFailed({ database, queue }: PlanDeps): Promise<FailedJob[]> {
  const failed = await queue.listFailed(null)
  for (const { kind, job, failedAt } of failed) {
    const { workspaceId } = job
    await database.within(workspaceScope(workspaceId), async (db) => {
      if (kind === 'summarise') {
        await markSummaryFailed(db, workspaceId, job.sessionId as SessionId, failedAt)
      }
      if (kind === 'refresh') await giveUp(db, workspaceId, String(job.owner), failedAt)
    })
  }
  return failed
}
