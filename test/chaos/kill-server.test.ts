import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createDatabase } from '../../src/db/engine/database.ts'
import { openServer } from '../../src/db/engine/open-server.ts'
import { checkLog, countOutcomes } from './client-log.ts'
import { inspectDatabase } from './inspect.ts'
import { streamAndKill } from './killer.ts'

const url = process.env.DATABASE_URL

test.skipIf(url === undefined)(
  'kill -9 on PostgreSQL: what was acknowledged is there, once',
  async () => {
    const name = `earshot_kill_${process.pid}`
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    await admin.query(`create database ${name}`)
    const home = new URL(url ?? '')
    home.pathname = name
    const dataDir = await mkdtemp(join(tmpdir(), 'earshot-kill-server-'))
    try {
      const report = await streamAndKill({
        dataDir,
        kills: 12,
        seed: 7,
        env: { DATABASE_URL: home.href },
      })
      expect(report).toMatchObject({ kills: 12, failedOpens: [], stalls: 0 })
      expect(countOutcomes(report.log.entries()).ok).toBeGreaterThan(report.progress.length)

      const database = createDatabase(await openServer(home.href))
      const { rows, broken, disagreements } = await inspectDatabase(database)
      await database.close()
      expect(checkLog(report.log.entries(), rows)).toEqual([])
      expect(broken).toEqual([])
      expect(disagreements).toEqual([])
    } finally {
      await rm(dataDir, { recursive: true, force: true })
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    }
  },
  120_000,
)
