import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../domain/errors.ts'

/* One process a data directory.
 *
 * PGlite takes no lock: two processes on one directory lose most of what both acknowledged, without
 * an error. So a file beside the database names its owner. It is taken by link(), which fails if the
 * name exists, and taken over only when its owner is dead: the pid is gone, or belongs to a process
 * started at another time, or the machine has booted since. Never by age: a slow owner is alive.
 *
 * Who takes over from a dead owner first takes a second lock, named after that owner, in the same
 * way. Whoever has it is alone in replacing the dead owner's file; the dead change nothing, so what
 * is read under it stays true until it is acted upon. Nobody removes a file that names another. */

export type LockOwner = {
  readonly pid: number
  readonly bootId: string
  readonly startedAt: string
  /** Makes each owner's file unlike any other, so that a dead one is never taken for its successor. */
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
    const owner = await claim(path, draft)
    if (owner !== null) throw locked(directory, owner)
  } finally {
    await rm(draft, { force: true })
  }
  return {
    announce: async (url) => {
      await writeFile(draft, JSON.stringify({ ...mine, url }))
      await rename(draft, path)
    },
    release: async () => {
      // Released twice, it may be a successor's by now.
      if ((await readOwner(path))?.nonce === mine.nonce) await rm(path, { force: true })
    },
  }
}

/** Who has the directory, if that process is alive; the terminal talks to it over HTTP. */
export async function findLiveOwner(directory: string): Promise<LockOwner | null> {
  const owner = await readOwner(join(directory, NAME))
  return owner !== null && (await isAlive(owner)) ? owner : null
}

/** Makes `path` name the owner in `draft`. Null when it does; otherwise who lives and has it. */
async function claim(path: string, draft: string): Promise<LockOwner | null> {
  for (;;) {
    if (await tryLink(draft, path)) return null
    const owner = await readOwner(path)
    if (owner === null) continue
    if (await isAlive(owner)) return owner
    const succession = `${path}.dead-${owner.nonce}`
    const rival = await claim(succession, draft)
    if (rival !== null) return rival
    if ((await readOwner(path))?.nonce === owner.nonce) {
      await rename(succession, path)
      return null
    }
    await rm(succession, { force: true })
  }
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

/** Null when there is no such file. What cannot be opened is an error, never a dead owner. */
async function readOwner(path: string): Promise<LockOwner | null> {
  try {
    return parseOwner(await readFile(path, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw new AppError(
      'data_dir_unusable',
      `${path} cannot be read: ${error instanceof Error ? error.message : error}. Run this as the user whose data it is, or set EARSHOT_DATA_DIR to another directory.`,
      { cause: error },
    )
  }
}

/** A file that a crash of the machine left empty or broken names nobody, so nobody who lives. */
function parseOwner(text: string): LockOwner {
  try {
    const owner = JSON.parse(text) as LockOwner
    if (Number.isInteger(owner.pid) && typeof owner.nonce === 'string') return owner
  } catch {}
  return { pid: 0, bootId: 'unreadable', startedAt: '', nonce: 'unreadable', url: null }
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
