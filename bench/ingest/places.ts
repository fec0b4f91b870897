import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Driver } from '../../src/db/engine/database.ts'
import { createEmbeddedDriver } from '../../src/db/engine/embedded/driver.ts'
import { openServer } from '../../src/db/engine/open-server.ts'
import { startListening } from '../../test/chaos/server-process.ts'

/** Two empty databases on one engine: one behind a server process, one bare. */
export type Place = {
  readonly url: string
  readonly pid: number
  readonly driver: Driver
  remove(): Promise<void>
}

/** On the embedded engine: two directories. */
export async function embeddedPlace(): Promise<Place> {
  const home = await mkdtemp(join(tmpdir(), 'earshot-ingest-'))
  const server = await startListening(join(home, 'server'))
  const driver = await createEmbeddedDriver(join(home, 'bare'))
  return {
    url: server.url,
    pid: server.pid,
    driver,
    remove: async () => {
      await server.end('SIGKILL')
      await driver.close()
      await rm(home, { recursive: true })
    },
  }
}

/** On a PostgreSQL server: two databases beside the one the URL names. */
export async function serverPlace(databaseUrl: string): Promise<Place> {
  const home = await mkdtemp(join(tmpdir(), 'earshot-ingest-'))
  const admin = new pg.Client({ connectionString: databaseUrl })
  await admin.connect()
  const [served, bare] = [
    `earshot_bench_served_${process.pid}`,
    `earshot_bench_bare_${process.pid}`,
  ]
  for (const name of [served, bare]) await admin.query(`create database ${name}`)
  const server = await startListening(home, { DATABASE_URL: withName(databaseUrl, served) })
  const driver = await openServer(withName(databaseUrl, bare))
  return {
    url: server.url,
    pid: server.pid,
    driver,
    remove: async () => {
      await server.end('SIGKILL')
      await driver.close()
      for (const name of [served, bare]) await admin.query(`drop database ${name} with (force)`)
      await admin.end()
      await rm(home, { recursive: true })
    },
  }
}

function withName(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl)
  url.pathname = name
  return url.href
}
