import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createDatabase, type Driver } from '../database.ts'
import { createEmbeddedDriver } from './driver.ts'
import { openEmbedded } from './open-embedded.ts'

/* The embedded engine itself; these run on PGlite also when the rest of the suite is on a server. */

const isServer = process.env.DATABASE_URL !== undefined
const one = (driver: Driver, sql: string) =>
  driver.connect(
    async (connection) => (await connection.query<Record<string, unknown>>(sql)).rows[0],
  )

describe('opening a data directory', () => {
  let root: string
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'earshot-open-'))
  })
  afterAll(() => rm(root, { recursive: true, force: true }))

  test('makes it, keeps what was written, clears what a killed start left, and opens again', async () => {
    const home = join(root, 'data')
    const first = await openEmbedded(home)
    await first.driver.connect((c) => c.exec('create table t (n int); insert into t values (42)'))
    await first.driver.checkpoint()
    await first.driver.close()
    await first.lock.release()

    await writeFile(join(home, 'db', 'postmaster.pid'), '')
    await mkdir(join(home, 'db.new-12345'))
    const second = await openEmbedded(home)
    expect(await one(second.driver, 'select n from t')).toEqual({ n: 42 })
    expect(await readdir(home)).not.toContain('db.new-12345')
    await expect(openEmbedded(home)).rejects.toMatchObject({ code: 'data_dir_locked' })
    await second.driver.close()
    await second.lock.release()
  })

  test('a path that cannot be a directory is refused with what to do', async () => {
    await writeFile(join(root, 'file'), '')
    await expect(openEmbedded(join(root, 'file', 'data'))).rejects.toMatchObject({
      code: 'data_dir_unusable',
      message: expect.stringContaining('EARSHOT_DATA_DIR'),
    })
  })

  test('someone else’s files are left alone', async () => {
    const home = join(root, 'foreign')
    await mkdir(join(home, 'db'), { recursive: true })
    await writeFile(join(home, 'db', 'thesis.doc'), 'precious')
    await expect(openEmbedded(home)).rejects.toMatchObject({ code: 'data_dir_unusable' })
    expect(await readdir(join(home, 'db'))).toEqual(['thesis.doc'])
  })

  test('a damaged database is refused, with what to do, and not made anew', async () => {
    const home = join(root, 'damaged')
    await mkdir(join(home, 'db', 'base'), { recursive: true })
    await writeFile(join(home, 'db', 'PG_VERSION'), '18\n')
    await expect(openEmbedded(home)).rejects.toMatchObject({
      code: 'data_dir_unusable',
      message: expect.stringContaining('backup'),
    })
  })
})

describe.skipIf(isServer)('a broken engine', () => {
  test('a query that never ends is cut off, and the next one is served', async () => {
    const driver = await createEmbeddedDriver(null, {
      template: inject('template'),
      queryDeadlineMs: 1_000,
    })
    const endless = one(driver, 'select count(*) from generate_series(1, 1000000000000) n')
    const behind = one(driver, 'select 1 as n')
    await expect(endless).rejects.toMatchObject({ code: 'database_stalled' })
    expect(await behind).toEqual({ n: 1 })
    await driver.close()
  })

  test('JSON 7,000 levels deep is not acknowledged unless it is there', async () => {
    const options = { template: inject('template'), queryDeadlineMs: 5_000 }
    const driver = await createEmbeddedDriver(null, options)
    const database = createDatabase(driver)
    const deep = `${'['.repeat(7_000)}${']'.repeat(7_000)}`
    await database.execute('create table deep (j jsonb)')
    const writing = database.asOwner((db) =>
      db.write('insert into deep values ($1::jsonb)', [deep], 1),
    )
    const isAcknowledged = await writing.then(
      () => true,
      () => false,
    )
    // If refused, the engine was reopened, in memory and so without the table.
    const stored = isAcknowledged
      ? await one(driver, 'select count(*)::int as n from deep')
      : { n: 0 }
    expect(stored).toEqual({ n: isAcknowledged ? 1 : 0 })
    expect(await one(driver, 'select 1 as n')).toEqual({ n: 1 })
    await driver.close()
  })

  test('a closed one says that Earshot is stopping', async () => {
    const driver = await createEmbeddedDriver(null, { template: inject('template') })
    await driver.close()
    await expect(one(driver, 'select 1')).rejects.toMatchObject({ code: 'shutting_down' })
  })
})
