import type { Job as BossJob, JobResult } from '#pg-boss'
import { type ErrorCode, isAppError } from '../../domain/errors.ts'
import type { WorkspaceId } from '../../domain/ids.ts'
import type { Database, Db, Param } from './database.ts'

/* Background jobs, run by any process: pg-boss, on our own connections.
 *
 * The queue decides which worker runs a job, when, and how often it is retried; the work itself is
 * described by our own rows, and the queue can be rebuilt from them. So a job holds ids and no text,
 * and sending is idempotent: of one key at most one job waits or runs. */

/** Of each kind, at most one job per key waits or runs. */
const JOB_KINDS = ['summarise', 'refresh', 'topic', 'facts', 'scrub'] as const
export type JobKind = (typeof JOB_KINDS)[number]

export type Job = {
  readonly key: string
  readonly workspaceId: WorkspaceId
  readonly [id: string]: string | number
}

export type Handler = (job: Job, signal: AbortSignal) => Promise<void>

/** A job that failed for good, until it is retried by hand. */
export type FailedJob = {
  readonly id: string
  readonly kind: JobKind
  readonly job: Job
  readonly code: ErrorCode
  readonly tries: number
  readonly failedAt: Date
}

export type JobQueue = {
  /** Adds jobs; a job whose key is queued already is skipped. */
  send(kind: JobKind, jobs: readonly Job[]): Promise<void>
  /** Runs jobs until it is stopped. */
  work(handlers: Readonly<Record<JobKind, Handler>>, options: WorkOptions): Promise<void>
  /** Requeues the jobs of dead workers; does nothing when called again within moments. */
  lookAfter(): Promise<void>
  listFailed(workspaceId: WorkspaceId | null): Promise<FailedJob[]>
  /** Removes a failed job from the list and returns it; null if it is not on the list. */
  takeFailed(workspaceId: WorkspaceId, id: string): Promise<FailedJob | null>
  stop(): Promise<void>
}

type WorkOptions = {
  /** How many jobs of a kind run at once in this process. */
  readonly atOnce: number
  readonly pollSeconds: number
  readonly onFailure: (kind: JobKind, code: ErrorCode, isLast: boolean) => void
}

const FAILED = 'failed'
/** Many, as a worker that dies uses up a try of each job it had, finished ones of its batch too. */
const RETRIES = 9
/** A worker without a heartbeat for this long is dead, and its job goes to another. */
const HEARTBEAT_SECONDS = 15
const MONITOR_SECONDS = 10
/** Sessions close in bunches: memory is rebuilt once for all of them. */
const GATHER_SECONDS: Partial<Record<JobKind, number>> = { refresh: 3, scrub: 3 }
const KEEP_FAILED_SECONDS = 90 * 86_400
const KEEP_DONE_SECONDS = 3_600

/** Opens the queue, and creates its tables in a schema of their own if they are missing. */
export async function openQueue(
  database: Database,
  onError: (error: unknown) => void,
): Promise<JobQueue> {
  // After the server listens: no command without a server needs the queue.
  const { PgBoss } = await import('#pg-boss')
  const boss = new PgBoss({
    db: { executeSql: (text, values) => execute(database, text, values) },
    schema: 'earshot_jobs',
    backend: database.engine === 'embedded' ? 'pglite' : 'postgres',
    schedule: false,
    superviseIntervalSeconds: MONITOR_SECONDS,
    monitorIntervalSeconds: MONITOR_SECONDS,
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', onError)
  await boss.start()
  await boss.createQueue(FAILED, { retentionSeconds: KEEP_FAILED_SECONDS })
  for (const kind of JOB_KINDS) {
    await boss.createQueue(kind, {
      policy: 'exclusive',
      retryLimit: RETRIES,
      retryDelay: 2,
      retryBackoff: true,
      retryDelayMax: 300,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: 900,
      deleteAfterSeconds: KEEP_DONE_SECONDS,
      deadLetter: FAILED,
    })
  }
  const listFailed = async (workspaceId: WorkspaceId | null) => {
    const options = workspaceId === null ? {} : { data: { workspaceId } }
    const jobs = await boss.findJobs<Job>(FAILED, options)
    return jobs.map(
      (job): FailedJob => ({
        id: job.id,
        kind: job.sourceName as JobKind,
        job: job.data,
        code: failureCodeOf(job.sourceOutput),
        tries: (job.sourceRetryCount ?? 0) + 1,
        failedAt: job.createdOn,
      }),
    )
  }
  return {
    send: async (kind, jobs) => {
      if (jobs.length === 0) return
      const startAfter = GATHER_SECONDS[kind] ?? 0
      await boss.insert(
        kind,
        jobs.map((data) => ({ data, singletonKey: data.key, startAfter })),
      )
    },
    work: async (handlers, { atOnce, pollSeconds, onFailure }) => {
      const options = {
        pollingIntervalSeconds: pollSeconds,
        batchSize: atOnce,
        // A full batch is followed by the next without a pause; an idle queue is polled seldom.
        burstWhenBatchFull: true,
        perJobResults: true,
      } as const
      for (const kind of JOB_KINDS) {
        const run = async ({ id, data, signal, retryCount }: BossJob<Job>): Promise<JobResult> => {
          try {
            await handlers[kind](data, signal)
            return { id, status: 'completed' }
          } catch (error) {
            // Another worker, perhaps a dead one, holds the lease: no failure, and no try used up. The work is still
            // described by our rows, and is sent again.
            if (isAppError(error, 'work_in_progress')) return { id, status: 'completed' }
            const code = isAppError(error) ? error.code : 'internal'
            onFailure(kind, code, retryCount >= RETRIES)
            // Only the code of an error is stored: a provider's message may repeat a prompt.
            return { id, status: 'failed', output: { code } }
          }
        }
        await boss.work<Job>(kind, options, (jobs) => Promise.all(jobs.map(run)))
      }
    },
    lookAfter: () => boss.supervise(),
    listFailed,
    takeFailed: async (workspaceId, id) => {
      const failed = (await listFailed(workspaceId)).find((job) => job.id === id)
      if (failed === undefined) return null
      await boss.deleteJob(FAILED, id)
      return failed
    },
    // Running jobs get a moment to finish; killed ones are run again by the next process.
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  }
}

/** The number of jobs of a kind in a state. */
export type JobCount = {
  readonly kind: string
  /** `failed`: for good, until it is retried by hand. */
  readonly state: 'waiting' | 'active' | 'retry' | 'failed'
  readonly count: number
}

/** Waiting, running and failed jobs of one workspace; empty before the queue was first opened. */
export async function countJobs(db: Db, workspaceId: WorkspaceId): Promise<JobCount[]> {
  const there = await db.query(`select 1 where to_regclass('earshot_jobs.job') is not null`)
  if (there.length === 0) return []
  // `failed` is our dead letter queue: jobs there wait for an operator.
  return db.query<JobCount>(
    `select case when name = $2 then coalesce(source_name, name) else name end as kind,
            case when name = $2 then 'failed' when state = 'active' then 'active'
                 when state = 'retry' then 'retry' else 'waiting' end as state,
            count(*)::int as count
       from earshot_jobs.job
      where state in ('created', 'retry', 'active') and data->>'workspaceId' = $1
      group by 1, 2 order by 1, 2 limit 100`,
    [workspaceId, FAILED],
  )
}

async function execute(database: Database, text: string, values: unknown[] = []) {
  return database.connect(async (connection) => {
    try {
      if (values.length > 0) return await connection.query(text, values as Param[])
      return { rows: await connection.exec(text) }
    } catch (error) {
      // The connection is shared: a failed transaction must not be left open on it.
      await connection.exec('rollback').catch(() => undefined)
      throw error
    }
  })
}

function failureCodeOf(output: unknown): ErrorCode {
  const code = (output as { readonly code?: unknown } | null)?.code
  // Only errors we threw have a code; a worker that died reports none.
  return typeof code === 'string' ? (code as ErrorCode) : 'internal'
}
