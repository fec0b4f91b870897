import { type Job as BossJob, type JobResult, PgBoss } from 'pg-boss'
import { type ErrorCode, isAppError } from '../../domain/errors.ts'
import type { WorkspaceId } from '../../domain/ids.ts'
import type { Database, Db, Param } from './database.ts'

/* Work that is done later, by whichever process gets to it: pg-boss, on our own connections.
 *
 * The queue decides who does something when, and how often again; what there is to do is in our own
 * rows, and the queue can be rebuilt from them. So a job holds ids and no words, and is sent again
 * without harm: of one key at most one waits or runs. */

/** One at a time for a key, of at most so many kinds. */
export const JOB_KINDS = ['summarise', 'refresh', 'topic', 'scrub'] as const
export type JobKind = (typeof JOB_KINDS)[number]

export type Job = {
  readonly key: string
  readonly workspaceId: WorkspaceId
  readonly [id: string]: string | number
}

export type Handler = (job: Job, signal: AbortSignal) => Promise<void>

/** A job that failed for good, until somebody has it tried again. */
export type FailedJob = {
  readonly id: string
  readonly kind: JobKind
  readonly job: Job
  readonly code: ErrorCode
  readonly tries: number
  readonly failedAt: Date
}

export type JobQueue = {
  /** Adds jobs; those of a key that is there already are passed over. */
  send(kind: JobKind, jobs: readonly Job[]): Promise<void>
  /** Does jobs until it is stopped. */
  work(handlers: Readonly<Record<JobKind, Handler>>, options: WorkOptions): Promise<void>
  /** Gives the jobs of dead workers to others; does nothing when it was done a moment ago. */
  lookAfter(): Promise<void>
  listFailed(workspaceId: WorkspaceId | null): Promise<FailedJob[]>
  /** Takes a failed job off the list; null if it is not on it. */
  takeFailed(workspaceId: WorkspaceId, id: string): Promise<FailedJob | null>
  stop(): Promise<void>
}

export type WorkOptions = {
  /** How many jobs of a kind run at once in this process. */
  readonly atOnce: number
  readonly pollSeconds: number
  readonly onFailure: (kind: JobKind, code: ErrorCode, isLast: boolean) => void
}

const FAILED = 'failed'
/** Many, as a worker that dies takes one from each job it had, finished ones of its batch too. */
const RETRIES = 9
/** A worker that is not heard of for so long is dead, and its job is somebody else's. */
const HEARTBEAT_SECONDS = 15
const MONITOR_SECONDS = 10
/** Sessions close in bunches: what is remembered is made once for all of them. */
const GATHER_SECONDS: Partial<Record<JobKind, number>> = { refresh: 3, scrub: 3 }
const KEEP_FAILED_SECONDS = 90 * 86_400
const KEEP_DONE_SECONDS = 3_600

/** Opens the queue, and makes its tables in a schema of their own when they are not there. */
export async function openQueue(
  database: Database,
  onError: (error: unknown) => void,
): Promise<JobQueue> {
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
        code: codeOf(job.sourceOutput),
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
        // As long as there is more, without a pause; an idle queue is asked seldom.
        burstWhenBatchFull: true,
        perJobResults: true,
      } as const
      for (const kind of JOB_KINDS) {
        const run = async ({ id, data, signal, retryCount }: BossJob<Job>): Promise<JobResult> => {
          try {
            await handlers[kind](data, signal)
            return { id, status: 'completed' }
          } catch (error) {
            // Somebody else is at it, perhaps somebody dead: no failure, and no try used up. What there
            // is to do is still in the rows, and is sent again.
            if (isAppError(error, 'work_in_progress')) return { id, status: 'completed' }
            const code = isAppError(error) ? error.code : 'internal'
            onFailure(kind, code, retryCount >= RETRIES)
            // What is kept of an error is its code: a provider's words may repeat a prompt.
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
    // Those under way get a moment; what is killed is done again by the next process.
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  }
}

/** How many jobs of a kind are in a state. */
export type JobCount = {
  readonly kind: string
  /** `failed`: for good, until somebody has it tried again. */
  readonly state: 'waiting' | 'active' | 'retry' | 'failed'
  readonly count: number
}

/** What waits, runs and has failed, of one workspace; nothing before the queue was first opened. */
export async function countJobs(db: Db, workspaceId: WorkspaceId): Promise<JobCount[]> {
  const there = await db.query(`select 1 where to_regclass('earshot_jobs.job') is not null`)
  if (there.length === 0) return []
  // `failed` is our list of what failed for good: there a job waits for a person.
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
      // One connection serves everybody: what failed half-way must not be left open on it.
      await connection.exec('rollback').catch(() => undefined)
      throw error
    }
  })
}

function codeOf(output: unknown): ErrorCode {
  const code = (output as { readonly code?: unknown } | null)?.code
  // Only what we threw has a code; a worker that died has said nothing.
  return typeof code === 'string' ? (code as ErrorCode) : 'internal'
}
