import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createDatabase, type Database } from '../../src/db/engine/database.ts'
import { createEmbeddedDriver } from '../../src/db/engine/embedded/driver.ts'
import { layout } from '../../src/db/engine/embedded/open-embedded.ts'
import { openServer } from '../../src/db/engine/open-server.ts'
import { DEFAULT_WORKSPACE } from '../../src/domain/ids.ts'
import { startListening } from '../../test/chaos/server-process.ts'

/* Where an import goes: on PostgreSQL the importer is all there is; beside the embedded database a server
 * runs, as it mostly will, and the importer speaks with it. */

export type Place = {
  readonly engine: 'PostgreSQL' | 'embedded'
  /** What makes the importer find it. */
  readonly env: Readonly<Record<string, string>>
  /** The server beside it, if one runs. */
  serverPid(): number | null
  /** How many messages are stored by now; asked while an import runs, so it costs next to nothing. */
  countStored(): Promise<number>
  /** Ends the server beside it without a word, and starts another. */
  crash(): Promise<void>
  /** Stops what runs and opens the database, to look at it. */
  inspect<T>(look: (database: Database) => Promise<T>): Promise<T>
  remove(): Promise<void>
}

/** An empty database on a PostgreSQL server, beside the one the URL names. */
export async function serverPlace(databaseUrl: string, label: string): Promise<Place> {
  const home = await mkdtemp(join(tmpdir(), 'earshot-import-'))
  const admin = new pg.Client({ connectionString: databaseUrl })
  await admin.connect()
  const name = `earshot_bench_import_${label}_${process.pid}`
  await admin.query(`create database ${name}`)
  const url = new URL(databaseUrl)
  url.pathname = name
  const watcher = new pg.Client({ connectionString: url.href })
  await watcher.connect()
  return {
    engine: 'PostgreSQL',
    env: { DATABASE_URL: url.href, EARSHOT_DATA_DIR: home },
    serverPid: () => null,
    // An identity is never taken back, so this also counts what a killed transaction had begun.
    countStored: async () => {
      const { rows } = await watcher
        .query('select max(id) as n from messages where workspace_id = $1', [DEFAULT_WORKSPACE])
        .catch(() => ({ rows: [] }))
      return Number(rows[0]?.n ?? 0)
    },
    crash: async () => undefined,
    inspect: async (look) => {
      const database = createDatabase(await openServer(url.href))
      return look(database).finally(() => database.close())
    },
    remove: async () => {
      await watcher.end()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
      await rm(home, { recursive: true })
    },
  }
}

/** An empty directory with a server on it. */
export async function embeddedPlace(): Promise<Place> {
  const home = await mkdtemp(join(tmpdir(), 'earshot-import-'))
  const dataDir = join(home, 'data')
  let server = await startListening(dataDir)
  let isRunning = true
  const stop = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (isRunning) await server.end(signal)
    isRunning = false
  }
  let before = 0
  const counted = async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text()
    return Number(/^earshot_messages_stored_total (\d+)/m.exec(text)?.[1] ?? 0)
  }
  return {
    engine: 'embedded',
    env: { EARSHOT_DATA_DIR: dataDir },
    serverPid: () => (isRunning ? server.pid : null),
    countStored: async () => before + (await counted().catch(() => 0)),
    crash: async () => {
      before += await counted()
      await stop('SIGKILL')
      server = await startListening(dataDir)
      isRunning = true
    },
    inspect: async (look) => {
      await stop('SIGTERM')
      const database = createDatabase(await createEmbeddedDriver(layout(dataDir).database))
      return look(database).finally(() => database.close())
    },
    remove: async () => {
      await stop('SIGKILL')
      await rm(home, { recursive: true })
    },
  }
}
