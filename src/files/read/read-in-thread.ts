import { Worker } from 'node:worker_threads'
import { AppError } from '../../domain/errors.ts'
import { unreadable } from '../unreadable.ts'
import type { ReadJob, ReadReply } from './protocol.ts'

/** Heap limit of a parser in megabytes; a book of a thousand pages needs some 150. */
const MAX_HEAP_MEGABYTES = 512
/** Each thread may use that much, so further files wait in a queue. */
const MAX_THREADS = 2

let running = 0
const queue: (() => void)[] = []

/** The result of the parser for a PDF or DOCX; throws if it finds no text or exceeds its time. */
export async function readInThread(
  job: ReadJob,
  maxMs: number,
): Promise<Exclude<ReadReply, Failure>> {
  await takeTurn()
  try {
    const reply = await askThread(job, maxMs)
    if ('failed' in reply) throw failure(job, reply)
    return reply
  } finally {
    giveTurn()
  }
}

async function takeTurn(): Promise<void> {
  if (running < MAX_THREADS) running += 1
  else await new Promise<void>((resolve) => queue.push(resolve))
}

/** Passes the slot to the longest waiter, so that no later caller overtakes it. */
function giveTurn(): void {
  const next = queue.shift()
  if (next === undefined) running -= 1
  else next()
}

async function askThread(job: ReadJob, maxMs: number): Promise<ReadReply> {
  const worker = new Worker(new URL('./worker.js', import.meta.url), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MEGABYTES },
    // A parser's output would contain pieces of the file.
    stdout: true,
    stderr: true,
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<ReadReply>((resolve, reject) => {
      timer = setTimeout(() => reject(tooSlow(maxMs)), maxMs)
      worker.on('message', resolve)
      worker.on('error', (error) => reject(damaged(job, 'the parser crashed', error)))
      worker.on('exit', () => reject(damaged(job, 'the parser stopped without a result')))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

type Failure = Extract<ReadReply, { failed: string }>

function failure(job: ReadJob, reply: Failure): AppError {
  switch (reply.failed) {
    case 'protected':
      return unreadable(
        'protected',
        'The PDF is protected by a password. Save a copy without one, and send that.',
      )
    case 'unpacks_too_large':
      return unpacksTooLarge()
    case 'too_many_pages':
      return new AppError(
        'file_too_large',
        `The PDF has ${reply.pages} pages, more than ${job.maxPages}. Split it, or raise EARSHOT_FILE_PAGES.`,
        { details: { pages: reply.pages, limit: job.maxPages } },
      )
    case 'text_too_long':
      return new AppError(
        'file_too_large',
        `The first ${reply.pages} pages of the PDF hold more than ${job.maxText} characters. Split it, or raise EARSHOT_FILE_CHARACTERS.`,
        { details: { limit: job.maxText } },
      )
    case 'damaged':
      return damaged(job, reply.message)
  }
}

/** The error for a small file that would exceed the memory limit. */
export function unpacksTooLarge(): AppError {
  return unreadable(
    'unpacks_too_large',
    'The file is far larger unpacked than a document should be. If it is a real document, remove its pictures and send it again.',
  )
}

function damaged({ kind }: ReadJob, why: string, cause?: unknown): AppError {
  const name = kind.toUpperCase()
  return unreadable(
    'damaged',
    `The ${name} cannot be read: it is cut off, damaged, or not a ${name}. Open it in another program, save it again, and send that.`,
    cause ?? new Error(why),
  )
}

function tooSlow(maxMs: number): AppError {
  return unreadable(
    'too_slow',
    `Reading the file took longer than ${maxMs / 1_000} s. Split it, save it again, or raise EARSHOT_FILE_SECONDS.`,
  )
}
