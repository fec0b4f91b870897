import type { Config } from '../config/config.ts'
import { createDatabase, type Database } from '../db/engine/database.ts'
import type { Lock } from '../db/engine/embedded/lock.ts'
import { layout, openEmbedded } from '../db/engine/embedded/open-embedded.ts'
import { type Journal, openJournal, type Recovered } from '../db/engine/journal.ts'

/** The database, and the journal of changes that are not durable in it yet. */
export type Storage = {
  readonly database: Database
  /** Publishes our URL to other processes; does nothing with a server database. */
  announce(url: string): Promise<void>
  /** Makes the journal's entries durable in the database, and deletes them from the journal. */
  checkpoint(): Promise<void>
  /** How much waits for a checkpoint: entries of the journal, and files that were added or deleted. */
  journalSize(): number
  close(): Promise<void>
  readonly journal: Journal | null
  readonly recovered: Recovered
  /** Called for every change that no journal holds. */
  noteUnsaved(): void
}

/** Opens the configured database. */
export async function openStorage(config: Config): Promise<Storage> {
  if (config.DATABASE_URL !== undefined) {
    // The driver of PostgreSQL is loaded only where it is used.
    const { openServer } = await import('../db/engine/open-server.ts')
    const database = createDatabase(await openServer(config.DATABASE_URL))
    const nothing = async () => undefined
    const recovered = { entries: [], torn: 0 }
    return {
      database,
      journal: null,
      recovered,
      announce: nothing,
      checkpoint: nothing,
      noteUnsaved: () => undefined,
      journalSize: () => 0,
      close: database.close,
    }
  }
  const { driver, lock } = await openEmbedded(config.EARSHOT_DATA_DIR)
  const database = createDatabase(driver)
  const { journal, recovered } = await openJournal(layout(config.EARSHOT_DATA_DIR).journal)
  return embeddedStorage(database, journal, recovered, lock)
}

function embeddedStorage(
  database: Database,
  journal: Journal,
  recovered: Recovered,
  lock: Lock,
): Storage {
  // Files are not in the journal: their changes wait for the next checkpoint.
  let unsaved = 0
  const waiting = () => journal.size() + unsaved
  const checkpoint = async () => {
    if (waiting() === 0) return
    unsaved = 0
    await journal.checkpoint(database.checkpoint)
  }
  return {
    database,
    journal,
    recovered,
    announce: lock.announce,
    checkpoint,
    noteUnsaved: () => {
      unsaved += 1
    },
    journalSize: waiting,
    close: async () => {
      // On a full disk both may fail; the journal is still there and is replayed at the next start.
      await checkpoint().catch(() => undefined)
      await journal.close()
      await database.close().finally(lock.release)
    },
  }
}
