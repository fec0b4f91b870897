import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError, codeOf } from '../../../domain/errors.ts'
import {
  bePresent,
  describeSelf,
  isAlive,
  isElsewhere,
  type LockOwner,
  removeTraces,
} from './lock-owner.ts'

/* One process a data directory.
 *
 * PGlite takes no lock: two processes on one directory lose most of what both acknowledged, without
 * an error. So a file beside the database names its owner. It is taken by link(), which fails if the
 * name exists, and taken over only when its owner is dead (lock-owner.ts). Never by age: a slow owner
 * is alive.
 *
 * Who takes over from a dead owner first takes a second lock, named after that owner, in the same
 * way. Whoever has it is alone in replacing the dead owner's file; the dead change nothing, so what
 * is read under it stays true until it is acted upon. Nobody removes a file that names another. */

export type Lock = {
  /** Publishes the URL at which other processes reach this one instead of opening the directory. */
  announce(url: string): Promise<void>
  release(): Promise<void>
}

const NAME = 'earshot.lock'

/** Locks the directory for this process, or fails with data_dir_locked naming the owner. */
export async function takeLock(directory: string): Promise<Lock> {
  const path = join(directory, NAME)
  const mine = await describeSelf()
  const draft = `${path}.${mine.nonce}`
  const presence = await bePresent(directory, mine)
  try {
    await writeFile(draft, JSON.stringify(mine))
    const owner = await claim(path, draft)
    if (owner !== null) throw await locked(directory, owner)
  } catch (error) {
    await presence.end()
    throw error
  } finally {
    await rm(draft, { force: true })
  }
  return {
    announce: async (url) => {
      await writeFile(draft, JSON.stringify({ ...mine, url }))
      await rename(draft, path)
    },
    release: async () => {
      // After a second release the file may be a successor's.
      if ((await readOwner(path))?.nonce === mine.nonce) await rm(path, { force: true })
      await presence.end()
    },
  }
}

/** The live owner of the directory, or null; the terminal connects to it over HTTP. */
export async function findLiveOwner(directory: string): Promise<LockOwner | null> {
  const owner = await readOwner(join(directory, NAME))
  return owner !== null && (await isAlive(directory, owner)) ? owner : null
}

/** Makes `path` name the owner in `draft`. Null on success; otherwise the live owner. */
async function claim(path: string, draft: string): Promise<LockOwner | null> {
  for (;;) {
    if (await tryLink(draft, path)) return null
    const owner = await readOwner(path)
    if (owner === null) continue
    if (await isAlive(dirname(path), owner)) return owner
    const succession = `${path}.dead-${owner.nonce}`
    const rival = await claim(succession, draft)
    if (rival !== null) return rival
    if ((await readOwner(path))?.nonce === owner.nonce) {
      await rename(succession, path)
      await removeTraces(dirname(path), owner)
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
    if (codeOf(error) === 'EEXIST') return false
    throw unusable(`${to} cannot be created`, error)
  }
}

/** Null when there is no such file. A file that cannot be opened is an error, never a dead owner. */
async function readOwner(path: string): Promise<LockOwner | null> {
  try {
    return parseOwner(await readFile(path, 'utf8'))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw unusable(`${path} cannot be read`, error)
  }
}

function unusable(what: string, error: unknown): AppError {
  const why = error instanceof Error ? error.message : error
  return new AppError(
    'data_dir_unusable',
    `${what}: ${why}. Run this as the user who owns the data, or set EARSHOT_DATA_DIR to another directory.`,
    { cause: error },
  )
}

const NOBODY: LockOwner = {
  pid: 0,
  bootId: 'none',
  startedAt: '',
  nonce: 'unreadable',
  url: null,
}

/** A file that a crash of the machine left empty or broken names no live owner. */
function parseOwner(text: string): LockOwner {
  try {
    const owner = JSON.parse(text) as LockOwner
    if (Number.isInteger(owner.pid) && typeof owner.nonce === 'string') return owner
  } catch {}
  return NOBODY
}

async function locked(directory: string, owner: LockOwner): Promise<AppError> {
  const place = (await isElsewhere(owner)) ? ' of another container' : ''
  const door = owner.url === null ? '' : ` (${owner.url})`
  return new AppError(
    'data_dir_locked',
    `${directory} is in use by process ${owner.pid}${place}${door}. Stop that process, or set EARSHOT_DATA_DIR to another directory.`,
    { details: { pid: owner.pid, url: owner.url } },
  )
}
