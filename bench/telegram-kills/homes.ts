import pg from 'pg'
import { openEarshot } from '../../src/app/open-earshot.ts'
import { readConfig } from '../../src/config/config.ts'
import { createDatabase } from '../../src/db/engine/database.ts'
import { openServer } from '../../src/db/engine/open-server.ts'
import type { KillsOptions } from '../../test/telegram-kills/run-kills.ts'

/** Where the program keeps what it is told, and how to look at it when it is over. */
export type Home = {
  readonly env: Readonly<Record<string, string>>
  readonly look: KillsOptions['look']
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
  const name = `earshot_telegram_kills_${process.pid}`
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
