import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { createDatabase } from '../src/db/engine/database.ts'
import { createEmbeddedDriver } from '../src/db/engine/embedded/driver.ts'
import { openQueue } from '../src/db/engine/job-queue.ts'

/** The database that this process copies, made at its first use; removed with the folder it is in (global-setup.ts). */
let seed: Promise<string> | null = null

/**
 * Puts a migrated, empty database with its job queue into a data directory, as the first start of the program would.
 * Creating one takes the program seconds; only tests of that first start wait for it.
 */
export async function seedDirectory(dataDir: string): Promise<void> {
  const migrated = inject('seed')
  // On a PostgreSQL server the program has no database in its directory.
  if (migrated === null) return
  seed ??= addQueue(migrated)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await copyFolder(await seed, join(dataDir, 'db'))
}

async function addQueue(migrated: string): Promise<string> {
  const folder = join(dirname(migrated), `seed-${process.pid}`)
  await copyFolder(migrated, folder)
  const database = createDatabase(await createEmbeddedDriver(folder))
  const queue = await openQueue(database, () => undefined)
  await queue.stop()
  await database.close()
  return folder
}

/** By the system's own program: for a thousand small files fs.cp takes five times its processor time. */
async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-R', from, to])
}
