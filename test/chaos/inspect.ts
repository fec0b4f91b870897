import { PGlite } from '@electric-sql/pglite'
import { amcheck } from '@electric-sql/pglite/contrib/amcheck'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { vector } from '@electric-sql/pglite-pgvector'
import { openEarshot } from '../../src/app/open-earshot.ts'
import { readConfig } from '../../src/config/config.ts'
import type { Database, Db } from '../../src/db/engine/database.ts'
import { layout } from '../../src/db/engine/embedded/open-embedded.ts'
import { createVectorCache } from '../../src/db/search/vector-cache.ts'
import { amcheckIndexes, compareIndexes, type Disagreement } from './check-indexes.ts'
import { type FinalRow, readFinalRows } from './client-log.ts'
import { type Broken, findBroken } from './invariants.ts'

/** What a database holds in the end, and what is wrong with it. */
export type Inspection = {
  readonly rows: readonly FinalRow[]
  readonly broken: readonly Broken[]
  readonly disagreements: readonly Disagreement[]
}

/** Looks at a database of either engine, as its owner. */
export async function inspectDatabase(database: Database): Promise<Inspection> {
  const rows = await database.asOwner(readFinalRows)
  const broken = await database.asOwner(findBroken)
  const disagreements = await database.asOwner(compareIndexes)
  return { rows, broken, disagreements }
}

/** Opens a stopped server's directory the way a server would, looks at it, and has amcheck look too. */
export async function inspectDirectory(dataDir: string): Promise<Inspection> {
  const config = readConfig({ EARSHOT_DATA_DIR: dataDir, EARSHOT_LOG_LEVEL: 'silent' }, null)
  const earshot = await openEarshot(config)
  const inspection = await inspectDatabase(earshot.database).finally(() => earshot.close())
  const damaged = await amcheckDirectory(dataDir)
  return { ...inspection, disagreements: [...inspection.disagreements, ...damaged] }
}

/** PGlite has amcheck only if it is opened with it, which the product has no reason to do. */
async function amcheckDirectory(dataDir: string): Promise<readonly Disagreement[]> {
  const pglite = await PGlite.create({
    dataDir: layout(dataDir).database,
    extensions: { vector, pg_trgm, amcheck },
  })
  try {
    await pglite.exec('begin')
    const damaged = await amcheckIndexes(dbOn(pglite))
    await pglite.exec('rollback')
    if (damaged === null) throw new Error('PGlite came without amcheck')
    return damaged
  } finally {
    await pglite.close()
  }
}

function dbOn(pglite: PGlite): Db {
  const db: Pick<Db, 'query'> = {
    query: async <T>(sql: string, params: readonly unknown[] = []) =>
      (await pglite.query<T>(sql, [...params])).rows,
  }
  return {
    ...db,
    vectorCache: createVectorCache,
    write: async () => {
      throw new Error('An inspection does not write')
    },
  }
}
