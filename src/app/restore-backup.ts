import type { RestoredBackup } from '../cli/command.ts'
import type { Config } from '../config/config.ts'
import { type VerifiedBackup, verifyBackup } from '../db/backup/format.ts'
import { checkMigrations, type LoadProgress, loadBackup } from '../db/backup/load-backup.ts'
import { createDatabase, type Driver } from '../db/engine/database.ts'
import { createFilled, layout } from '../db/engine/embedded/open-embedded.ts'
import { needingPrivileges } from '../db/engine/migrate.ts'
import { openServer } from '../db/engine/open-server.ts'

type Wanted = {
  readonly isChecked: boolean
  readonly now: Date
  progress(line: string): void
}

const STEPS = {
  load: 'restored',
  check: 'checking references of',
  compare: 'comparing hashes of',
} as const

/**
 * Restores a backup into the configured database, which must be empty. The file is read to its end first; then all of
 * it is restored, or nothing. With `isChecked` it is only read.
 */
export async function restoreBackup(
  config: Config,
  path: string,
  { isChecked, now, progress }: Wanted,
): Promise<RestoredBackup> {
  const backup = await verifyBackup(path, (rows) => progress(`checked ${rows} rows`))
  checkMigrations(backup)
  const tell: LoadProgress = (step, rows) =>
    progress(`${STEPS[step]} ${rows} of ${backup.rows} rows`)
  if (!isChecked) await load(config, (driver) => fill(driver, backup, now, tell))
  const { rows, header } = backup
  const into =
    config.DATABASE_URL === undefined ? layout(config.EARSHOT_DATA_DIR).root : 'PostgreSQL'
  return {
    rows,
    tables: header.tables.length,
    made_at: header.made_at,
    version: header.version,
    into: isChecked ? null : into,
  }
}

async function load(config: Config, work: (driver: Driver) => Promise<void>): Promise<void> {
  if (config.DATABASE_URL === undefined) return createFilled(config.EARSHOT_DATA_DIR, work)
  const driver = await openServer(config.DATABASE_URL)
  await work(driver).finally(driver.close)
}

async function fill(
  driver: Driver,
  backup: VerifiedBackup,
  now: Date,
  progress: LoadProgress,
): Promise<void> {
  const database = createDatabase(driver)
  await needingPrivileges(() => database.asOwner((db) => loadBackup(db, backup, now, progress)))
}
