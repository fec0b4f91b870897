import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { createDatabase } from '../src/db/engine/database.ts'
import { createEmbeddedDriver } from '../src/db/engine/embedded/driver.ts'
import { startThread } from '../src/db/engine/embedded/thread.ts'
import { openQueue } from '../src/db/engine/job-queue.ts'
import { migrate } from '../src/db/engine/migrate.ts'
import { openServer } from '../src/db/engine/open-server.ts'
import { prepareBrowser } from './console/launch.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** What test databases are copied from: a dump of PGlite, or the name of a server database. */
    template: string
    /** The files of a migrated PGlite database with its job queue, copied into data directories; null on a server. */
    seed: string | null
  }
}

/* One migrated database, made once; every test file begins from a copy of it. With DATABASE_URL set
 * the copies are databases on that server, otherwise PGlite in memory, and the database is cached for later runs. */

const ENGINE = fileURLToPath(new URL('../src/db/engine/', import.meta.url))
const MIGRATIONS = fileURLToPath(new URL('../src/db/migrations/', import.meta.url))
const LOCK_FILE = fileURLToPath(new URL('../package-lock.json', import.meta.url))
const CACHE = fileURLToPath(new URL('../node_modules/.cache/earshot-test/', import.meta.url))
const MAKER = join(ENGINE, 'embedded/make-database.js')

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.DATABASE_URL
  await prepareBrowser()
  return url === undefined ? embeddedTemplate(project) : serverTemplate(project, url)
}

/**
 * The cached template, or a new one in its place: to make one takes 12 s of processor time, half of what a run of a small
 * file takes. Renamed when it is complete, so that of two runs that make it at once each finds a whole one.
 */
async function embeddedTemplate(project: TestProject): Promise<() => Promise<void>> {
  const directory = join(CACHE, await templateKey())
  if (!existsSync(directory)) {
    await mkdir(CACHE, { recursive: true })
    await removeOld()
    const making = await mkdtemp(join(CACHE, 'making-'))
    await makeTemplate(making)
    await rename(making, directory).catch((error) => {
      if (!existsSync(directory)) throw error
    })
  }
  project.provide('template', join(directory, 'template.tar'))
  project.provide('seed', join(directory, 'db'))
  return async () => undefined
}

/** Removes the templates of older sources, and what a killed run left; what another run is making now stays. */
async function removeOld(): Promise<void> {
  for (const name of await readdir(CACHE)) {
    const folder = join(CACHE, name)
    const age = Date.now() - (await stat(folder)).mtimeMs
    if (name.startsWith('making-') && age < 600_000) continue
    await rm(folder, { recursive: true, force: true })
  }
}

/** Changes with all that a template is made of: the engine, the migrations and the packages. */
async function templateKey(): Promise<string> {
  const hash = createHash('sha256')
  const files = [LOCK_FILE, fileURLToPath(import.meta.url)]
  for (const folder of [ENGINE, MIGRATIONS]) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    for (const entry of entries) {
      if (entry.isFile() && !entry.name.endsWith('.test.ts'))
        files.push(join(entry.parentPath, entry.name))
    }
  }
  for (const file of files.toSorted()) hash.update(file).update(await readFile(file))
  return hash.digest('hex').slice(0, 16)
}

async function makeTemplate(directory: string): Promise<void> {
  const home = join(directory, 'db')
  // By the program's own maker, which takes two thirds of the time that opening a new directory takes.
  await promisify(execFile)(process.execPath, [MAKER, home])
  const database = createDatabase(await createEmbeddedDriver(home))
  await migrate(database)
  await database.close()
  const thread = await startThread({ directory: home, template: null }, 60_000)
  const [dump] = (await thread.ask({ kind: 'dump' }, 60_000)).rows
  await thread.end()
  await writeFile(join(directory, 'template.tar'), dump as Uint8Array)
  const seed = createDatabase(await createEmbeddedDriver(home))
  const queue = await openQueue(seed, () => undefined)
  await queue.stop()
  await seed.close()
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
