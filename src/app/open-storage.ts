import type { Config } from '../config/config.ts'
import { createDatabase, type Database } from '../db/engine/database.ts'
import type { Lock } from '../db/engine/embedded/lock.ts'
import { layout, openEmbedded } from '../db/engine/embedded/open-embedded.ts'
import { type Journal, openJournal, type Recovered } from '../db/engine/journal.ts'
import { openServer } from '../db/engine/open-server.ts'

/** The database, and what waits beside it to be durable. */
export type Storage = {
  readonly database: Database
  /** Tells other processes where to reach us; nothing to tell on a server database. */
  announce(url: string): Promise<void>
  /** Makes what is in the journal durable in the database, and forgets it there. */
  checkpoint(): Promise<void>
  /** How much waits for a checkpoint: entries of the journal, and files that came or went. */
  journalSize(): number
  close(): Promise<void>
  readonly journal: Journal | null
  readonly recovered: Recovered
  /** Told of every change that is in no journal. */
  noteUnsaved(): void
}

/** Opens the database the settings name. */
export async function openStorage(config: Config): Promise<Storage> {
  if (config.DATABASE_URL !== undefined) {
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
  // Files are not in the journal: what became of them waits for the next checkpoint.
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
      // On a full disk neither may succeed; the journal is still there and is replayed at the next start.
      await checkpoint().catch(() => undefined)
      await journal.close()
      await database.close().finally(lock.release)
    },
  }
}
