import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { AppError } from '../../../domain/errors.ts'
import type { Driver } from '../database.ts'
import { COPY_SUFFIX, createEmbeddedDriver } from './driver.ts'
import { type Lock, takeLock } from './lock.ts'

/** First start writes a whole PostgreSQL directory: 4 s here, more on a slow disk. */
const INIT_DEADLINE_MS = 120_000
/** One statement of a restore may check the references of a whole table. */
const FILL_DEADLINE_MS = 1_800_000

/** The directory layout of the embedded mode, all below EARSHOT_DATA_DIR. */
export function layout(dataDir: string) {
  const root = resolve(dataDir)
  return {
    root,
    database: join(root, 'db'),
    journal: join(root, 'journal'),
    controlToken: join(root, 'control-token'),
  }
}

/**
 * Opens the embedded database: locks the directory, creates it if it is new, removes what a killed process left
 * behind, and starts PGlite on it.
 */
export async function openEmbedded(dataDir: string): Promise<{ driver: Driver; lock: Lock }> {
  const { root, database } = layout(dataDir)
  await makeUsable(root)
  const lock = await takeLock(root)
  try {
    await removeLeftovers(root)
    if (!(await exists(join(database, 'PG_VERSION')))) await initialise(root, database)
    const driver = await createEmbeddedDriver(database, { sync: () => syncTree(database) })
    return { driver, lock }
  } catch (error) {
    await lock.release()
    throw error
  }
}

async function makeUsable(root: string): Promise<void> {
  try {
    await mkdir(root, { recursive: true, mode: 0o700 })
    await access(root, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new AppError(
      'data_dir_unusable',
      `${root} cannot be used as data directory: ${error instanceof Error ? error.message : error}. Give this user read and write access to it, or set EARSHOT_DATA_DIR to another directory.`,
      { cause: error },
    )
  }
}

/**
 * We hold the lock, so a temporary directory here belongs to no server. Its creator may still run, if only the server
 * was killed; the next start removes what cannot be removed now.
 */
async function removeLeftovers(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    if (!name.startsWith('db.new-') && !name.startsWith(`db${COPY_SUFFIX}`)) continue
    await rm(join(root, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

/**
 * Creates the database in a temporary directory and renames it when complete: a kill during PostgreSQL's own first
 * run can leave a directory that never opens.
 */
async function initialise(root: string, database: string): Promise<void> {
  if ((await exists(database)) && (await readdir(database)).length > 0) {
    throw new AppError(
      'data_dir_unusable',
      `${database} is not an Earshot database: it has no PG_VERSION. Move it away, or set EARSHOT_DATA_DIR to another directory.`,
    )
  }
  const draft = await draftDatabase(root)
  await putInPlace(draft, database)
}

async function draftDatabase(root: string): Promise<string> {
  const draft = join(root, `db.new-${randomUUID()}`)
  const maker = fileURLToPath(new URL('./make-database.js', import.meta.url))
  await promisify(execFile)(process.execPath, [maker, draft], { timeout: INIT_DEADLINE_MS })
  return draft
}

async function putInPlace(draft: string, database: string): Promise<void> {
  await syncTree(draft)
  await rm(database, { recursive: true, force: true })
  await rename(draft, database)
  await syncFile(dirname(database))
}

/**
 * Creates a database that `fill` fills, in a data directory that has none. It is renamed into its place when it is
 * complete: a kill before that leaves the directory without a database, and the next start cleans it up.
 */
export async function createFilled(
  dataDir: string,
  fill: (driver: Driver) => Promise<void>,
): Promise<void> {
  const { root, database, journal } = layout(dataDir)
  await makeUsable(root)
  const lock = await takeLock(root)
  try {
    await removeLeftovers(root)
    for (const folder of [database, journal]) await checkEmptyFolder(root, folder)
    const draft = await draftDatabase(root)
    const driver = await createEmbeddedDriver(draft, { queryDeadlineMs: FILL_DEADLINE_MS })
    await fill(driver)
      .then(driver.checkpoint)
      .finally(driver.close)
      .catch(async (error: unknown) => {
        await rm(draft, { recursive: true, force: true })
        throw error
      })
    await putInPlace(draft, database)
  } finally {
    await lock.release()
  }
}

async function checkEmptyFolder(root: string, folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  if (names.length === 0) return
  throw new AppError(
    'restore_target_not_empty',
    `${root} already has data (${folder}). Nothing was changed. Set EARSHOT_DATA_DIR to a new directory, or move this one away, and restore again.`,
  )
}

/** Syncs every file below a directory to disk: PGlite itself never does. */
async function syncTree(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    // PGlite may drop a file between our listing and our opening it; then it needs no syncing.
    if (entry.isDirectory()) await syncTree(path)
    else if (entry.isFile()) await syncFile(path)
  }
  await syncFile(directory)
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r').catch(() => null)
  if (file === null) return
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
