import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../domain/errors.ts'

/* One process a data directory.
 *
 * PGlite takes no lock: two processes on one directory lose most of what both acknowledged, without
 * an error. So a file beside the database names its owner. It is taken by link(), which fails if the
 * name exists, and taken over only when its owner is dead: the pid is gone, or belongs to a process
 * started at another time, or the machine has booted since. Never by age: a slow owner is alive. */

export type LockOwner = {
  readonly pid: number
  readonly bootId: string
  readonly startedAt: string
  /** Makes each owner's file unlike any other, so that one stale lock is taken over once. */
  readonly nonce: string
  /** Where the owner's HTTP door is, once it is open. */
  readonly url: string | null
}

export type Lock = {
  /** Tells other processes where to reach us instead of the directory. */
  announce(url: string): Promise<void>
  release(): Promise<void>
}

const NAME = 'earshot.lock'

/** Takes the directory for this process, or fails with data_dir_locked naming who has it. */
export async function takeLock(directory: string): Promise<Lock> {
  const path = join(directory, NAME)
  const mine: LockOwner = {
    pid: process.pid,
    bootId: await bootId(),
    startedAt: await startOf(process.pid),
    nonce: randomUUID(),
    url: null,
  }
  const draft = `${path}.${mine.nonce}`
  await writeFile(draft, JSON.stringify(mine))
  try {
    while (!(await tryLink(draft, path))) {
      const owner = await readOwner(directory)
      if (owner !== null && (await isAlive(owner))) throw locked(directory, owner)
      await takeOver(path, draft, owner)
    }
  } finally {
    await rm(draft, { force: true })
  }
  return {
    announce: async (url) => {
      await writeFile(draft, JSON.stringify({ ...mine, url }))
      await rename(draft, path)
    },
    release: () => rm(path, { force: true }),
  }
}

/** Who has the directory, if that process is alive; the terminal talks to it over HTTP. */
export async function findLiveOwner(directory: string): Promise<LockOwner | null> {
  const owner = await readOwner(directory)
  return owner !== null && (await isAlive(owner)) ? owner : null
}

/**
 * Removes a dead owner's lock. The guard's name holds that owner's nonce, so of several processes
 * that saw the same dead owner only one removes it, and none removes a successor's.
 */
async function takeOver(path: string, draft: string, dead: LockOwner | null): Promise<void> {
  const guard = `${path}.dead-${dead?.nonce ?? 'unreadable'}`
  if (!(await tryLink(draft, guard))) {
    const taker = parseOwner(await readFile(guard, 'utf8').catch(() => ''))
    if (taker !== null && (await isAlive(taker))) await new Promise((r) => setTimeout(r, 20))
    else await rm(guard, { force: true })
    return
  }
  const current = parseOwner(await readFile(path, 'utf8').catch(() => ''))
  if (current?.nonce === dead?.nonce) await rm(path, { force: true })
  await rm(guard, { force: true })
}

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

async function readOwner(directory: string): Promise<LockOwner | null> {
  return parseOwner(await readFile(join(directory, NAME), 'utf8').catch(() => ''))
}

function parseOwner(text: string): LockOwner | null {
  try {
    const owner = JSON.parse(text) as LockOwner
    return Number.isInteger(owner.pid) && typeof owner.nonce === 'string' ? owner : null
  } catch {
    return null
  }
}

async function isAlive(owner: LockOwner): Promise<boolean> {
  if (owner.bootId !== (await bootId())) return false
  try {
    process.kill(owner.pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  return owner.startedAt === (await startOf(owner.pid))
}

/** Changes with every boot. Empty where the system does not tell: then the pid alone decides. */
async function bootId(): Promise<string> {
  return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).trim()
}

/** When a process began, in clock ticks since boot; tells a reused pid from its former owner. */
async function startOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The second field is the command in parentheses and may hold spaces; count from behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // A zombie has ended: only its parent has not noticed yet.
  return fields[0] === 'Z' ? 'ended' : (fields[19] ?? '')
}

function locked(directory: string, owner: LockOwner): AppError {
  const where = owner.url === null ? '' : ` (${owner.url})`
  return new AppError(
    'data_dir_locked',
    `${directory} is in use by process ${owner.pid}${where}. Stop that process, or set EARSHOT_DATA_DIR to another directory.`,
    { details: { pid: owner.pid, url: owner.url } },
  )
}
