import type { Handler, Job, JobKind, JobQueue } from '../src/db/engine/job-queue.ts'

/** A queue that is worked off when the test says so, by the same handlers; the real one has its own tests. */
export type InlineQueue = JobQueue & {
  /** Does all jobs there are, one after the other; how many. */
  drain(handlers: Readonly<Record<JobKind, Handler>>): Promise<number>
}

/** Keeps jobs by key, as the real queue does: of one key at most one waits. */
export function inlineQueue(): InlineQueue {
  const waiting = new Map<string, { kind: JobKind; job: Job }>()
  return {
    send: async (kind, jobs) => {
      for (const job of jobs) waiting.set(`${kind} ${job.key}`, { kind, job })
    },
    work: async () => undefined,
    lookAfter: async () => undefined,
    listFailed: async () => [],
    takeFailed: async () => null,
    stop: async () => undefined,
    drain: async (handlers) => {
      let done = 0
      for (const [key, { kind, job }] of waiting) {
        waiting.delete(key)
        await handlers[kind](job, new AbortController().signal)
        done += 1
      }
      return done
    },
  }
}
