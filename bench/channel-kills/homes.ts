import pg from 'pg'
import { openEarshot } from '../../src/app/open-earshot.ts'
import { readConfig } from '../../src/config/config.ts'
import { createDatabase, type Database } from '../../src/db/engine/database.ts'
import { openServer } from '../../src/db/engine/open-server.ts'

/** Where the program stores its data, and how to look at it when the program has ended. */
export type Home = {
  readonly env: Readonly<Record<string, string>>
  readonly look: <T>(use: (database: Database) => Promise<T>) => Promise<T>
  drop(): Promise<void>
}

/** The database inside the data directory. */
export async function openEmbedded(dataDir: string): Promise<Home> {
  return {
    env: {},
    look: async (use) => {
      const config = readConfig({ EARSHOT_DATA_DIR: dataDir, EARSHOT_LOG_LEVEL: 'silent' }, null)
      const earshot = await openEarshot(config)
      return use(earshot.database).finally(() => earshot.close())
    },
    drop: async () => {},
  }
}

/** A database of its own on a server, which is removed in the end. */
export async function openPostgres(server: string): Promise<Home> {
  const name = `earshot_kills_${process.pid}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const url = new URL(server)
  url.pathname = name
  return {
    env: { DATABASE_URL: url.href },
    look: async (use) => {
      const database = createDatabase(await openServer(url.href))
      return use(database).finally(() => database.close())
    },
    drop: async () => {
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}
