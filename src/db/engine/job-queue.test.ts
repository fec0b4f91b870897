import { afterEach, expect, test } from 'vitest'
import { useOwnDatabase } from '../../../test/with-db.ts'
import { AppError, type ErrorCode } from '../../domain/errors.ts'
import type { WorkspaceId } from '../../domain/ids.ts'
import type { Database } from './database.ts'
import { type Handler, type Job, type JobKind, type JobQueue, openQueue } from './job-queue.ts'

const database = useOwnDatabase()
let queue: JobQueue | null = null
afterEach(async () => {
  await queue?.stop()
  queue = null
})

const job = (workspaceId: WorkspaceId, key: string): Job => ({ key, workspaceId, sessionId: key })

async function open(on: Database): Promise<JobQueue> {
  queue = await openQueue(on, () => undefined)
  return queue
}

function handlers(summarise: Handler): Record<JobKind, Handler> {
  const none: Handler = async () => undefined
  return { summarise, refresh: none, topic: none, facts: none, scrub: none }
}

const FAST = { atOnce: 2, pollSeconds: 0.5, onFailure: () => undefined }

/** Polls until a condition is true; the queue works asynchronously. */
async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('it did not come about')
}

test('a key that waits or runs is not queued again; once done it may be', async () => {
  const { database: db, workspaceId } = await database.fresh()
  const jobs = await open(db)
  const done: string[] = []
  await jobs.send('summarise', [job(workspaceId, 'a'), job(workspaceId, 'a')])
  await jobs.send('summarise', [job(workspaceId, 'a'), job(workspaceId, 'b')])
  await jobs.work(
    handlers(async ({ key }) => {
      done.push(key)
    }),
    FAST,
  )
  await until(() => done.length === 2)
  expect(done.sort()).toEqual(['a', 'b'])
  await jobs.send('summarise', [job(workspaceId, 'a')])
  await until(() => done.length === 3)
})

test('what fails is tried again, then listed with its code and without its words', async () => {
  const { database: db, workspaceId } = await database.fresh()
  const jobs = await open(db)
  const failures: { code: ErrorCode; isLast: boolean }[] = []
  let tries = 0
  await jobs.send('summarise', [job(workspaceId, 'bad')])
  await jobs.work(
    handlers(async () => {
      tries += 1
      throw new AppError('model_unavailable', 'the prompt was: my secret')
    }),
    { ...FAST, onFailure: (_kind, code, isLast) => failures.push({ code, isLast }) },
  )
  await until(async () => {
    // Skips the queue's back-off.
    await db.execute("update earshot_jobs.job set start_after = now() where state = 'retry'")
    return (await jobs.listFailed(workspaceId)).length === 1
  })
  expect(tries).toBe(10)
  expect(failures.map(({ isLast }) => isLast)).toEqual([...Array(9).fill(false), true])
  const [failed] = await jobs.listFailed(workspaceId)
  expect(failed).toMatchObject({ kind: 'summarise', code: 'model_unavailable', tries: 10 })
  expect(failed?.job).toEqual(job(workspaceId, 'bad'))
  const stored = await db.asOwner((x) =>
    x.query<{ text: string }>('select j::text as text from earshot_jobs.job j'),
  )
  expect(stored.map(({ text }) => text).join()).not.toContain('secret')
})

test('a failed job is seen in its own workspace only, and taken off the list once', async () => {
  const { database: db, workspaceId } = await database.fresh()
  const { workspaceId: other } = await database.fresh()
  const jobs = await open(db)
  await jobs.send('summarise', [job(workspaceId, 'bad')])
  await jobs.work(
    handlers(async () => {
      throw new AppError('internal', 'no')
    }),
    FAST,
  )
  await until(async () => {
    await db.execute("update earshot_jobs.job set start_after = now() where state = 'retry'")
    return (await jobs.listFailed(workspaceId)).length === 1
  })
  expect(await jobs.listFailed(other)).toEqual([])
  const [failed] = await jobs.listFailed(workspaceId)
  expect(await jobs.takeFailed(other, failed?.id ?? '')).toBeNull()
  expect(await jobs.takeFailed(workspaceId, failed?.id ?? '')).toMatchObject({ id: failed?.id })
  expect(await jobs.takeFailed(workspaceId, failed?.id ?? '')).toBeNull()
})
