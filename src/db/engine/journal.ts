import { appendFile, type FileHandle, mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { AppError } from '../../domain/errors.ts'

/* The inbox journal of the embedded database.
 *
 * PGlite never syncs anything to disk, so after a power cut its newest rows may be gone. What we
 * acknowledge is therefore first appended here and synced, and applied again at the next start;
 * storing is idempotent, so most of that changes nothing.
 *
 *   journal/000007.jsonl      one line an entry: crc32 of the JSON, a space, the JSON
 *
 * Concurrent writers share one sync. A checkpoint starts a new file, waits until everything in the
 * older ones has been applied, has the database written out and synced, and removes them. */

export type Journal = {
  /** Appends and syncs the entry, then runs `apply`; after that its result may be acknowledged. */
  record<T>(entry: unknown, apply: () => Promise<T>): Promise<T>
  /** Stores an entry that cannot be applied in set-aside.jsonl, for an operator. */
  setAside(entry: unknown): Promise<void>
  /** Deletes the entries that `flush` has made durable in the database. */
  checkpoint(flush: () => Promise<void>): Promise<void>
  /** The number of entries that wait for a checkpoint, and that a start after a crash would replay. */
  size(): number
  close(): Promise<void>
}

/** What was found at start: entries in order, and how many lines were torn by a crash. */
export type Recovered = { readonly entries: readonly unknown[]; readonly torn: number }

type Segment = { readonly number: number; readonly file: FileHandle; entries: number }
type Waiting = { readonly line: string; resolve(s: Segment): void; reject(e: unknown): void }

const NAME = /^(\d{6})\.jsonl$/

/** Opens the journal and reads what earlier runs left in it. */
export async function openJournal(
  directory: string,
): Promise<{ journal: Journal; recovered: Recovered }> {
  await mkdir(directory, { recursive: true })
  const numbers = await segmentNumbers(directory)
  const recovered = await readSegments(directory, numbers)
  // A start without a message leaves an empty file; these must not pile up.
  if (recovered.entries.length === 0) await dropSegments(directory, numbers)
  const journal = await startJournal(directory, (numbers.at(-1) ?? 0) + 1, recovered.entries.length)
  return { journal, recovered }
}

async function startJournal(directory: string, first: number, old: number): Promise<Journal> {
  let segment = await openSegment(directory, first)
  let olderEntries = old
  let queue: Waiting[] = []
  let flushing: Promise<void> | null = null
  const applying = new Map<number, Set<Promise<unknown>>>()

  const flush = async () => {
    while (queue.length > 0) {
      const batch = queue
      queue = []
      const target = segment
      try {
        // A new line first: a write that failed half-way must not damage the next entry.
        await target.file.appendFile(`\n${batch.map(({ line }) => line).join('')}`)
        await target.file.datasync()
        target.entries += batch.length
        for (const waiter of batch) waiter.resolve(target)
      } catch (error) {
        for (const waiter of batch) waiter.reject(unwritable(error))
      }
    }
    flushing = null
  }
  const append = (line: string) =>
    new Promise<Segment>((resolve, reject) => {
      queue.push({ line, resolve, reject })
      flushing ??= flush()
    })

  return {
    record: async (entry, apply) => {
      const json = JSON.stringify(entry)
      const { number } = await append(`${checksum(json)} ${json}\n`)
      const applied = apply()
      const inSegment = applying.get(number) ?? new Set()
      applying.set(number, inSegment.add(applied))
      return applied.finally(() => inSegment.delete(applied))
    },
    setAside: (entry) =>
      appendFile(join(directory, 'set-aside.jsonl'), `${JSON.stringify(entry)}\n`, { mode: 0o600 }),
    checkpoint: async (flushDatabase) => {
      await flushing
      const finished = segment
      segment = await openSegment(directory, finished.number + 1)
      await flushing
      const earlier = [...applying.entries()].filter(([number]) => number <= finished.number)
      await Promise.allSettled(earlier.flatMap(([, tasks]) => [...tasks]))
      await flushDatabase()
      await finished.file.close()
      for (const [number] of earlier) applying.delete(number)
      olderEntries = 0
      const numbers = await segmentNumbers(directory)
      await dropSegments(
        directory,
        numbers.filter((number) => number <= finished.number),
      )
    },
    size: () => olderEntries + segment.entries,
    close: async () => {
      await flushing
      await segment.file.close()
    },
  }
}

async function openSegment(directory: string, number: number): Promise<Segment> {
  try {
    const file = await open(segmentPath(directory, number), 'ax', 0o600)
    const folder = await open(directory, 'r')
    // Without this the content of the new file may survive a power cut, but not its name.
    await folder.sync().finally(() => folder.close())
    return { number, file, entries: 0 }
  } catch (error) {
    throw unwritable(error)
  }
}

async function readSegments(directory: string, numbers: readonly number[]): Promise<Recovered> {
  const entries: unknown[] = []
  let torn = 0
  for (const number of numbers) {
    for (const line of (await readFile(segmentPath(directory, number), 'utf8')).split('\n')) {
      const json = line.slice(9)
      if (line === '') continue
      if (line.slice(0, 8) === checksum(json)) entries.push(JSON.parse(json))
      // Torn by a crash in mid-write: such a line was never acknowledged.
      else torn += 1
    }
  }
  return { entries, torn }
}

async function segmentNumbers(directory: string): Promise<number[]> {
  const names = await readdir(directory)
  return names.flatMap((name) => Number(NAME.exec(name)?.[1] ?? []) || []).sort((a, b) => a - b)
}

async function dropSegments(directory: string, numbers: readonly number[]): Promise<void> {
  for (const number of numbers) await rm(segmentPath(directory, number), { force: true })
}

function segmentPath(directory: string, number: number): string {
  return join(directory, `${String(number).padStart(6, '0')}.jsonl`)
}

function checksum(json: string): string {
  return crc32(json).toString(16).padStart(8, '0')
}

function unwritable(error: unknown): AppError {
  return new AppError(
    'journal_failed',
    `The journal cannot be written: ${error instanceof Error ? error.message : error}. Free disk space or repair the data directory, then send the messages again.`,
    { cause: error },
  )
}
