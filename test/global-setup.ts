import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { createDatabase } from '../src/db/engine/database.ts'
import { createEmbeddedDriver } from '../src/db/engine/embedded/driver.ts'
import { startThread } from '../src/db/engine/embedded/thread.ts'
import { migrate } from '../src/db/engine/migrate.ts'
import { openServer } from '../src/db/engine/open-server.ts'
import { prepareBrowser } from './console/launch.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** What test databases are copied from: a dump of PGlite, or the name of a server database. */
    template: string
    /** The files of a migrated PGlite database, from which data directories are made; null on a server. */
    seed: string | null
  }
}

/* One migrated database, made once; every test file begins from a copy of it. With DATABASE_URL set
 * the copies are databases on that server, otherwise PGlite in memory. */

const MAKER = fileURLToPath(new URL('../src/db/engine/embedded/make-database.js', import.meta.url))

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.DATABASE_URL
  await prepareBrowser()
  return url === undefined ? embeddedTemplate(project) : serverTemplate(project, url)
}

async function embeddedTemplate(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'earshot-test-'))
  const home = join(directory, 'db')
  // By the program's own maker, which takes two thirds of the time that opening a new directory takes.
  await promisify(execFile)(process.execPath, [MAKER, home])
  const database = createDatabase(await createEmbeddedDriver(home))
  await migrate(database)
  await database.close()
  const thread = await startThread({ directory: home, template: null }, 60_000)
  const [dump] = (await thread.ask({ kind: 'dump' }, 60_000)).rows
  await thread.end()
  const template = join(directory, 'template.tar')
  await writeFile(template, dump as Uint8Array)
  project.provide('template', template)
  project.provide('seed', home)
  return () => rm(directory, { recursive: true, force: true })
}

async function serverTemplate(project: TestProject, url: string): Promise<() => Promise<void>> {
  const name = `earshot_template_${process.pid}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const home = new URL(url)
  home.pathname = name
  const database = createDatabase(await openServer(home.href))
  await migrate(database)
  await database.close()
  project.provide('template', name)
  project.provide('seed', null)
  return async () => {
    const copies = await admin.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [name],
    )
    for (const copy of copies.rows) await admin.query(`drop database ${copy.name} with (force)`)
    await admin.end()
  }
}
