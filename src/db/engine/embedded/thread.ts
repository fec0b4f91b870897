import { Worker } from 'node:worker_threads'
import { AppError, codeOf } from '../../../domain/errors.ts'
import type { DatabaseReply, DatabaseRequest, Start } from './protocol.ts'

/* One PGlite thread, and the watchdog over it.
 *
 * PGlite cannot cancel a query and ignores statement_timeout, so a request without an answer in time
 * ends the whole thread. To the files that is a kill -9, which PostgreSQL's recovery is made for. */

type Command = DatabaseRequest extends infer R
  ? R extends { id: number }
    ? Omit<R, 'id'>
    : never
  : never
type Answer = { readonly rows: unknown[]; readonly affected: number }

export type DatabaseThread = {
  ask(command: Command, deadlineMs: number): Promise<Answer>
  /** Ends the thread at once; all pending requests fail with database_stalled. */
  end(): Promise<void>
}

/** Signs that the engine's memory is damaged and its next results cannot be trusted. */
const BROKEN =
  /Aborted\(|RuntimeError|ResourceOwner|ERRORDATA|memory access out of bounds|unreachable/

/** True for an error after which the thread must be ended and the directory reopened. */
export function isBroken(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'database_stalled'
  if (!(error instanceof Error)) return false
  // PostgreSQL's own errors have a code and may quote what was sent, including these words; only its internal errors
  // (XX…) and errors from below it are about the engine.
  const code = codeOf(error) || 'XX'
  return code.startsWith('XX') && BROKEN.test(error.message)
}

/** Starts PGlite in a thread; resolves when the database is open. */
export async function startThread(start: Start, deadlineMs: number): Promise<DatabaseThread> {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: start })
  const waiting = new Map<number, { resolve(a: Answer): void; reject(e: unknown): void }>()
  let lastId = 0

  const failAll = (error: unknown) => {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('message', (reply: DatabaseReply) => {
    const waiter = waiting.get(reply.id)
    waiting.delete(reply.id)
    if ('error' in reply) waiter?.reject(Object.assign(new Error(reply.error.message), reply.error))
    else waiter?.resolve(reply)
  })
  worker.on('error', failAll)
  worker.on('exit', () => failAll(stalled('The database thread stopped.')))

  const expect = (id: number, ms: number) => {
    const timer = setTimeout(() => {
      failAll(stalled(`The database did not respond within ${ms / 1000} s.`))
      void worker.terminate()
    }, ms)
    const answer = new Promise<Answer>((resolve, reject) => waiting.set(id, { resolve, reject }))
    return answer.finally(() => clearTimeout(timer))
  }

  const thread: DatabaseThread = {
    ask: (command, ms) => {
      lastId += 1
      const answer = expect(lastId, ms)
      worker.postMessage({ ...command, id: lastId })
      return answer
    },
    end: async () => {
      await worker.terminate()
    },
  }
  try {
    await expect(0, deadlineMs)
    return thread
  } catch (error) {
    await thread.end()
    throw error
  }
}

function stalled(what: string): AppError {
  return new AppError('database_stalled', `${what} It is being reopened; retry in a moment.`)
}
